import { z } from 'zod';
import { type SessionDetail, sessionDetail, sessionEventPage, sessionEventQuery } from '#contract/sessions/detail.ts';
import { type Session, sessionPage, sessionQuery } from '#contract/sessions/session.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofSession = z.object({ id: z.uuid() });

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions',
  access: 'read',
  scope: 'sessions:read',
  summary: 'Charging sessions, newest first by when they began',
  query: sessionQuery,
  answer: sessionPage,
  handle: ({ query }, { charging }) => charging.sessions.find(query),
});

export const listStationSessions = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/sessions',
  access: 'read',
  scope: 'sessions:read',
  summary: 'Charging sessions of one station, newest first',
  params: z.object({ id: stationId }),
  query: sessionQuery.omit({ stationId: true }),
  answer: sessionPage,
  handle: ({ params, query }, { charging }) => charging.sessions.find({ ...query, stationId: params.id }),
});

export const getSession = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id',
  access: 'read',
  scope: 'sessions:read',
  summary: 'One charging session: what it gave, who began it, why it ended, and what is odd about it',
  params: ofSession,
  answer: sessionDetail,
  async handle({ params }, { charging }) {
    const session = await charging.describeSession(params.id);
    return { ...session, links: linksOf(session) };
  },
});

export const listSessionEvents = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/events',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What the ledger holds about a session, in the order it was recorded',
  params: ofSession,
  query: sessionEventQuery,
  answer: sessionEventPage,
  handle: ({ params, query }, { charging }) => charging.sessions.events(params.id, query),
});

function linksOf({ id, stationId: station, state }: Session): SessionDetail['links'] {
  const self = `/api/sessions/${id}`;
  return {
    self,
    station: `/api/stations/${encodeURIComponent(station)}`,
    bill: `${self}/bill`,
    receipt: `${self}/receipt`,
    events: `${self}/events`,
    curve: `${self}/curve`,
    meterValues: `${self}/meter-values`,
    signedValues: `${self}/signed-values`,
    stop: state === 'running' ? `${self}/stop` : null,
  };
}
