import { createHash } from 'node:crypto';
import type { SessionReports } from '#charging/sessions/record/session-reports.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

/** J01: meter values outside a session; those of a session come with its events. */
export const onMeterValues: Handler<
  Messages['MeterValues'],
  { sessions: Pick<SessionReports, 'recordMeterValues'> }
> = async ({ evseId, meterValue }, { stationId, charging, receivedAt, leftOutReadings: leftOut }) => {
  const samples = samplesOf(meterValue, receivedAt);
  await charging.sessions.recordMeterValues({
    stationId,
    sessionRef: null,
    evseId,
    at: samples[0]?.at ?? receivedAt,
    receivedAt,
    samples,
    leftOut,
    key: `meter:${evseId}:${createHash('sha256').update(JSON.stringify(meterValue)).digest('base64url').slice(0, 22)}`,
  });
  return {};
};
