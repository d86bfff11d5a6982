import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { spanOf } from '../sessions/fold/session-usage.ts';
import type { PriceSnapshot } from '../tariffs/price-snapshot.ts';
import type { PricedSession } from '../tariffs/priced-session.ts';
import { priceSession, type SessionPrice } from '../tariffs/session-price.ts';
import { type Pricing, pricingOf } from '../tariffs/session-segments.ts';
import type { Applying } from '../tariffs/which-applies.ts';
import type { KeptBill } from './bill-store.ts';
import { fitsBill, isDecidedAlike } from './compute-bill.ts';

type Priced = { pricing: Pricing; price: SessionPrice };
type ToPrice = {
  session: PricedSession;
  known: KeptBill | undefined;
  book: PriceSnapshot;
  /** Its site, when it was first billed. */
  place: { siteId: string | null; timeZone: string };
};

/** What a session comes to, by the tariff that was decided upon when it was first billed; null: it costs nothing. */
export async function priceBill(
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

/** The tariff that a bill was made by; null: none held. */
function decidedBefore(book: PriceSnapshot, { tariffId, tariffVersion, tariffReason }: KeptBill): Applying | null {
  if (tariffId === null) return null;
  const version = book.tariffs.get(tariffId)?.versions.find((one) => one.version === tariffVersion);
  return version === undefined ? null : { tariffId, version, why: tariffReason ?? '' };
}
