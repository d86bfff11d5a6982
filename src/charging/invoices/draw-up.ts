import type { InvoiceKind, InvoiceLine } from './invoice.ts';

export type Drawn = { kind: InvoiceKind; total: bigint; tax: bigint };

/** The sum of its lines, never priced again: where more goes back than was used, it is a credit note. */
export function drawUp(lines: readonly Pick<InvoiceLine, 'amount' | 'tax'>[]): Drawn {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n);
  return { kind: total < 0n ? 'credit-note' : 'invoice', total, tax };
}

/**
 * How much of what stands on the invoice is still owed: what was paid at once, by a prepaid card or at the station, is not asked for again.
 * `open`: what the ledger says is owed of the same bill.
 */
export function stillOwed(billed: bigint, open: bigint): bigint {
  if (billed >= 0n) return open <= 0n ? 0n : least(billed, open);
  return open >= 0n ? 0n : -least(-billed, -open);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
