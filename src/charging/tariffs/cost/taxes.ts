import type { Cost, CostLine } from '#contract/billing/cost.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { decimalText, divideRounded, minorDigits, scale, unitsOf } from '../../decimal.ts';

/** A line before it is written: its amount in minor units. */
export type PricedLine = Omit<CostLine, 'amount'> & { units: bigint };

const whole = 100n * scale; // 100 percent

/** Adds the taxes, or says how much of the lines is tax where the prices contain them. */
export function withTaxes(lines: readonly PricedLine[], { currency, taxes, taxIncluded }: TariffTerms): Cost {
  const digits = minorDigits(currency);
  const subtotal = lines.reduce((sum, { units }) => sum + units, 0n);
  const rates = taxes.map(({ percent }) => unitsOf(percent));
  const net = taxIncluded ? divideRounded(subtotal * whole, whole + sum(rates)) : subtotal;
  const shares = taxIncluded ? shared(subtotal - net, rates) : rates.map((rate) => divideRounded(net * rate, whole));
  const taxLines = taxes.map(({ name, percent }, index): PricedLine => {
    const kind = taxIncluded ? 'included-tax' : 'tax';
    const units = shares[index] ?? 0n;
    return { kind, name, row: null, quantity: percent, unit: '%', price: null, units, from: null, to: null };
  });
  const tax = sum(shares);
  return {
    currency,
    lines: [...lines, ...taxLines].map(
      ({ units, ...line }): CostLine => ({ ...line, amount: decimalText(units, digits) }),
    ),
    net: decimalText(net, digits),
    tax: decimalText(tax, digits),
    total: decimalText(net + tax, digits),
  };
}

/** Shared by the rates so that nothing is left over: each gets the rounded sum up to it, less the one before. */
function shared(amount: bigint, rates: readonly bigint[]): bigint[] {
  const all = sum(rates);
  if (all === 0n) return rates.map(() => 0n);
  const upTo = (count: number) => divideRounded(amount * sum(rates.slice(0, count)), all);
  return rates.map((_, index) => upTo(index + 1) - upTo(index));
}

function sum(numbers: readonly bigint[]): bigint {
  return numbers.reduce((whole, one) => whole + one, 0n);
}
