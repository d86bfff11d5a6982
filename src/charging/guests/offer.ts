import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { decimalText, minorDigits, unitsOf } from '../decimal.ts';
import { sessionCost } from '../tariffs/cost/session-cost.ts';

/** Whether somebody may begin to charge at an EVSE now. Who charges there is nobody's business. */
export type OfferState = 'free' | 'taken' | 'out-of-service' | 'offline' | 'no-price';

export type Way = { provider: string; method: string; isTrial: boolean };

/** What somebody who stands in front of an EVSE is told before they pay. */
export type Offer = {
  stationId: string;
  evseId: number;
  site: { name: string; address: string[] } | null;
  timeZone: string;
  state: OfferState;
  tariff: { id: string; version: number; terms: TariffTerms; rowsNow: readonly number[] } | null;
  ways: readonly Way[];
  /** Decimal text in the tariff's currency. */
  amounts: readonly string[];
  energiesKwh: readonly number[];
  maxAmount: string;
};

/** As people pay at a charger; of a currency without minor units a hundred times as much. */
const usualAmounts: Readonly<Record<string, readonly number[]>> = { BRL: [30, 60, 120] };
const otherAmounts = [10, 25, 50] as const;
const maxUsual = 500;
export const usualEnergiesKwh: readonly number[] = [10, 20, 40];

export function amountsOf(currency: string): { amounts: string[]; maxAmount: string } {
  const digits = minorDigits(currency);
  const text = (amount: number) => decimalText(BigInt(amount) * (digits === 0 ? 100n : 10n ** BigInt(digits)), digits);
  return { amounts: (usualAmounts[currency] ?? otherAmounts).map(text), maxAmount: text(maxUsual) };
}

/** A slow car: where time costs, the energy that was chosen must still be paid for. */
const slowKw = 4;

/** What is to be agreed upon for an amount of energy: what it costs a slow car now, rounded up to a whole unit. */
export function amountForEnergy(
  terms: TariffTerms,
  { kwh, at, timeZone }: { kwh: number; at: Date; timeZone: string },
): string {
  const until = new Date(at.getTime() + (kwh / slowKw) * 3_600_000);
  const { total, currency } = sessionCost({
    segments: [{ terms, from: null }],
    usage: {
      startedAt: at,
      until,
      readings: [
        { at, mwh: 0 },
        { at: until, mwh: kwh * 1_000_000 },
      ],
      idle: [],
      reservation: null,
    },
    timeZone,
  });
  const whole = (unitsOf(total) + 9_999n) / 10_000n;
  const digits = minorDigits(currency);
  return decimalText((whole > 0n ? whole : 1n) * 10n ** BigInt(digits), digits);
}
