import { createHash } from 'node:crypto';
import type { SessionReports } from '#charging/sessions/record/session-reports.ts';
import { unusableReadings } from '#charging/sessions/record/unusable-values.ts';
import type { Handler } from '../../handler.ts';
import { toldTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';
import { namesSession } from '../names-session.ts';
import { samplesOf } from '../samples.ts';

export const onMeterValues: Handler<
  Messages['MeterValues'],
  { sessions: Pick<SessionReports, 'record' | 'recordMeterValues'> }
> = async (request, context) => {
  const { stationId, charging, receivedAt, leftOutReadings: leftOut } = context;
  const { connectorId, transactionId, meterValue } = request;
  const samples = samplesOf(meterValue, receivedAt);
  const at = samples[0]?.at ?? receivedAt;
  const digest = createHash('sha256').update(JSON.stringify(meterValue)).digest('base64url').slice(0, 22);
  const key = `meter:${connectorId}:${transactionId ?? ''}:${digest}`;
  const evseId = connectorId === 0 ? null : connectorId;
  if (!namesSession(transactionId)) {
    const message = { stationId, sessionRef: null, evseId, at, receivedAt, samples, key, leftOut };
    await charging.sessions.recordMeterValues(message);
    return {};
  }
  await charging.sessions.record({
    stationId,
    ref: String(transactionId),
    key,
    kind: 'updated',
    seqNo: null,
    at,
    ...(meterValue[0] && { toldAt: toldTime(meterValue[0].timestamp) }),
    receivedAt,
    isOffline: false,
    startKey: null,
    evseId,
    connectorId: null,
    token: null,
    chargingState: null,
    trigger: null,
    stopReason: null,
    remoteStartId: null,
    reservationId: null,
    samples,
    registerWh: null,
    ...unusableReadings(leftOut),
  });
  return {};
};
