import type { Cost } from '#contract/billing/cost.ts';

/** Of a bill: net, and each tax by its name. */
export function priceOf(
  cost: Cost,
  total: string | null,
): { beforeTaxes: number; taxes: { name: string; percentage: number; amount: number }[] } {
  const isWhole = total === null || Number(total) === Number(cost.total);
  const taxes = cost.lines
    .filter(({ kind }) => kind === 'tax' || kind === 'included-tax')
    .map(({ name, quantity, amount }) => ({
      name: name ?? 'tax',
      percentage: Number(quantity),
      amount: Number(amount),
    }));
  if (isWhole) return { beforeTaxes: Number(cost.net), taxes };
  // A correction by hand is a sum: its taxes are in the proportion of the bill.
  const share = Number(cost.total) === 0 ? 0 : Number(total) / Number(cost.total);
  const corrected = taxes.map((tax) => ({ ...tax, amount: round(tax.amount * share) }));
  return {
    beforeTaxes: round(Number(total) - corrected.reduce((sum, { amount }) => sum + amount, 0)),
    taxes: corrected,
  };
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}

export type Price = ReturnType<typeof priceOf>;
const partKinds = {
  totalEnergyCost: ['energy'],
  totalTimeCost: ['time'],
  totalParkingCost: ['idle'],
  totalReservationCost: ['reservation-fee', 'reservation-time'],
  // What a minimum adds or a maximum takes away belongs to no kind of use.
  totalFixedCost: ['session-fee', 'minimum', 'maximum'],
} as const;

/** Net parts that add up to the net total; of a bill that was corrected by hand, or whose prices contain the taxes, there are none. */
export function partsOf(cost: Cost, total: Price): Partial<Record<keyof typeof partKinds, { beforeTaxes: number }>> {
  const parts = Object.entries(partKinds).flatMap(([name, kinds]) => {
    const lines = cost.lines.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
    const amount = lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 10_000), 0) / 10_000;
    return lines.length === 0 ? [] : [[name, { beforeTaxes: amount }] as const];
  });
  const sum = parts.reduce((whole, [, { beforeTaxes }]) => whole + Math.round(beforeTaxes * 10_000), 0);
  return sum === Math.round(total.beforeTaxes * 10_000) ? Object.fromEntries(parts) : {};
}
