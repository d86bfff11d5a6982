import type { SessionReports } from '#charging/session-reports/session-report.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

/** J01: meter values outside a session; those of a session come with its events. */
export const onMeterValues: Handler<
  Messages['MeterValues'],
  { sessionReports: Pick<SessionReports, 'meterValues'> }
> = async ({ evseId, meterValue }, { stationId, charging, receivedAt, leftOutReadings }) => {
  const samples = samplesOf(meterValue, receivedAt);
  const at = samples[0]?.at ?? receivedAt;
  const report = { stationId, evseId, samples, written: meterValue, leftOutReadings, at, receivedAt };
  await charging.sessionReports.meterValues(report);
  return {};
};
