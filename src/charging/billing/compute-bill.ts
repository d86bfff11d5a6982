import type { Cost } from '#contract/billing/cost.ts';
import { unitsOf } from '../decimal.ts';
import type { PricedSession } from '../tariffs/priced-session.ts';
import type { Pricing } from '../tariffs/session-segments.ts';
import { taxShare } from './amounts.ts';
import type { KeptBill } from './bill-store.ts';

/** What is to be booked so that the bill says what the session comes to; null: nothing. */
export type Booking = { kind: 'charge' | 'adjustment'; currency: string; amount: bigint; tax: bigint; cost: Cost };

/**
 * The difference between what a session comes to now and what was booked of it. Corrections stay as they are; together they give
 * back no more than there is. Where there is none, and another token pays, that is booked too.
 */
export function bookingOf(
  cost: Cost,
  { known, tokenHash }: { known: KeptBill | undefined; tokenHash: string | null },
): Booking | null {
  const { currency } = cost;
  const [whole, tax] = [unitsOf(cost.total), unitsOf(cost.tax)];
  if (known === undefined || known.booked === 0) return { kind: 'charge', currency, amount: whole, tax, cost };
  const wanted = whole + known.corrected;
  const total = wanted < 0n ? 0n : wanted;
  const added = {
    amount: total - known.total,
    tax: taxShare(total, { whole, tax, currency }) - known.tax,
  };
  const isOfAnother = known.tokenHash !== tokenHash && known.total !== 0n;
  const isNothing = added.amount === 0n && added.tax === 0n && !isOfAnother;
  return isNothing ? null : { kind: 'adjustment', currency, ...added, cost };
}

/** What a session comes to that counts for nothing any more. */
export function nothing(currency: string): Cost {
  return { currency, lines: [], net: '0', tax: '0', total: '0' };
}

/** A tariff that was decided upon stays, as long as what it was decided by is the same: who, where and since when. */
export function isDecidedAlike(
  known: Pick<KeptBill, 'evseId' | 'tokenHash' | 'startedAt' | 'tariffReason'>,
  { evseId, tokenHash }: Pick<PricedSession, 'evseId' | 'tokenHash'>,
  startedAt: Date,
): boolean {
  return (
    known.evseId === evseId &&
    known.tokenHash === tokenHash &&
    known.startedAt.getTime() === startedAt.getTime() &&
    known.tariffReason !== 'session'
  );
}

/** Money of one kind makes a bill: a session that is billed goes on in the currency it was billed in. */
export function fitsBill(pricing: Pricing, known: KeptBill | undefined): boolean {
  return known === undefined || known.booked === 0 || pricing.segments[0].terms.currency === known.currency;
}
