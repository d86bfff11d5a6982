import { reportApi } from '#contract/api/reports.ts';
import { billedColumns } from '#contract/reports/billed-csv.ts';
import { mayNameDrivers } from '#principals/personal-data.ts';
import { languageOf, sendPrintPage } from '../print/html.ts';
import { reportPage } from '../print/report-page.ts';
import { reportCsv } from '../report-csv.ts';
import { serve } from '../route.ts';
import { sendExport } from '../send-export.ts';

export const reportRoutes = serve(reportApi, {
  async make({ query: { format, language: wanted, ...query }, actor, request, reply }, { charging, principals }) {
    const made = await charging.reports.make(query, { isNamingDrivers: mayNameDrivers(principals, actor) });
    if (format === 'html') return sendPrintPage(reply, reportPage(made, languageOf(wanted, request)));
    if (format === 'json') return made;
    reply.header('content-disposition', `attachment; filename="report-${made.by}-${made.from.slice(0, 10)}.csv"`);
    return reply.type('text/csv; charset=utf-8').send(reportCsv(made));
  },
  async sessions({ query: { format, ...query }, actor, reply }, { charging, principals, stopping }) {
    const isNamingDrivers = mayNameDrivers(principals, actor);
    const { count, each: parts } = await charging.reports.sessions(query, { isNamingDrivers });
    reply.header('x-total-count', count);
    const days = query.firstDay === undefined ? 'report' : `${query.firstDay}-${query.lastDay}`;
    const name = `sessions-${query.month ?? days}`;
    return sendExport(reply, { format, name, columns: billedColumns, parts, reads: principals.reads, stopping });
  },
  today: ({ query }, { charging }) => charging.reports.today(query),
  power: (_asked, { charging }) => charging.livePower.now({}),
  stationPowers: (_asked, { charging }) => charging.livePower.byStation({}),
  hours: ({ query }, { charging }) => charging.reports.hours(query),
  uptime: ({ query }, { charging }) => charging.reports.uptime(query),
  refusals: ({ query }, { charging }) => charging.reports.refusals(query),
  outages: async ({ query }, { charging }) => ({ outages: await charging.outages.find(query) }),
  excludeOutage: ({ params, body, actor }, { charging }) => charging.outages.exclude(params.id, body, actor),
});
