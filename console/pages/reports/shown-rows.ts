import type { Report, ReportRow } from '#contract/reports/report.ts';

/** Days that are still to come say nothing, nor do those before anything happened, nor a period in which nothing did. */
export function shownRows({ by, rows, total }: Report, today: string): readonly ReportRow[] {
  if (by !== 'day') return rows;
  if (total.sessions === 0 && total.refusals === 0) return [];
  const first = rows.findIndex(({ sessions, refusals }) => sessions > 0 || refusals > 0);
  return rows.slice(Math.max(0, first)).filter(({ key }) => key <= today);
}
