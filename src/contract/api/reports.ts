import { z } from 'zod';
import { billedColumns } from '../reports/billed-csv.ts';
import {
  billedSession,
  hourReport,
  livePower,
  refusalReport,
  report,
  reportQuery,
  stationPowers,
  todayQuery,
  todayReport,
  uptimeReport,
} from '../reports/report.ts';
import { language } from '../stations/message.ts';
import { excludeOutage, outage, outageList, outageQuery } from '../stations/outage.ts';
import { exportContent, exportFormat, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'reports:read');
const ofPeriod = reportQuery.omit({ by: true });

export const reportApi = defineApi('reports', {
  make: reading(
    'GET /api/reports',
    'Sessions, energy, revenue, utilisation, first-time success, uptime and refusals, by what you choose',
    {
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
  ),
  today: reading(
    'GET /api/reports/today',
    'The day so far by the clock of the sites, hour by hour, beside the same day of the week before',
    { query: todayQuery, turn: 'long', patienceSeconds: 60, answer: todayReport },
  ),
  power: reading('GET /api/reports/power', 'What all running sessions draw now, and drew in the last two hours', {
    answer: livePower,
  }),
  stationPowers: reading('GET /api/reports/station-power', 'What running sessions draw now, station by station', {
    answer: stationPowers,
  }),
  sessions: reading(
    'GET /api/reports/sessions',
    'Every ended session of a period with its cost, oldest first; the header X-Total-Count says how many follow',
    {
      query: ofPeriod.extend({ format: exportFormat }),
      turn: 'long',
      content: exportContent(billedColumns, billedSession.describe('One session per line')),
    },
  ),
  hours: reading(
    'GET /api/reports/hours',
    'How busy the EVSEs are in each hour of the week: utilisation and sessions that began, Monday 0 h first',
    { query: ofPeriod, turn: 'long', patienceSeconds: 180, answer: hourReport },
  ),
  uptime: reading(
    'GET /api/reports/uptime',
    'How long each port could charge, by the formula of NEVI, and what took it down',
    { query: ofPeriod, turn: 'long', patienceSeconds: 180, answer: uptimeReport },
  ),
  refusals: reading('GET /api/reports/refusals', 'Why tokens were refused, most frequent reason first', {
    query: ofPeriod,
    turn: 'long',
    patienceSeconds: 180,
    answer: refusalReport,
  }),
  outages: reading('GET /api/outages', 'When ports could not charge and why, newest first', {
    query: outageQuery,
    answer: outageList,
  }),
  excludeOutage: allow('operate', 'reports:change')(
    'POST /api/outages/:id/exclude',
    'Says why an outage does not count against uptime, or that it counts again',
    { params: ofUuid, body: excludeOutage, answer: outage },
  ),
});
