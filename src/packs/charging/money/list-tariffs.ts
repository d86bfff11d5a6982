import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, limit, moreHint, next, pageOf } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { tariffInDetail, tariffInDetailForAgents } from './tariff-in-detail.ts';
import { noSuchTariff, tariffForAgents, tariffIdArgument } from './tariff-shape.ts';

export function listTariffs({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function one(tariffId: string) {
    const tariff = await withSafeErrors({ NOT_FOUND: noSuchTariff }, () => charging.tariffs.detail(tariffId));
    const held = (await charging.tariffs.assignments()).filter((each) => each.tariffId === tariff.id);
    const text = `${counted(tariff.versionCount, 'version')}; it holds by ${counted(held.length, 'assignment')}.`;
    return { text, data: { tariffs: [tariffInDetailForAgents(tariff, held)], total: 1 } };
  }

  return defineTool({
    name: 'list_tariffs',
    title: 'Tariffs',
    description:
      'Lists the tariffs with their price in words and the version in force; with tariff_id everything about one: the terms of its newest versions (prices, hours, taxes, limits) and where it holds. Terms have the names that set_tariff takes. For what a session would cost, use price_example; for what one did cost, get_transaction_details.',
    category: 'tariffs',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      tariff_id: tariffIdArgument.optional().describe('One tariff, with its terms, versions and places'),
      with_retired: z.boolean().default(false).describe('true: those too that nobody gets any more'),
      limit: limit(100, 30),
      after,
    }),
    output: z.object({ tariffs: z.array(tariffInDetail), total: z.int(), next }),
    examples: [{}, { tariff_id: 'day' }],
    async run({ tariff_id, with_retired, ...asked }) {
      if (tariff_id !== undefined) return one(tariff_id);
      const all = (await charging.tariffs.list())
        .filter(({ retiredAt }) => with_retired || retiredAt === null)
        .toSorted((each, other) => (each.id < other.id ? -1 : 1));
      const { page, next: more } = pageOf(all, ({ id }) => id, asked);
      const text = `${counted(all.length, 'tariff')}, ${page.length} of them here.${more === undefined ? '' : ` ${moreHint}`}`;
      return { text, data: { tariffs: page.map(tariffForAgents), total: all.length, next: more } };
    },
  });
}
