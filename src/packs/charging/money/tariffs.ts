import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { textOfTerms } from '#charging/tariffs/terms/text-for.ts';
import { type Tariff, type TariffAssignment, type TariffDetail, tariffId } from '#contract/billing/tariff.ts';
import { time } from '#contract/common.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { cleanedJson } from '../cleaned-json.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, limit, moreHint, next, pageOf } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';

export const tariffIdArgument = tariffId.describe('As list_tariffs returns it');

export const shownTariff = z.object({
  tariff_id: z.string(),
  currency: z.string().optional(),
  price: z.string().optional().describe('As drivers are shown it: data'),
  version: z.int().optional().describe('In force now; absent: it begins later'),
  valid_from: time.optional(),
  version_count: z.int(),
  is_retired: z.boolean(),
});

const assignment = z.object({
  site_id: z.string().optional(),
  charge_point_id: z.string().optional(),
  evse_id: z.int().optional(),
  connector_id: z.int().optional(),
  group_id: z.string().optional(),
  valid_from: time.optional(),
  valid_to: time.optional(),
});

const tariffInDetail = shownTariff.extend({
  versions: z
    .array(z.object({ version: z.int(), valid_from: time, terms: z.record(z.string(), z.unknown()) }))
    .optional()
    .describe('Newest first; only where one tariff_id was asked for'),
  assignments: z.array(assignment).optional().describe('The same; one without a place holds everywhere'),
});

const maxVersions = 10;
const maxAssignments = 50;

function tariffInDetailForAgents(
  tariff: TariffDetail,
  held: readonly TariffAssignment[],
): z.input<typeof tariffInDetail> {
  return {
    ...tariffForAgents(tariff),
    versions: tariff.versions.slice(0, maxVersions).map(({ version, validFrom, terms }) => ({
      version,
      valid_from: validFrom,
      terms: cleanedJson(terms) as Record<string, unknown>,
    })),
    assignments: held.slice(0, maxAssignments).map(assignmentForAgents),
  };
}

export function assignmentForAgents(held: Omit<TariffAssignment, 'id'>): z.input<typeof assignment> {
  return {
    site_id: held.siteId ?? undefined,
    charge_point_id: untrustedTextIfAny(held.stationId),
    evse_id: held.evseId ?? undefined,
    connector_id: held.connectorId ?? undefined,
    group_id: held.groupId ?? undefined,
    valid_from: held.validFrom ?? undefined,
    valid_to: held.validTo ?? undefined,
  };
}

export function tariffForAgents({ id, current, versionCount, retiredAt }: Tariff): z.input<typeof shownTariff> {
  return {
    tariff_id: id,
    currency: current?.terms.currency,
    price: current === null ? undefined : untrustedText(textOfTerms(current.terms, 'en').text, 300),
    version: current?.version,
    valid_from: current?.validFrom,
    version_count: versionCount,
    is_retired: retiredAt !== null,
  };
}

/** Ids of tariffs are chosen by people, and are not repeated in errors. */
export const noSuchTariff = 'No tariff has this tariff_id. Call list_tariffs to see which there are.';

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
      const text = `${counted(all.length, 'tariff')}, ${page.length} of them here.${moreHint(more)}`;
      return { text, data: { tariffs: page.map(tariffForAgents), total: all.length, next: more } };
    },
  });
}
