import { z } from 'zod';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { TariffAssignment, TariffDetail } from '#contract/billing/tariff.ts';
import { time } from '#contract/common.ts';
import { cleanedJson } from '../cleaned-json.ts';
import { shownTariff, tariffForAgents } from './tariff-shape.ts';

const assignment = z.object({
  site_id: z.string().optional(),
  charge_point_id: z.string().optional(),
  evse_id: z.int().optional(),
  connector_id: z.int().optional(),
  group_id: z.string().optional(),
  valid_from: time.optional(),
  valid_to: time.optional(),
});

/** What only one tariff is told with. */
export const tariffInDetail = shownTariff.extend({
  versions: z
    .array(z.object({ version: z.int(), valid_from: time, terms: z.record(z.string(), z.unknown()) }))
    .optional()
    .describe('Newest first; only where one tariff_id was asked for'),
  assignments: z.array(assignment).optional().describe('The same; one without a place holds everywhere'),
});

const maxVersions = 10;
const maxAssignments = 50;

export function tariffInDetailForAgents(
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
