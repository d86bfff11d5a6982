import { z } from 'zod';
import { billedColumns } from '../reports/billed-csv.ts';
import { billedSession, refusalReport, report, reportQuery, uptimeReport } from '../reports/report.ts';
import { language } from '../stations/message.ts';
import { excludeOutage, outage, outageList, outageQuery } from '../stations/outage.ts';
import { exportContent, exportFormat, ofUuid } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'reports:read' } as const;
const ofPeriod = reportQuery.omit({ by: true });

export const reportApi = defineApi('reports', {
  make: {
    route: 'GET /api/reports',
    ...reading,
    summary: 'Sessions, energy, revenue, utilisation, first-time success, uptime and refusals, by what you choose',
    query: reportQuery.extend({
      format: z.enum(['json', 'csv', 'html']).default('json'),
      language: language.optional().describe("Of the page; the browser's unless it is given"),
    }),
    turn: 'long',
    patienceSeconds: 180,
    answer: report,
    content: {
      'text/csv': z.string().describe("A line per row, the total last. A text that begins like a formula gets a '"),
      'text/html': z.string().describe('A page to print'),
    },
  },
  sessions: {
    route: 'GET /api/reports/sessions',
    ...reading,
    summary:
      'Every ended session of a period with its cost, oldest first; the header X-Total-Count says how many follow',
    query: ofPeriod.extend({ format: exportFormat }),
    turn: 'long',
    content: exportContent(billedColumns, billedSession.describe('One session per line')),
  },
  uptime: {
    route: 'GET /api/reports/uptime',
    ...reading,
    summary: 'How long each port could charge, by the formula of NEVI, and what took it down',
    query: ofPeriod,
    turn: 'long',
    patienceSeconds: 180,
    answer: uptimeReport,
  },
  refusals: {
    route: 'GET /api/reports/refusals',
    ...reading,
    summary: 'Why tokens were refused, most frequent reason first',
    query: ofPeriod,
    turn: 'long',
    patienceSeconds: 180,
    answer: refusalReport,
  },
  outages: {
    route: 'GET /api/outages',
    ...reading,
    summary: 'When ports could not charge and why, newest first',
    query: outageQuery,
    answer: outageList,
  },
  excludeOutage: {
    route: 'POST /api/outages/:id/exclude',
    access: 'operate',
    scope: 'reports:change',
    summary: 'Says why an outage does not count against uptime, or that it counts again',
    params: ofUuid,
    body: excludeOutage,
    answer: outage,
  },
});
