import { z } from 'zod';
import { reportQuery } from '#contract/reports/report.ts';

export const reportTabs = ['figures', 'uptime', 'outages', 'refusals'] as const;
export const reportGroupings = ['day', 'site', 'station', 'driver', 'tariff'] as const;

export const reportFilter = z.object({
  tab: z.enum(reportTabs).optional().catch(undefined),
  month: reportQuery.shape.month.catch(undefined),
  /** Days instead of a month, both counted. */
  from: reportQuery.shape.firstDay.catch(undefined),
  to: reportQuery.shape.lastDay.catch(undefined),
  /** With as many days before, or with the same ones of the year before. */
  compare: z.enum(['before', 'year']).optional().catch(undefined),
  by: z.enum(reportGroupings).optional().catch(undefined),
  site: z.string().max(60).optional().catch(undefined),
});
export type ReportFilter = z.output<typeof reportFilter>;
