import { SigecError } from '#base/errors.ts';
import type { Cost } from '#contract/billing/cost.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import { write } from '#ledger/ledger-types.ts';
import { minorDigits } from '../decimal.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import { type CostRow, type StationCost, sessionCosts } from './session-cost-store.ts';
import { priceSession, type SessionPrice } from './session-price.ts';
import { pricingOf } from './session-segments.ts';
import { sessionTariffs } from './session-tariff-store.ts';

export type SessionAt = { stationId: string; ref: string };

/** ISO 4217 for "none": a cost somebody named for a session that has no tariff. */
const noCurrency = 'XXX';

export async function priceOf(needs: BoundNeeds, { stationId, ref }: SessionAt): Promise<SessionPrice | undefined> {
  const { book, sessions, clock, pool, sites } = needs;
  const prices = await book.get();
  if (prices.tariffs.size === 0) return undefined; // where nothing has a price, no session has to be read
  const session = await sessions.read(`${stationId}\n${ref}`);
  if (session === undefined || session.state === 'merged') return undefined;
  const { siteId, timeZone } = await sites.clockOf(stationId);
  const pricing = pricingOf(prices, session, { siteId });
  if (pricing === null) return undefined;
  return priceSession(pool, { session, pricing, timeZone, until: clock.now() });
}

/** A session goes on in the money it began with, and with taxes treated alike: a bill has one sum. */
export async function mustFitSession(needs: BoundNeeds, session: SessionAt, tariff: Tariff): Promise<void> {
  const before = (await priceOf(needs, session))?.terms;
  const wanted = tariff.current?.terms;
  if (before === undefined || wanted === undefined) return;
  if (before.currency === wanted.currency && before.taxIncluded === wanted.taxIncluded) return;
  const how = before.currency === wanted.currency ? 'treats taxes otherwise' : `is in ${wanted.currency}`;
  throw new SigecError(
    'INVALID_INPUT',
    `The session is priced in ${before.currency}, and tariff ${tariff.id} ${how}: choose one of the same kind.`,
    { details: { field: 'tariffId' } },
  );
}

/** I02, I03, I06: the station hears the cost, and a new price once, with the answer it gets. */
export async function tellPrice(needs: BoundNeeds, session: SessionAt): Promise<SessionPrice | undefined> {
  const price = await priceOf(needs, session);
  if (price === undefined) return undefined;
  const told = { ...session, total: price.total, price };
  if (price.news === undefined) needs.told.note(rowOf(needs, told));
  else await recordTold(needs, told); // before the next answer, which would tell it again
  return price;
}

type CostReport = SessionAt & { total: string; price: SessionPrice | undefined };

export async function recordTold(needs: BoundNeeds, told: CostReport): Promise<void> {
  const row = rowOf(needs, told);
  const { stationId, sessionRef, total, currency, isFinal, toldAt } = row;
  const { news } = told.price ?? {};
  needs.told.supersede(row);
  await needs.ledger.commit({
    events: [
      { kind: 'session-cost-sent', stationId, happenedAt: toldAt, body: { sessionRef, total, currency, isFinal } },
    ],
    writes: [
      write(sessionCosts, row),
      ...(news === undefined
        ? []
        : [
            write(sessionTariffs, {
              stationId,
              sessionRef,
              tariffId: news.tariffId,
              changedAt: news.changedAt,
              isTold: true,
            }),
          ]),
    ],
    whenRefused: 'set-aside',
  });
}

function rowOf({ clock }: BoundNeeds, { stationId, ref, total, price }: CostReport): CostRow {
  return {
    stationId,
    sessionRef: ref,
    source: 'ours',
    currency: price?.currency ?? noCurrency,
    total,
    totalWithTax: price?.total === total ? total : null,
    energyWh: price?.energyWh ?? null,
    chargingSeconds: price?.durationSeconds ?? null,
    idleSeconds: null,
    tariffId: price?.tariffId ?? null,
    isFinal: price?.isFinal ?? false,
    failure: null,
    toldAt: clock.now(),
  };
}

/** Until now: only the last counts. In the end it is an event, and compared with ours. */
export async function recordStationCost(needs: BoundNeeds, { at, ...cost }: StationCost): Promise<void> {
  const { stationId, sessionRef, total, totalWithTax, currency, isFinal } = cost;
  const row: CostRow = { ...cost, source: 'station', toldAt: at };
  if (!isFinal) return needs.told.note(row);
  needs.told.supersede(row);
  const ours = await priceOf(needs, { stationId, ref: sessionRef });
  const difference = ours && costDifference(ours.cost, cost);
  await needs.ledger.commit({
    events: [
      {
        kind: 'session-cost-reported',
        stationId,
        happenedAt: at,
        body: { sessionRef, total, currency, isFinal },
      },
      ...(difference === undefined
        ? []
        : [
            {
              kind: 'session-cost-differs' as const,
              stationId,
              happenedAt: at,
              flags: ['cost-differs'],
              body: { sessionRef, ...difference, theirs: totalWithTax ?? total, theirCurrency: currency },
            },
          ]),
    ],
    writes: [write(sessionCosts, row)],
    whenRefused: 'set-aside',
  });
}

type Theirs = { total: string; totalWithTax: string | null; currency: string; failure: string | null };

/**
 * How a station's own sum differs from ours; undefined: it does not, or it could not calculate. Stations calculate with floats and
 * round where they like, so one minor unit is no difference.
 */
export function costDifference(
  { total, net, currency }: Cost,
  theirs: Theirs,
): { ours: string; currency: string; difference: string | null } | undefined {
  if (theirs.failure !== null) return undefined;
  const ours = theirs.totalWithTax === null ? net : total;
  if (theirs.currency !== currency) return { ours, currency, difference: null };
  const digits = minorDigits(currency);
  const units = (amount: string) => Math.round(Number(amount) * 10 ** digits); // only compared, never booked
  const difference = units(theirs.totalWithTax ?? theirs.total) - units(ours);
  if (Math.abs(difference) <= 1) return undefined;
  return { ours, currency, difference: (difference / 10 ** digits).toFixed(digits) };
}
