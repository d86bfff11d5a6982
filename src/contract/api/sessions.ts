import { z } from 'zod';
import { sessionDetail, sessionEventPage, sessionEventQuery } from '../sessions/detail.ts';
import { sessionLimitView } from '../sessions/limits.ts';
import { askStart, askStop, orderQuery, sessionOrder } from '../sessions/order.ts';
import { sessionFilter, sessionPage, sessionQuery, sessionSums } from '../sessions/session.ts';
import { sessionColumns } from '../sessions/session-csv.ts';
import { exportContent, exportFormat, ofStation, ofUuid, stationPatienceSeconds } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'sessions:read');
const changing = allow('operate', 'stations:command');

export const sessionApi = defineApi('sessions', {
  list: reading('GET /api/sessions', 'Charging sessions, newest first by when they began', {
    query: sessionQuery,
    answer: sessionPage,
  }),
  ofStation: reading('GET /api/stations/:id/sessions', 'Charging sessions of one station, newest first', {
    params: ofStation,
    query: sessionQuery.omit({ stationId: true }),
    answer: sessionPage,
  }),
  sums: reading('GET /api/sessions/sums', 'How many sessions fit, with their energy, revenue and mean duration', {
    query: sessionFilter,
    turn: 'long',
    answer: sessionSums,
  }),
  get: reading(
    'GET /api/sessions/:id',
    'One charging session: what it gave, who began it, why it ended, and what is odd about it',
    { params: ofUuid, answer: sessionDetail },
  ),
  events: reading(
    'GET /api/sessions/:id/events',
    'What the ledger holds about a session, in the order it was recorded',
    { params: ofUuid, query: sessionEventQuery, answer: sessionEventPage },
  ),
  limits: reading(
    'GET /api/sessions/:id/limits',
    'Where a session is to end by itself: what was asked for and what the station says holds',
    { params: ofUuid, answer: sessionLimitView },
  ),
  export: reading('GET /api/sessions/export', 'Charging sessions as a file, all that fit, newest first', {
    query: sessionFilter.extend({ format: exportFormat }),
    turn: 'long',
    content: exportContent(sessionColumns, z.string().describe('One session per line')),
  }),
  start: changing(
    'POST /api/sessions/start',
    'Asks a station to start a session; with wait, tells whether it has really started',
    { query: orderQuery, body: askStart, patienceSeconds: stationPatienceSeconds, answer: sessionOrder },
  ),
  stop: changing(
    'POST /api/sessions/:id/stop',
    'Asks the station to stop a running session; with wait, tells whether it has really ended',
    { params: ofUuid, query: orderQuery, body: askStop, patienceSeconds: stationPatienceSeconds, answer: sessionOrder },
  ),
});
