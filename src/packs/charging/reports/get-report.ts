import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { type Report, type ReportRow, reportBy, reportQuery } from '#contract/reports/report.ts';
import { siteId } from '#contract/stations/site.ts';
import { mayNameDrivers } from '#principals/personal-data.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, limit, moreHint, next, pageOf } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';

export const periodArguments = {
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')
    .optional()
    .describe('Such as 2026-03; absent, with from too: this month'),
  from: time.optional().describe('Instead of month'),
  to: time.optional().describe('With from; absent: now'),
  site_id: siteId.optional().describe('Only at this site'),
  charge_point_id: chargePointId.optional().describe('Only at this charge point'),
};

type PeriodInput = {
  month?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  site_id?: string | undefined;
  charge_point_id?: string | undefined;
};

export function queryOf({ month, from, to, site_id, charge_point_id }: PeriodInput) {
  return { month, from, to, siteId: site_id, stationId: charge_point_id };
}

export const wrongPeriod = {
  NOT_FOUND: 'There is no such site. Call list_sites to see which there are.',
  INVALID_INPUT:
    'Give a month, or from (and to, later than from), but not both; ten years at most, between 2000 and 2199.',
};

const row = z.object({
  key: z.string(),
  name: z.string().optional(),
  sessions: z.int(),
  energy_kwh: z.number(),
  revenue: z.array(z.string()).describe('Such as "120.50 EUR", one per currency, with taxes'),
  utilisation_percent: z.number().optional(),
  first_time_success_percent: z.number().optional(),
  uptime_percent: z.number().optional(),
  outage_minutes: z.number(),
  refusals: z.int(),
});

export function getReport({ charging, may }: Pick<PackNeeds, 'charging' | 'may'>): Tool {
  return defineTool({
    name: 'get_report',
    title: 'Report of a period',
    description:
      'Sums up ended sessions, energy, revenue, utilisation, first-time success, uptime and refusals of a month or between two times, by site, station, driver, tariff, day or month, with the total. Use it for questions about many sessions; for single ones use list_sessions, for ports and causes get_uptime_report.',
    category: 'reports',
    level: 'observe',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object({
      by: reportBy.default('total').describe('One row for each of these'),
      ...periodArguments,
      driver_id: z.uuid().optional().describe('Only of this driver'),
      tariff_id: reportQuery.shape.tariffId.describe('Only by this tariff'),
      limit: limit(200, 31),
      after,
    }),
    output: z.object({
      from: time,
      to: time,
      time_zone: z.string(),
      rows: z.array(row).describe('The last one of the last page is the total'),
      next,
    }),
    examples: [{ month: '2026-03', by: 'site' }],
    async run({ by, driver_id, tariff_id, limit: most, after: cursor, ...period }, { actor }) {
      const query = { ...queryOf(period), by, driverId: driver_id, tariffId: tariff_id };
      const report = await withSafeErrors(wrongPeriod, () =>
        charging.reports.make(query, { isNamingDrivers: mayNameDrivers({ may }, actor) }),
      );
      const total = { ...report.total, key: 'total' };
      const rows = by === 'total' ? [total] : [...report.rows, total];
      // No id begins with a space, so a station that is called "total" is not taken for it.
      const { page, next: more } = pageOf(rows, (each) => (each === total ? ' total' : each.key), {
        limit: most,
        after: cursor,
      });
      const times = { from: report.from, to: report.to, time_zone: report.timeZone };
      const data = { ...times, rows: page.map(rowForAgents), next: more };
      return { text: `${sentence(report)}${moreHint(more)}`, data };
    },
  });
}

function rowForAgents(told: ReportRow): z.input<typeof row> {
  return {
    key: untrustedText(told.key),
    name: untrustedTextIfAny(told.name, 100),
    sessions: told.sessions,
    energy_kwh: told.energyWh / 1000,
    revenue: told.revenue.map(({ amount, currency }) => `${amount} ${currency}`),
    utilisation_percent: percent(told.utilisation),
    first_time_success_percent: percent(told.firstTimeSuccess),
    uptime_percent: told.uptime ?? undefined,
    outage_minutes: told.outageMinutes,
    refusals: told.refusals,
  };
}

function percent(share: number | null): number | undefined {
  return share === null ? undefined : Math.round(share * 10_000) / 100;
}

function sentence({ from, to, total }: Report): string {
  const revenue = total.revenue.map(({ amount, currency }) => `${amount} ${currency}`).join(' and ') || 'nothing';
  return `From ${from} to ${to}: ${counted(total.sessions, 'session')}, ${total.energyWh / 1000} kWh, ${revenue} earned.`;
}
