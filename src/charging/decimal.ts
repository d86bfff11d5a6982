import { decimalText, minorDigits } from '#base/currency.ts';

export { decimalText, minorDigits };

/** Prices have at most four decimals; as ten-thousandths they are whole numbers, and money is never a float. */
export const scale = 10_000n;

/** "-12.34" in ten-thousandths. What is smaller is left out. */
export function unitsOf(amount: string): bigint {
  const isNegative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0').slice(0, 4));
  return isNegative ? -units : units;
}

/** Ten-thousandths of a kWh are 100 mWh each. */
export function mwhOf(kwh: string): number {
  return Number(unitsOf(kwh)) * 100;
}

/** Half of one is rounded up. For what is not below zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}

/** "12.500" is "12.5". */
export function withoutTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** In whole minor units of the currency, as it is shown. */
export function amountOf(units: bigint, currency: string): string {
  const digits = minorDigits(currency);
  return decimalText(units / 10n ** BigInt(4 - digits), digits);
}

/** "12.3400" in euros is "12.34"; digits that are there are never lost. */
export function moneyText(sum: string, currency: string): string {
  const digits = minorDigits(currency);
  const [whole = '0', fraction = ''] = sum.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
