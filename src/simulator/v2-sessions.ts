import type { SampledValueType, TransactionEventRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import type { SessionDialect } from './dialect.ts';
import { isObject } from './is-object.ts';
import type { SessionFact, SimulatedSession } from './sessions.ts';

const eventTypes = { start: 'Started', meter: 'Updated', stop: 'Ended' } as const;

export const sessions2: SessionDialect = {
  actionOf: () => 'TransactionEvent',
  requestOf: (session, fact) =>
    ({
      eventType: eventTypes[fact.what],
      timestamp: fact.at.toISOString(),
      triggerReason: triggerOf(session, fact),
      seqNo: fact.seqNo,
      ...(fact.isOffline && { offline: true }),
      transactionInfo: {
        transactionId: session.ref,
        ...(fact.what !== 'stop' && { chargingState: 'Charging' as const }),
        ...(fact.what === 'stop' && { stoppedReason: (fact.reason ?? 'Local') as 'Local' }),
        ...(session.remoteStartId !== null && { remoteStartId: session.remoteStartId }),
        ...(session.maxEnergyWh !== null && { transactionLimit: { maxEnergy: session.maxEnergyWh } }),
      },
      // The place and the token are told once (2.0.1 E01.FR.16).
      ...(fact.what === 'start' && {
        evse: { id: session.evseId, connectorId: 1 },
        idToken: { idToken: session.token, type: session.tokenType },
        ...(session.reservationId !== null && { reservationId: session.reservationId }),
      }),
      meterValue: [{ timestamp: fact.at.toISOString(), sampledValue: samplesOf(fact) }],
    }) satisfies TransactionEventRequest,
  takeAnswer(session, answer) {
    if (!isObject(answer)) return;
    const { idTokenInfo } = answer;
    if (isObject(idTokenInfo)) session.verdict = String(idTokenInfo['status']);
    const { transactionLimit } = answer; // 2.1 F07
    if (isObject(transactionLimit) && typeof transactionLimit['maxEnergy'] === 'number')
      session.maxEnergyWh = transactionLimit['maxEnergy'];
  },
};

function samplesOf({ what, wh, trigger, readings }: SessionFact): [SampledValueType, ...SampledValueType[]] {
  const context = trigger === 'Trigger' ? 'Trigger' : contexts[what];
  const others = readings.map(
    ({ measurand, value, unit }): SampledValueType => ({ measurand, value, context, unitOfMeasure: { unit } }),
  );
  return [{ value: wh, context }, ...others];
}

const contexts = { start: 'Transaction.Begin', meter: 'Sample.Periodic', stop: 'Transaction.End' } as const;

function triggerOf(
  { remoteStartId }: SimulatedSession,
  { what, reason, trigger }: SessionFact,
): TransactionEventRequest['triggerReason'] {
  if (trigger !== null) return trigger;
  if (what === 'meter') return 'MeterValuePeriodic';
  if (what === 'start') return remoteStartId === null ? 'Authorized' : 'RemoteStart';
  return stopTriggers.get(reason ?? 'Local') ?? 'StopAuthorized';
}

/** What leads to the end of a session, where it is not its driver's token. */
const stopTriggers = new Map<string, TransactionEventRequest['triggerReason']>([
  ['Remote', 'RemoteStop'],
  ['DeAuthorized', 'Deauthorized'],
  ['ImmediateReset', 'ResetCommand'],
  ['EnergyLimitReached', 'EnergyLimitReached'],
  ['EVDisconnected', 'EVDeparted'],
  ['EmergencyStop', 'AbnormalCondition'],
]);
