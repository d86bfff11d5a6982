import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { outageExclusions } from '../word-lists.ts';

/** Why a port could not charge, as far as its station told. */
export const outageCause = z.enum(['faulted', 'unavailable', 'offline']);
/** Why an outage does not count against the operator (NEVI, 23 CFR 680.116). */
export const outageExclusion = z.enum(outageExclusions);
export type OutageExclusion = z.infer<typeof outageExclusion>;

export const outage = z.object({
  id: z.uuid(),
  stationId: z.string(),
  evseId: z.int().nullable().describe('null: the whole station'),
  connectorId: z.int().nullable(),
  cause: outageCause,
  code: z.string().nullable().describe("The station's own word, such as GroundFailure"),
  from: time,
  to: time.nullable().describe('null: it lasts'),
  exclusion: outageExclusion.nullable(),
  exclusionReason: z.string().nullable(),
  excludedBy: z.string().nullable(),
});
export type Outage = z.infer<typeof outage>;

export const outageQuery = z.object({
  siteId: z.string().max(60).optional(),
  stationId: z.string().max(48).optional(),
  firstDay: z.iso.date().optional().describe('With lastDay: whole days by the clock of each site, both counted'),
  lastDay: z.iso.date().optional(),
  from: time.optional().describe('Instead of days: what lasted longer than this time'),
  to: time.optional().describe('What began before it'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type OutageQuery = z.output<typeof outageQuery>;
export const outageList = z.object({ outages: z.array(outage) });

export const excludeOutage = z.object({
  exclusion: outageExclusion.nullable().describe('null: it counts again'),
  reason: visibleText.min(3).max(300),
});
export type ExcludeOutage = z.output<typeof excludeOutage>;
