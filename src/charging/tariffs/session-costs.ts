import { write } from '#ledger/ledger-types.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import { type CostRow, sessionCosts, sessionTariffs } from './session-cost-store.ts';
import { type SessionPrice, sessionPrice } from './session-price.ts';

export type SessionAt = { stationId: string; ref: string };

/** ISO 4217 for "none": a cost somebody named for a session that has no tariff. */
const noCurrency = 'XXX';

export async function priceOf({ book, sessions, clock }: BoundNeeds, { stationId, ref }: SessionAt) {
  const prices = await book.get();
  if (prices.tariffs.size === 0) return undefined; // where nothing has a price, no session has to be read
  const session = await sessions.read(`${stationId}\n${ref}`);
  return session && sessionPrice(prices, session, clock.now());
}

/** I02, I03, I06: the station hears the cost, and a new price once, with the answer it gets. */
export async function tellPrice(needs: BoundNeeds, session: SessionAt): Promise<SessionPrice | undefined> {
  const price = await priceOf(needs, session);
  if (price === undefined) return undefined;
  await recordTold(needs, { ...session, total: price.total, price });
  return price;
}

/** What the station was told; with the price it was calculated by, where there is one. */
export async function recordTold(
  { ledger, clock }: BoundNeeds,
  { stationId, ref, total, price }: SessionAt & { total: string; price: SessionPrice | undefined },
): Promise<void> {
  const toldAt = clock.now();
  const { currency = noCurrency, isFinal = false, tariff, news } = price ?? {};
  const row: CostRow = {
    stationId,
    sessionRef: ref,
    source: 'ours',
    currency,
    total,
    totalWithTax: null,
    energyWh: price?.energyWh ?? null,
    chargingSeconds: price?.durationSeconds ?? null,
    idleSeconds: null,
    tariffId: tariff?.id ?? null,
    isFinal,
    failure: null,
    toldAt,
  };
  const isNews = tariff !== undefined && news !== undefined;
  await ledger.commit({
    events: [
      {
        kind: 'session-cost-told',
        stationId,
        happenedAt: toldAt,
        body: { sessionRef: ref, total, currency, isFinal },
      },
    ],
    writes: [
      write(sessionCosts, row),
      ...(isNews
        ? [write(sessionTariffs, { stationId, sessionRef: ref, tariffId: tariff.id, changedAt: toldAt, isTold: true })]
        : []),
    ],
    whenRefused: 'set-aside',
  });
}

/** What a station calculated itself (2.1 costDetails). */
export type StationCost = Omit<CostRow, 'source' | 'toldAt'> & { at: Date };

export async function recordStationCost({ ledger }: BoundNeeds, { at, ...cost }: StationCost): Promise<void> {
  const { stationId, sessionRef, total, currency, isFinal } = cost;
  await ledger.commit({
    events: [
      {
        kind: 'session-cost-reported',
        stationId,
        happenedAt: at,
        body: { sessionRef, total, currency, isFinal },
      },
    ],
    writes: [write(sessionCosts, { ...cost, source: 'station', toldAt: at })],
    whenRefused: 'set-aside',
  });
}
