import { z } from 'zod';
import { messageFilter } from '#contract/stations/message.ts';
import { stationTopics } from '#contract/stations/station-topics.ts';

export const stationTabs = [
  ...(['live', 'timeline', 'messages', 'commands', 'configuration'] as const),
  ...(['profiles', 'maintenance', 'access', 'security'] as const),
] as const;
export type StationTab = (typeof stationTabs)[number];

export const timelinePeriods = ['day', 'week', 'month', 'all'] as const;

/** What the address bar holds: the tab, and what is looked for in it. */
export const stationFilter = z.object({
  tab: z.enum(stationTabs).optional().catch(undefined),
  action: messageFilter.shape.action.catch(undefined),
  caller: messageFilter.shape.caller.catch(undefined),
  outcome: messageFilter.shape.outcome.catch(undefined),
  since: messageFilter.shape.since.catch(undefined),
  until: messageFilter.shape.until.catch(undefined),
  text: messageFilter.shape.text.catch(undefined),
  topic: z.enum(stationTopics).optional().catch(undefined),
  period: z.enum(timelinePeriods).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  command: z.string().max(60).optional().catch(undefined),
});
export type StationFilter = z.output<typeof stationFilter>;
