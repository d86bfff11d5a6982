import type { SessionReports } from '#charging/session-reports/session-report.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

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
