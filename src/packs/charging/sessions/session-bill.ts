import { z } from 'zod';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Bill } from '#contract/billing/bill.ts';
import { lineForAgents } from '../money/cost-shape.ts';
import { plainJson } from '../plain-json.ts';

/** Texts by their names: an agent pays for every field of a shape, also when it asks for no bill. */
const row = z.record(z.string(), z.string());

export const sessionBill = z.object({
  state: z.string().describe('running, final or free'),
  total: z.string().optional(),
  currency: z.string().optional(),
  tariff_id: z.string().optional(),
  tariff_version: z.int().optional(),
  tariff_because: z.string().optional(),
  lines: z.array(row).describe('kind, quantity, unit, price, amount, name; included-tax is no addend'),
  bookings: z.array(row).describe('kind, at, amount, tax, reason'),
});

export function billForAgents(bill: Bill): z.input<typeof sessionBill> {
  return {
    state: bill.state,
    total: bill.total ?? undefined,
    currency: bill.currency ?? undefined,
    tariff_id: bill.tariffId ?? undefined,
    tariff_version: bill.tariffVersion ?? undefined,
    tariff_because: untrustedTextIfAny(bill.why, 200),
    lines: (bill.cost?.lines ?? []).slice(0, 100).map((line) => rowOf(lineForAgents(line))),
    bookings: bill.entries
      .slice(-50)
      .map(({ kind, at, amount, tax, reason }) =>
        rowOf({ kind, at, amount, tax, reason: untrustedTextIfAny(reason, 300) }),
      ),
  };
}

/** Without what is not there. */
function rowOf(fields: Record<string, string | undefined>): z.input<typeof row> {
  return plainJson(fields) as Record<string, string>;
}

export function billSentence({ state, total, currency }: Bill): string {
  if (state === 'free' || total === null) return 'No tariff holds for this session, so it costs nothing.';
  return state === 'running' ? `${total} ${currency} until now; it goes on.` : `${total} ${currency}, booked.`;
}
