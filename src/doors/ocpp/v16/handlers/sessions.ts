import type { StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { SessionReports } from '#charging/session-reports/session-report.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

export const onAuthorize: Handler<
  Messages['Authorize'],
  { authorization: Pick<StationAuthorization, 'authorize'> }
> = async ({ idTag }, { stationId, charging, receivedAt }) => {
  const ask = { stationId, token: idTag, purpose: 'authorize', at: receivedAt } as const;
  return { idTagInfo: idTagInfoOf(await charging.authorization.authorize(ask)) };
};

/** The start is kept before it is answered, and every repetition of it gets the same transaction id. */
export const onStartTransaction: Handler<
  Messages['StartTransaction'],
  { sessionReports: Pick<SessionReports, 'start'> }
> = async ({ connectorId, idTag, meterStart, reservationId, timestamp }, { stationId, charging, receivedAt }) => {
  const { transactionId, decision } = await charging.sessionReports.start({
    stationId,
    evseId: connectorId,
    token: idTag,
    registerWh: meterStart,
    reservationId: reservationId ?? null,
    timestamp,
    at: stationTime(timestamp, receivedAt),
    receivedAt,
  });
  return { transactionId, idTagInfo: idTagInfoOf(decision) };
};

/** Always answered, whatever session the station names. */
export const onStopTransaction: Handler<
  Messages['StopTransaction'],
  { sessionReports: Pick<SessionReports, 'stop'> }
> = async (request, { stationId, charging, receivedAt, leftOutReadings }) => {
  const { transactionId, idTag, meterStop, timestamp, reason, transactionData = [] } = request;
  const decision = await charging.sessionReports.stop({
    stationId,
    transactionId,
    token: idTag,
    registerWh: meterStop,
    stopReason: stopReasonOf(reason),
    samples: samplesOf(transactionData, receivedAt),
    leftOutReadings,
    timestamp,
    at: stationTime(timestamp, receivedAt),
    receivedAt,
  });
  return decision === undefined ? {} : { idTagInfo: idTagInfoOf(decision) };
};

/** Absent means Local (OCPP 1.6 §4.10). Later versions have the same words, but for one. */
function stopReasonOf(reason: Messages['StopTransaction']['request']['reason'] = 'Local'): string {
  return reason === 'HardReset' ? 'ImmediateReset' : reason;
}

export const onMeterValues: Handler<
  Messages['MeterValues'],
  { sessionReports: Pick<SessionReports, 'meterValues'> }
> = async (request, { stationId, charging, receivedAt, leftOutReadings }) => {
  const { connectorId, transactionId, meterValue } = request;
  const samples = samplesOf(meterValue, receivedAt);
  await charging.sessionReports.meterValues({
    stationId,
    evseId: connectorId === 0 ? null : connectorId,
    transactionId: transactionId ?? null,
    samples,
    written: meterValue,
    leftOutReadings,
    timestamp: meterValue[0]?.timestamp,
    at: samples[0]?.at ?? receivedAt,
    receivedAt,
  });
  return {};
};
