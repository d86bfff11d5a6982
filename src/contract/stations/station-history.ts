import { z } from 'zod';
import { time } from '../common.ts';
import { ledgerEvent } from '../event.ts';
import { stationTopics } from './station-topics.ts';

export const stationEventQuery = z.object({
  from: time.optional().describe('Happened at this time or later'),
  to: time.optional().describe('Happened before this time'),
  topic: z.enum(stationTopics).optional().describe('Only what is about this'),
  before: z.string().max(60).optional().describe('The `next` of a page: what was recorded before it'),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});
export type StationEventQuery = z.output<typeof stationEventQuery>;

export const stationEventPage = z.object({
  events: z.array(ledgerEvent).describe('The newest first'),
  next: z.string().nullable().describe('Give it as `before` for those recorded earlier; null: there are none'),
});
export type StationEventPage = z.infer<typeof stationEventPage>;

export const stationSite = z.object({
  site: z.object({ id: z.string(), name: z.string() }).nullable().describe('null: it stands at none'),
  note: z.string().nullable().describe('Where it stands there, or what else one has to know of it'),
});
export type StationSite = z.infer<typeof stationSite>;
