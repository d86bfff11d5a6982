import type { Tariff } from '#contract/tariff.ts';

/** What a session took, in whole numbers: money is never calculated with floats. */
export type Usage = { energyMwh: number; durationMs: number };

/** The cost of a session by a tariff, as decimal text in whole minor units of its currency. */
export function costOf({ perKwh, perMinute, sessionFee, currency }: Tariff, { energyMwh, durationMs }: Usage): string {
  // One common denominator for a price per 1 000 000 mWh and one per 60 000 ms keeps every step exact until the end.
  const energy = scaled(perKwh) * BigInt(energyMwh) * 3n;
  const time = scaled(perMinute) * BigInt(durationMs) * 50n;
  const fee = scaled(sessionFee) * 3_000_000n;
  return rounded(energy + time + fee, { denominator: 3_000_000n * scale, digits: minorDigits(currency) });
}

const decimals = 4;
const scale = 10n ** BigInt(decimals);

/** "0.49" in ten-thousandths. */
function scaled(price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  return BigInt(whole) * scale + BigInt(fraction.padEnd(decimals, '0'));
}

/** Half a minor unit is rounded up. */
function rounded(numerator: bigint, { denominator, digits }: { denominator: bigint; digits: number }): string {
  const units = (numerator * 10n ** BigInt(digits) * 2n + denominator) / (denominator * 2n);
  const text = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Yen have none, euros two, dinars three. */
function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
