import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Cost } from '#contract/billing/cost.ts';
import { unitsOf } from '../decimal.ts';
import { spanOf } from '../sessions/fold/session-usage.ts';
import type { PriceSnapshot } from '../tariffs/price-snapshot.ts';
import type { PricedSession } from '../tariffs/priced-session.ts';
import { priceSession, type SessionPrice } from '../tariffs/session-price.ts';
import { type Pricing, pricingOf } from '../tariffs/session-segments.ts';
import type { Applying } from '../tariffs/which-applies.ts';
import type { KeptBill } from './bill-store.ts';
import { fitsBill, isDecidedAlike, nothing } from './compute-bill.ts';

export type ComputedRow = Omit<KeptBill, 'total' | 'tax' | 'corrected' | 'booked'>;
type BillFacts = {
  session: PricedSession;
  known: KeptBill | undefined;
  book: PriceSnapshot;
  /** Its site, when it was first billed. */
  place: { siteId: string | null; timeZone: string };
};

/** What the bill of a session says, by all that is known of it now; `cost` null: no tariff holds, nor ever did. */
export async function computeRow(
  needs: { pool: Pool; clock: Clock },
  { session, known, book, place }: BillFacts,
): Promise<{ row: ComputedRow; cost: Cost | null }> {
  const isMerged = session.state === 'merged'; // it counts for nothing any more
  const priced = isMerged ? null : await priceBill(needs, { session, known, book, place });
  const before = known?.currency ?? null;
  const cost = priced?.price.cost ?? (before === null ? null : nothing(before));
  const { startedAt, until } = priced?.price ?? spanOf(session, needs.clock.now());
  const isSameToken = known?.tokenHash === session.tokenHash;
  const row: ComputedRow = {
    sessionId: session.id,
    stationId: session.stationId,
    evseId: session.evseId,
    siteId: place.siteId,
    timeZone: place.timeZone,
    tokenHash: session.tokenHash,
    // A token that was taken away since says nothing any more; what it said still counts.
    driverId: session.driverId ?? (isSameToken ? known.driverId : null),
    groupId: session.groupId ?? (isSameToken ? known.groupId : null),
    tariffId: priced?.pricing.tariffId ?? null,
    tariffVersion: priced?.pricing.tariffVersion ?? null,
    tariffReason: priced?.pricing.why ?? null,
    startedAt,
    endedAt: until,
    energyMwh: isMerged ? 0 : session.energyMwh,
    currency: cost?.currency ?? null,
    computed: unitsOf(cost?.total ?? '0'),
    computedTax: unitsOf(cost?.tax ?? '0'),
    eventCount: session.eventCount,
  };
  return { row, cost };
}

type Priced = { pricing: Pricing; price: SessionPrice };
type ToPrice = {
  session: PricedSession;
  known: KeptBill | undefined;
  book: PriceSnapshot;
  place: { siteId: string | null; timeZone: string };
};

/** What a session comes to, by the tariff that was decided upon when it was first billed; null: it costs nothing. */
async function priceBill(
  { pool, clock }: { pool: Pool; clock: Clock },
  { session, known, book, place: { siteId, timeZone } }: ToPrice,
): Promise<Priced | null> {
  const priceBy = async (kept: Applying | null | undefined): Promise<Priced | null> => {
    const pricing = pricingOf(book, session, { siteId, kept });
    if (pricing === null) return null;
    return { pricing, price: await priceSession(pool, { session, pricing, timeZone, until: clock.now() }) };
  };
  const priced = await priceBy(undefined);
  if (known === undefined) return priced;
  const { startedAt } = priced?.price ?? spanOf(session, clock.now());
  const stays = isDecidedAlike(known, session, startedAt) || (priced !== null && !fitsBill(priced.pricing, known));
  return stays ? priceBy(decidedBefore(book, known)) : priced;
}

function decidedBefore(book: PriceSnapshot, { tariffId, tariffVersion, tariffReason }: KeptBill): Applying | null {
  if (tariffId === null) return null;
  const version = book.tariffs.get(tariffId)?.versions.find((one) => one.version === tariffVersion);
  return version === undefined ? null : { tariffId, version, why: tariffReason ?? '' };
}
