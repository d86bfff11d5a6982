import { moneyText } from '../../text/money.ts';

/** "R$ 59,90": the shop counts in cents of the real. */
export function centsText(cents: number, language: string): string {
  return moneyText((cents / 100).toFixed(2), 'BRL', language);
}
