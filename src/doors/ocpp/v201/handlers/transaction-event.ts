import type { EventAnswer, EventReport, SessionReports } from '#charging/session-reports/session-report.ts';
import type { ChargingState } from '#charging/sessions/record/session-event.ts';
import type { Handler, HandlerContext } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import { askOf, idTokenInfoOf } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

export type TransactionRequest = Messages['TransactionEvent']['request'];

const kinds = { Started: 'started', Updated: 'updated', Ended: 'ended' } as const;

const chargingStates = {
  EVConnected: 'plugged-in',
  Charging: 'charging',
  SuspendedEV: 'suspended-by-vehicle',
  SuspendedEVSE: 'suspended-by-station',
  Idle: 'idle',
} satisfies Record<NonNullable<TransactionRequest['transactionInfo']['chargingState']>, ChargingState>;

/** E01–E15: the event, and what was decided about the token in it, are durable before they are answered. */
export const onTransactionEvent: Handler<
  Messages['TransactionEvent'],
  { sessionReports: Pick<SessionReports, 'event'> }
> = async (request, context) => answerOf(await context.charging.sessionReports.event(reportOf(request, context)));

export function reportOf(request: TransactionRequest, context: HandlerContext): EventReport {
  const { stationId, receivedAt, leftOutReadings } = context;
  const { eventType, triggerReason, transactionInfo, evse, idToken, timestamp } = request;
  const { transactionId, chargingState, stoppedReason, remoteStartId } = transactionInfo;
  // A token in the middle of a session may be the one that ends it (E07).
  const purpose = eventType === 'Ended' || triggerReason === 'StopAuthorized' ? 'stop' : 'start';
  return {
    stationId,
    transactionId,
    kind: kinds[eventType],
    seqNo: request.seqNo,
    isOffline: request.offline ?? false,
    evseId: evse?.id ?? null,
    connectorId: evse?.connectorId ?? null,
    token: idToken && { ...askOf(idToken), purpose },
    chargingState: chargingState === undefined ? null : chargingStates[chargingState],
    trigger: triggerReason,
    stopReason: stoppedReason ?? (eventType === 'Ended' ? 'Local' : null), // 2.x: absent means Local
    remoteStartId: remoteStartId ?? null,
    reservationId: request.reservationId ?? null,
    samples: samplesOf(request.meterValue ?? [], receivedAt),
    leftOutReadings,
    timestamp,
    at: stationTime(timestamp, receivedAt),
    receivedAt,
  };
}

/** I02, I03: what the session costs until now. I06: the driver's new price, once. */
export function answerOf({ decision, price }: EventAnswer): Messages['TransactionEvent']['response'] {
  const news = price?.news;
  return {
    ...(decision && { idTokenInfo: idTokenInfoOf(decision) }),
    ...(price && { totalCost: Number(price.total) }),
    ...(news && { updatedPersonalMessage: { format: 'UTF8', content: news.text, language: news.language } }),
  };
}
