import { z } from 'zod';
import { sessionDetail, sessionEventPage, sessionEventQuery } from '../sessions/detail.ts';
import { sessionLimitView } from '../sessions/limits.ts';
import { askStart, askStop, orderQuery, sessionOrder } from '../sessions/order.ts';
import { sessionFilter, sessionPage, sessionQuery } from '../sessions/session.ts';
import { sessionColumns } from '../sessions/session-csv.ts';
import { exportContent, exportFormat, ofStation, ofUuid, stationPatienceSeconds } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'sessions:read' } as const;
const changing = { access: 'operate', scope: 'stations:command' } as const;

export const sessionApi = defineApi('sessions', {
  list: {
    route: 'GET /api/sessions',
    ...reading,
    summary: 'Charging sessions, newest first by when they began',
    query: sessionQuery,
    answer: sessionPage,
  },
  ofStation: {
    route: 'GET /api/stations/:id/sessions',
    ...reading,
    summary: 'Charging sessions of one station, newest first',
    params: ofStation,
    query: sessionQuery.omit({ stationId: true }),
    answer: sessionPage,
  },
  get: {
    route: 'GET /api/sessions/:id',
    ...reading,
    summary: 'One charging session: what it gave, who began it, why it ended, and what is odd about it',
    params: ofUuid,
    answer: sessionDetail,
  },
  events: {
    route: 'GET /api/sessions/:id/events',
    ...reading,
    summary: 'What the ledger holds about a session, in the order it was recorded',
    params: ofUuid,
    query: sessionEventQuery,
    answer: sessionEventPage,
  },
  limits: {
    route: 'GET /api/sessions/:id/limits',
    ...reading,
    summary: 'Where a session is to end by itself: what was asked for and what the station says holds',
    params: ofUuid,
    answer: sessionLimitView,
  },
  export: {
    route: 'GET /api/sessions/export',
    ...reading,
    summary: 'Charging sessions as a file, all that fit, newest first',
    query: sessionFilter.extend({ format: exportFormat }),
    turn: 'long',
    content: exportContent(sessionColumns, z.string().describe('One session per line')),
  },
  start: {
    route: 'POST /api/sessions/start',
    ...changing,
    summary: 'Asks a station to start a session; with wait, tells whether it has really started',
    query: orderQuery,
    body: askStart,
    patienceSeconds: stationPatienceSeconds,
    answer: sessionOrder,
  },
  stop: {
    route: 'POST /api/sessions/:id/stop',
    ...changing,
    summary: 'Asks the station to stop a running session; with wait, tells whether it has really ended',
    params: ofUuid,
    query: orderQuery,
    body: askStop,
    patienceSeconds: stationPatienceSeconds,
    answer: sessionOrder,
  },
});
