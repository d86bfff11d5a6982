import { z } from 'zod';
import { meterMessageList, session, sessionPage, sessionQuery } from '#contract/session.ts';
import { stationId } from '#contract/station.ts';
import { defineRoute } from '../route.ts';

const limit = z.coerce.number().int().min(1).max(10_000).default(1000);

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions',
  access: 'read',
  scope: 'sessions:read',
  summary: 'Charging sessions, newest first',
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
  summary: 'One charging session',
  params: z.object({ id: z.uuid() }),
  answer: session,
  handle: ({ params }, { charging }) => charging.sessions.get(params.id),
});

export const listSessionMeterValues = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/meter-values',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What the meter said during a session',
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit }),
  answer: meterMessageList,
  async handle({ params, query }, { charging }) {
    const { stationId: station, ref } = await charging.sessions.get(params.id);
    return {
      messages: await charging.sessions.meterMessages({ stationId: station, sessionRef: ref, limit: query.limit }),
    };
  },
});

export const listStationMeterValues = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/meter-values',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What the meters of a station said, in and outside sessions',
  params: z.object({ id: stationId }),
  query: z.object({ limit }),
  answer: meterMessageList,
  handle: async ({ params, query }, { charging }) => ({
    messages: await charging.sessions.meterMessages({ stationId: params.id, limit: query.limit }),
  }),
});
