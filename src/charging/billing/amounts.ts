import { decimalText, divideRounded, minorDigits } from '../decimal.ts';

export function keptAmount(units: bigint): string {
  return decimalText(units, 4);
}

/** Whether an amount can be paid: no part of a minor unit is left. */
export function isPayable(units: bigint, currency: string): boolean {
  return units % 10n ** BigInt(4 - minorDigits(currency)) === 0n;
}

/** The part of a sum that is tax, where `tax` of `whole` is; half a minor unit goes up. */
export function taxShare(
  sum: bigint,
  { whole, tax, currency }: { whole: bigint; tax: bigint; currency: string },
): bigint {
  if (whole === 0n) return 0n;
  const unit = 10n ** BigInt(4 - minorDigits(currency));
  return divideRounded(sum * tax, whole * unit) * unit;
}
