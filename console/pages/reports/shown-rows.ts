import type { Report, ReportRow } from '#contract/reports/report.ts';

/** Days that are still to come say nothing, and neither does a month of days in which nothing happened. */
export function shownRows({ by, rows, total }: Report, today: string): readonly ReportRow[] {
  if (by !== 'day') return rows;
  if (total.sessions === 0 && total.refusals === 0) return [];
  return rows.filter(({ key }) => key <= today);
}
