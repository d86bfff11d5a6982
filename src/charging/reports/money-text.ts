import { minorDigits } from '../decimal.ts';

/** "12.3400" in euros is "12.34"; digits that are there are never lost. */
export function moneyText(sum: string, currency: string): string {
  const digits = minorDigits(currency);
  const [whole = '0', fraction = ''] = sum.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
