import { z } from 'zod';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Cost, CostLine } from '#contract/billing/cost.ts';

/** One line of a bill: quantity × price = amount. */
export const shownLine = z.object({
  kind: z.string().describe('energy, time, idle, …; included-tax is no addend'),
  quantity: z.string().optional(),
  unit: z.string().optional(),
  price: z.string().optional(),
  amount: z.string(),
  name: z.string().optional(),
});

export function lineForAgents({ kind, quantity, unit, price, amount, name }: CostLine): z.input<typeof shownLine> {
  return {
    kind,
    quantity: quantity ?? undefined,
    unit: unit ?? undefined,
    price: price ?? undefined,
    amount,
    name: untrustedTextIfAny(name),
  };
}

export const shownCost = z.object({
  total: z.string(),
  net: z.string(),
  tax: z.string(),
  currency: z.string(),
  lines: z.array(shownLine),
});

export function costForAgents({ total, net, tax, currency, lines }: Cost): z.input<typeof shownCost> {
  return { total, net, tax, currency, lines: lines.slice(0, 100).map(lineForAgents) };
}
