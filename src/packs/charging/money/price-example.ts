import { z } from 'zod';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Cost, CostLine } from '#contract/billing/cost.ts';
import { time } from '#contract/common.ts';
import { siteId } from '#contract/stations/site.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { noSuchTariff, tariffIdArgument } from './tariffs.ts';

const shownLine = z.object({
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

const shownCost = z.object({
  total: z.string(),
  net: z.string(),
  tax: z.string(),
  currency: z.string(),
  lines: z.array(shownLine),
});

function costForAgents({ total, net, tax, currency, lines }: Cost): z.input<typeof shownCost> {
  return { total, net, tax, currency, lines: lines.slice(0, 100).map(lineForAgents) };
}

export function priceExample({ charging, clock }: Pick<PackNeeds, 'charging' | 'clock'>): Tool {
  return defineTool({
    name: 'price_example',
    title: 'Try a tariff',
    description:
      'Calculates what a made-up session would cost by a tariff, line by line. Use it to explain a price, or to compare tariffs. What a real session costs is told by get_transaction_details with with_cost true.',
    category: 'tariffs',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      tariff_id: tariffIdArgument,
      energy_kwh: z.number().min(0).max(999_999).describe('Charged evenly until it stays idle'),
      minutes: z.int().min(0).max(525_600).describe('From plugging in to leaving'),
      idle_minutes: z.int().min(0).max(525_600).default(0).describe('Of these minutes, at the end'),
      started_at: time.optional().describe('Absent: now'),
      site_id: siteId.optional().describe("By whose clock; absent: the installation's"),
    }),
    output: shownCost.extend({ tariff_version: z.int(), time_zone: z.string() }),
    examples: [{ tariff_id: 'day', energy_kwh: 21.5, minutes: 60 }],
    subject: ({ tariff_id }) => tariff_id,
    async run({ tariff_id, energy_kwh, minutes, idle_minutes, started_at, site_id }) {
      const trial = {
        startedAt: started_at ?? clock.now().toISOString(),
        minutes,
        kwh: energy_kwh.toFixed(3),
        idleMinutes: idle_minutes,
        siteId: site_id,
      };
      const { version, timeZone, ...cost } = await withSafeErrors(
        { NOT_FOUND: noSuchTariff, INVALID_INPUT: wrongTrial },
        () => charging.tariffs.tryOut(tariff_id, trial),
      );
      const data = { ...costForAgents(cost), tariff_version: version, time_zone: timeZone };
      return { text: `It would cost ${cost.total} ${cost.currency}.`, data };
    },
  });
}

const wrongTrial =
  'It cannot be calculated: idle_minutes may not be more than minutes, the tariff must have begun at started_at, and site_id must be one of list_sites.';
