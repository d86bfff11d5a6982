import type { StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { SessionReports } from '#charging/sessions/record/session-reports.ts';
import { unusableReadings } from '#charging/sessions/record/unusable-values.ts';
import type { Handler } from '../../handler.ts';
import { stationTime, toldTime } from '../../shared/station-time.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';
import { namesSession } from '../names-session.ts';
import { samplesOf } from '../samples.ts';

/** Always answered, whatever the station names: a stop of an unknown session is kept as one that has no start. */
export const onStopTransaction: Handler<
  Messages['StopTransaction'],
  { authorization: Pick<StationAuthorization, 'decide' | 'evidence'>; sessions: Pick<SessionReports, 'record'> }
> = async (request, { stationId, charging, receivedAt, leftOutReadings }) => {
  const { transactionId, idTag, meterStop, timestamp } = request;
  const at = stationTime(timestamp, receivedAt);
  const stop = `${timestamp}:${meterStop}`;
  // A station that never learned its id says 0 or -1: each such stop stands alone until it is matched with a start.
  const alone = { ref: `unknown:${stop}`, key: `stop:unknown:${stop}:${stop}` };
  const { ref, key } = namesSession(transactionId)
    ? { ref: String(transactionId), key: `stop:${transactionId}:${stop}` }
    : alone;
  const ask = idTag === undefined ? undefined : ({ token: idTag, stationId, purpose: 'stop', at } as const);
  const decision = ask && (await charging.authorization.decide(ask));
  await charging.sessions.record(
    {
      stationId,
      ref,
      key,
      otherwise: alone,
      kind: 'ended',
      seqNo: null,
      at,
      toldAt: toldTime(timestamp),
      receivedAt,
      isOffline: false,
      startKey: null,
      evseId: null,
      connectorId: null,
      token: decision === undefined ? null : { hash: decision.tokenId, type: null },
      chargingState: null,
      trigger: null,
      stopReason: stopReasonOf(request.reason),
      remoteStartId: null,
      reservationId: null,
      samples: samplesOf(request.transactionData ?? [], receivedAt),
      registerWh: meterStop,
      ...unusableReadings(leftOutReadings),
    },
    ask && decision && charging.authorization.evidence(ask, decision),
  );
  return decision === undefined ? {} : { idTagInfo: idTagInfoOf(decision) };
};

/** Absent means Local (OCPP 1.6 §4.10). Later versions have the same words, but for one. */
function stopReasonOf(reason: Messages['StopTransaction']['request']['reason'] = 'Local'): string {
  return reason === 'HardReset' ? 'ImmediateReset' : reason;
}
