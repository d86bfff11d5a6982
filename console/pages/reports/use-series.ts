import { keepPreviousData } from '@tanstack/react-query';
import { reportApi } from '#contract/api/reports.ts';
import type { Report } from '#contract/reports/report.ts';
import { useRead } from '../../api/queries.ts';
import { useReport } from '../../api/report-queries.ts';
import { toLocalTime } from '../../text/local-time.ts';
import { type Compare, type Days, daysOfMonth, formerDays, partOf } from './report-period.ts';

export type Series = { now: Report; former: Report | undefined; formerDays: Days | null };

/** A period in its days or months, and the one it is compared with. */
export function useSeries(days: Days, { site, compare }: { site: string | undefined; compare: Compare | undefined }) {
  const by = partOf(days);
  const before = compare === undefined ? null : formerDays(days, compare, today());
  const now = useReport({ ...queryOf(days), by, siteId: site });
  const asked = { ...queryOf(before ?? days), by, siteId: site };
  const former = useRead(
    ['reports', asked],
    reportApi.make,
    { query: asked },
    { enabled: before !== null, placeholderData: keepPreviousData },
  );
  return {
    error: now.error ?? (before === null ? null : former.error),
    series: now.data && { now: now.data, former: before === null ? undefined : former.data, formerDays: before },
  };
}

/** In the words of the API; a whole month goes by its name, which its files bear too. */
export function queryOf({ first, last }: Days) {
  const month = first.slice(0, 7);
  const whole = daysOfMonth(month);
  return whole.first === first && whole.last === last ? { month } : { firstDay: first, lastDay: last };
}

export function today(): string {
  return toLocalTime(new Date().toISOString()).slice(0, 10);
}
