import { z } from 'zod';
import { billedSession, refusalReport, report, reportQuery, uptimeReport } from '#contract/reports/report.ts';
import { language } from '#contract/stations/message.ts';
import { mayNameDrivers } from '#principals/may-name-drivers.ts';
import { languageOf, sendPrintPage } from '../print/html.ts';
import { reportPage } from '../print/report-page.ts';
import { billedColumns, reportCsv } from '../report-csv.ts';
import { defineRoute } from '../route.ts';
import { exportContent, exportFormat, sendExport } from '../send-export.ts';

const ofPeriod = reportQuery.omit({ by: true });

export const makeReport = defineRoute({
  method: 'GET',
  path: '/api/reports',
  access: 'read',
  turn: 'long',
  scope: 'reports:read',
  summary: 'Sessions, energy, revenue, utilisation, first-time success, uptime and refusals, by what you choose',
  query: reportQuery.extend({
    format: z.enum(['json', 'csv', 'html']).default('json'),
    language: language.optional().describe("Of the page; the browser's unless it is given"),
  }),
  content: {
    'application/json': report,
    'text/csv': z.string().describe("A line per row, the total last. A text that begins like a formula gets a '"),
    'text/html': z.string().describe('A page to print'),
  },
  async handle({ query: { format, language: wanted, ...query }, actor, request, reply }, { charging, principals }) {
    const made = await charging.reports.make(query, { isNamingDrivers: mayNameDrivers(principals, actor) });
    if (format === 'html') return sendPrintPage(reply, reportPage(made, languageOf(wanted, request)));
    if (format === 'json') return reply.type('application/json').send(made);
    reply.header('content-disposition', `attachment; filename="report-${made.by}-${made.from.slice(0, 10)}.csv"`);
    return reply.type('text/csv; charset=utf-8').send(reportCsv(made));
  },
});

export const exportBilledSessions = defineRoute({
  method: 'GET',
  path: '/api/reports/sessions',
  access: 'read',
  turn: 'long',
  scope: 'reports:read',
  summary: 'Every ended session of a period with its cost, oldest first; the header X-Total-Count says how many follow',
  query: ofPeriod.extend({ format: exportFormat }),
  content: exportContent(billedColumns, billedSession.describe('One session per line')),
  async handle({ query: { format, ...query }, actor, reply }, { charging, principals, stopping }) {
    const isNamingDrivers = mayNameDrivers(principals, actor);
    const { count, each: parts } = await charging.reports.sessions(query, { isNamingDrivers });
    reply.header('x-total-count', count);
    const name = `sessions-${query.month ?? 'report'}`;
    return sendExport(reply, { format, name, columns: billedColumns, parts, reads: principals.reads, stopping });
  },
});

export const reportUptime = defineRoute({
  method: 'GET',
  path: '/api/reports/uptime',
  access: 'read',
  turn: 'long',
  scope: 'reports:read',
  summary: 'How long each port could charge, by the formula of NEVI, and what took it down',
  query: ofPeriod,
  answer: uptimeReport,
  handle: ({ query }, { charging }) => charging.reports.uptime(query),
});

export const reportRefusals = defineRoute({
  method: 'GET',
  path: '/api/reports/refusals',
  access: 'read',
  turn: 'long',
  scope: 'reports:read',
  summary: 'Why tokens were refused, most frequent reason first',
  query: ofPeriod,
  answer: refusalReport,
  handle: ({ query }, { charging }) => charging.reports.refusals(query),
});
