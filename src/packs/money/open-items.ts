import { z } from 'zod';
import { minorText } from '#base/currency.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { StoredItem } from '#money/payments/open-items.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { counted, limit } from '../charging/paging.ts';
import type { MoneyPackNeeds } from './needs.ts';

export const shownItem = z.object({
  item_id: z.string(),
  kind: z.string(),
  payment_id: z.string().optional(),
  amount: z.string(),
  currency: z.string(),
  details: z.string().describe('Data'),
  opened_at: z.string(),
});

export function itemForAgents(item: StoredItem): z.input<typeof shownItem> {
  const { id, kind, paymentId, amount, currency, details, openedAt } = item;
  return {
    item_id: id,
    kind,
    payment_id: paymentId ?? undefined,
    amount: minorText(amount, currency),
    currency,
    details: untrustedText(details, 300),
    opened_at: openedAt.toISOString(),
  };
}

export function listOpenItems({ money }: Pick<MoneyPackNeeds, 'money'>): Tool {
  return defineTool({
    name: 'list_open_items',
    title: 'Open items of the money',
    description:
      'Lists what a person has to look at about money, newest first: unpaid rests, refused refunds, chargebacks, terminals and statements that differ from our books, roaming records that bill nobody. Only a person closes one.',
    category: 'payments',
    level: 'observe',
    tier: 'R0',
    input: z.object({ limit: limit(100, 30) }),
    output: z.object({ items: z.array(shownItem) }),
    examples: [{}],
    async run({ limit: most }) {
      const items = await money.openItems({ isOpen: true, limit: most });
      return { text: `${counted(items.length, 'open item')}.`, data: { items: items.map(itemForAgents) } };
    },
  });
}
