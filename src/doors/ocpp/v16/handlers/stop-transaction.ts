import type { SessionReports } from '#charging/session-reports/session-report.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

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
