import type { SessionReports } from '#charging/session-reports/session-report.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

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
