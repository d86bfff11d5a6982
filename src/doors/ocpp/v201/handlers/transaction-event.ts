import type { Purpose } from '#charging/authorization/decide.ts';
import type { StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { ChargingState } from '#charging/sessions/record/session-event.ts';
import type { SessionReports } from '#charging/sessions/record/session-reports.ts';
import { unusableReadings } from '#charging/sessions/record/unusable-values.ts';
import type { TariffText } from '#contract/billing/tariff.ts';
import type { Handler, HandlerContext } from '../../handler.ts';
import { stationTime, toldTime } from '../../shared/station-time.ts';
import { askOf, idTokenInfoOf } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';
import { samplesOf } from '../samples.ts';

type Request = Messages['TransactionEvent']['request'];

/** What a session costs until now, and the driver's new price if it is news to them. */
type ToldPrice = { total: string; news?: TariffText | undefined };
export type TransactionUseCases = {
  sessions: Pick<SessionReports, 'record' | 'nameOf'>;
  authorization: Pick<StationAuthorization, 'decide' | 'evidence'>;
  tariffs: { tellPrice(session: { stationId: string; ref: string }): Promise<ToldPrice | undefined> };
};

const kinds = { Started: 'started', Updated: 'updated', Ended: 'ended' } as const;

const chargingStates = {
  EVConnected: 'plugged-in',
  Charging: 'charging',
  SuspendedEV: 'suspended-by-vehicle',
  SuspendedEVSE: 'suspended-by-station',
  Idle: 'idle',
} satisfies Record<NonNullable<Request['transactionInfo']['chargingState']>, ChargingState>;

/** E01–E15: the event, and what was decided about the token in it, are durable before they are answered. */
export const onTransactionEvent: Handler<Messages['TransactionEvent'], TransactionUseCases> = async (
  request,
  context,
) => (await takeTransactionEvent(await withOwnName(request, context), context)).answer;

/** The event with our name for its session in place of the station's. */
export async function withOwnName<Told extends Named>(
  request: Told,
  { stationId, charging, receivedAt }: HandlerContext<Pick<TransactionUseCases, 'sessions'>>,
): Promise<Told> {
  const { transactionId } = request.transactionInfo;
  const at = stationTime(request.timestamp, receivedAt);
  const ref = await charging.sessions.nameOf({
    stationId,
    transactionId,
    kind: kinds[request.eventType],
    at,
    hasTime: at !== receivedAt,
    evseId: request.evse?.id ?? null,
  });
  if (ref === transactionId) return request;
  return { ...request, transactionInfo: { ...request.transactionInfo, transactionId: ref } };
}

type Named = Pick<Request, 'eventType' | 'timestamp' | 'evse'> & { transactionInfo: { transactionId: string } };

/** `tellsCost`: the station does not calculate by itself, so it hears what the session costs. */
export async function takeTransactionEvent(
  request: Request,
  context: HandlerContext<TransactionUseCases>,
  { tellsCost = true } = {},
) {
  const { stationId, charging, receivedAt, leftOutReadings } = context;
  const { transactionInfo, evse, idToken, seqNo } = request;
  const { transactionId: ref, chargingState, stoppedReason, remoteStartId } = transactionInfo;
  const at = stationTime(request.timestamp, receivedAt);
  const isOffline = request.offline ?? false;
  const ask = idToken && {
    ...askOf(idToken),
    stationId,
    evseId: evse?.id ?? null,
    purpose: purposeOf(request),
    sessionRef: ref,
    hasBegun: request.eventType !== 'Started',
    isOffline,
    at,
  };
  const decision = ask && (await charging.authorization.decide(ask));
  await charging.sessions.record(
    {
      stationId,
      ref,
      key: String(seqNo),
      kind: kinds[request.eventType],
      seqNo,
      at,
      toldAt: toldTime(request.timestamp),
      receivedAt,
      isOffline,
      startKey: null,
      evseId: evse?.id ?? null,
      connectorId: evse?.connectorId ?? null,
      token: decision === undefined ? null : { hash: decision.tokenId, type: ask?.tokenType ?? null },
      chargingState: chargingState === undefined ? null : chargingStates[chargingState],
      trigger: request.triggerReason,
      stopReason: stoppedReason ?? (request.eventType === 'Ended' ? 'Local' : null), // 2.x: absent means Local
      remoteStartId: remoteStartId ?? null,
      reservationId: request.reservationId ?? null,
      samples: samplesOf(request.meterValue ?? [], receivedAt),
      registerWh: null,
      ...unusableReadings(leftOutReadings),
    },
    ask && decision && charging.authorization.evidence(ask, decision),
  );
  const hasCost = tellsCost && request.eventType !== 'Started';
  const price = hasCost ? await charging.tariffs.tellPrice({ stationId, ref }) : undefined;
  const answer = { ...(decision && { idTokenInfo: idTokenInfoOf(decision) }), ...costAnswer(price) };
  return { answer, decision };
}

/** A token in the middle of a session may be the one that ends it (E07). */
function purposeOf({ eventType, triggerReason }: Pick<Request, 'eventType' | 'triggerReason'>): Purpose {
  return eventType === 'Ended' || triggerReason === 'StopAuthorized' ? 'stop' : 'start';
}

/** I02, I03: what it costs until now. I06: the driver's new price, once. */
function costAnswer(price: ToldPrice | undefined): Messages['TransactionEvent']['response'] {
  if (price === undefined) return {};
  const { total, news } = price;
  return {
    totalCost: Number(total),
    ...(news && { updatedPersonalMessage: { format: 'UTF8', content: news.text, language: news.language } }),
  };
}
