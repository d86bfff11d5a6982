import type { SampledValueType, TransactionEventRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import { isRecord } from '#base/json.ts';
import type { SessionDialect } from './dialect.ts';
import type { SessionFact } from './session-fact.ts';

const eventTypes = { start: 'Started', meter: 'Updated', change: 'Updated', stop: 'Ended' } as const;

export const sessions2: SessionDialect = {
  tells: () => true,
  actionOf: () => 'TransactionEvent',
  requestOf: (session, fact) =>
    ({
      eventType: eventTypes[fact.what],
      timestamp: fact.at.toISOString(),
      triggerReason: triggerOf(fact),
      seqNo: fact.seqNo,
      ...(fact.isOffline && { offline: true }),
      transactionInfo: {
        transactionId: session.ref,
        ...(fact.what !== 'stop' && { chargingState: fact.chargingState }),
        ...(fact.what === 'stop' && { stoppedReason: (fact.reason ?? 'Local') as 'Local' }),
        ...(session.remoteStartId !== null && { remoteStartId: session.remoteStartId }),
        ...(session.maxEnergyWh !== null && { transactionLimit: { maxEnergy: session.maxEnergyWh } }),
      },
      // The place and the token are told once (2.0.1 E01.FR.16).
      ...(fact.what === 'start' && {
        evse: { id: session.evseId, connectorId: 1 },
        ...(session.reservationId !== null && { reservationId: session.reservationId }),
      }),
      ...(fact.tellsToken && { idToken: { idToken: session.token, type: session.tokenType } }),
      ...meterValueOf(fact),
    }) satisfies TransactionEventRequest,
  takeAnswer(session, answer) {
    if (!isRecord(answer)) return;
    const { idTokenInfo } = answer;
    if (isRecord(idTokenInfo)) session.verdict = String(idTokenInfo['status']);
    const { transactionLimit } = answer; // 2.1 F07
    if (isRecord(transactionLimit) && typeof transactionLimit['maxEnergy'] === 'number')
      session.maxEnergyWh = transactionLimit['maxEnergy'];
  },
};

function meterValueOf(fact: SessionFact): Pick<TransactionEventRequest, 'meterValue'> {
  const [first, ...others] = samplesOf(fact);
  return first === undefined
    ? {}
    : { meterValue: [{ timestamp: fact.at.toISOString(), sampledValue: [first, ...others] }] };
}

function samplesOf({ what, wh, scale, trigger, readings }: SessionFact): SampledValueType[] {
  const context = trigger === 'Trigger' ? 'Trigger' : contexts[what];
  const others = readings.flatMap(({ measurand, value, unit, phase }): SampledValueType[] =>
    measurand === 'Temperature'
      ? []
      : [{ measurand, value, context, ...(phase !== undefined && { phase }), unitOfMeasure: { unit } }],
  );
  return wh === null ? others : [{ ...registerValue(wh, scale), context }, ...others];
}

function registerValue(wh: number, scale: SessionFact['scale']): Pick<SampledValueType, 'value' | 'unitOfMeasure'> {
  switch (scale) {
    case 'Wh':
      return { value: wh };
    case 'kWh-untold':
      return { value: wh / 1000 };
    case 'kWh':
      return { value: wh / 1000, unitOfMeasure: { unit: 'kWh' } };
    case 'multiplier':
      return { value: wh / 1000, unitOfMeasure: { unit: 'Wh', multiplier: 3 } };
  }
}

const contexts = {
  start: 'Transaction.Begin',
  meter: 'Sample.Periodic',
  change: 'Other',
  stop: 'Transaction.End',
} as const;

function triggerOf({ what, reason, trigger }: SessionFact): TransactionEventRequest['triggerReason'] {
  if (trigger !== null) return trigger;
  if (what === 'meter') return 'MeterValuePeriodic';
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
  ['PowerLoss', 'AbnormalCondition'],
]);
