import { refusalReport, report, uptimeReport } from '#contract/reports/report.ts';
import { type ExcludeOutage, outage, outageList } from '#contract/stations/outage.ts';
import { ask, posting, queryOf } from './ask.ts';

export type ReportAsked = {
  month?: string | undefined;
  siteId?: string | undefined;
  by?: string | undefined;
};
export type OutagesAsked = { from?: string | undefined; to?: string | undefined; siteId?: string | undefined };

/** What was earned, and what was not. */
export const reportApi = {
  report: (asked: ReportAsked, signal: AbortSignal) => ask(report, `/api/reports${queryOf(asked)}`, { signal }),
  uptime: (asked: ReportAsked, signal: AbortSignal) =>
    ask(uptimeReport, `/api/reports/uptime${queryOf(asked)}`, { signal }),
  refusals: (asked: ReportAsked, signal: AbortSignal) =>
    ask(refusalReport, `/api/reports/refusals${queryOf(asked)}`, { signal }),
  outages: (asked: OutagesAsked, signal: AbortSignal) => ask(outageList, `/api/outages${queryOf(asked)}`, { signal }),
  excludeOutage: (id: string, exclusion: ExcludeOutage) =>
    ask(outage, `/api/outages/${encodeURIComponent(id)}/exclude`, posting(exclusion)),
};

/** The same as a file or as a page to print. */
export function reportFile(asked: ReportAsked, more: { format: 'csv' | 'html'; language: string }): string {
  return `/api/reports${queryOf({ ...asked, ...more })}`;
}

export function sessionsFile(asked: ReportAsked): string {
  return `/api/reports/sessions${queryOf({ month: asked.month, siteId: asked.siteId, format: 'csv' })}`;
}
