import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import type { UptimeReport } from '#contract/reports/report.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, limit, moreHint, next, pageOf } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { periodArguments, queryOf, wrongPeriod } from './get-report.ts';
import { outageForAgents, outagePage, shownOutage } from './outages.ts';

const port = z.object({
  charge_point_id: z.string(),
  evse_id: z.int(),
  site_id: z.string().optional(),
  uptime_percent: z.number(),
  outage_minutes: z.number(),
  excluded_minutes: z.number(),
  causes: z.array(
    z.object({ cause: z.string(), reported_code: z.string().optional(), minutes: z.number(), times: z.int() }),
  ),
});

type Port = UptimeReport['ports'][number];

export function getUptimeReport({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'get_uptime_report',
    title: 'Uptime of ports',
    description:
      'Tells how long each port (EVSE) could charge in a month or between two times, by the formula of NEVI, worst first, with what took it down. With with_outages true it lists the single outages instead: when, where and why, newest first, with those that last; use that to see what is broken since when, and to get an outage_id for exclude_outage. For what led to one, use what_happened; for energy and revenue, get_report.',
    category: 'reports',
    level: 'observe',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object({
      ...periodArguments,
      with_outages: z.boolean().default(false).describe('true: single outages in place of ports'),
      limit: limit(200, 20),
      after,
    }),
    output: z.object({
      from: time,
      to: time,
      port_count: z.int(),
      uptime_percent: z.number().optional().describe('Of all ports'),
      ports: z.array(port).optional().describe('Absent with with_outages'),
      outages: z.array(shownOutage).optional().describe('Only with with_outages: all that touch the time'),
      next,
    }),
    examples: [
      { month: '2026-03', site_id: 'praia' },
      { from: '2026-03-01T00:00:00Z', charge_point_id: 'CP-7', with_outages: true },
    ],
    async run({ limit: most, after: cursor, with_outages, ...period }) {
      const asked = queryOf(period);
      const report = await withSafeErrors(wrongPeriod, () => charging.reports.uptime(asked));
      const { from, to, total } = report;
      const all = total.uptime === null ? '' : `, ${total.uptime} percent of the time up`;
      const text = `${counted(total.ports, 'port')}${all}.`;
      const data = { from, to, port_count: total.ports, uptime_percent: total.uptime ?? undefined };
      const paging = { limit: most, after: cursor };
      if (with_outages) {
        const { stationId, siteId } = asked;
        const { page, next: more } = await outagePage(charging, { stationId, siteId, from, to, ...paging });
        const lasting = page.filter((outage) => outage.to === null).length;
        return {
          text: `${text} ${counted(page.length, 'outage')} here, ${lasting} of them lasting.${moreHint(more)}`,
          data: { ...data, outages: page.map(outageForAgents), next: more },
        };
      }
      const worst = report.ports.toSorted((one, other) => one.uptime - other.uptime || byName(one, other));
      const { page, next: more } = pageOf(worst, keyOf, paging);
      return { text: `${text}${moreHint(more)}`, data: { ...data, ports: page.map(portForAgents), next: more } };
    },
  });
}

function keyOf({ stationId, evseId }: Port): string {
  return `${evseId} ${stationId}`;
}

function byName(one: Port, other: Port): number {
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

function portForAgents(told: Port): z.input<typeof port> {
  return {
    charge_point_id: untrustedText(told.stationId),
    evse_id: told.evseId,
    site_id: told.siteId ?? undefined,
    uptime_percent: told.uptime,
    outage_minutes: told.outageMinutes,
    excluded_minutes: told.excludedMinutes,
    causes: told.causes.slice(0, 5).map(({ cause, code, minutes, times }) => ({
      cause: untrustedText(cause),
      reported_code: untrustedTextIfAny(code),
      minutes,
      times,
    })),
  };
}
