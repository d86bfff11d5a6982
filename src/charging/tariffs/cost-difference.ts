import type { Cost } from '#contract/billing/cost.ts';
import { minorDigits } from '../decimal.ts';

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
