import { z } from 'zod';
import { curveQuery, sessionCurve } from '#contract/sessions/curve.ts';
import { meterKeyList, setMeterKeys as newMeterKeys } from '#contract/sessions/meter-keys.ts';
import { meterMessageList } from '#contract/sessions/session.ts';
import { signedValues, signedValuesQuery } from '#contract/sessions/signed-values.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofSession = z.object({ id: z.uuid() });
const ofStation = z.object({ id: stationId });
const limit = z.coerce.number().int().min(1).max(10_000).default(1000);

export const listSessionMeterValues = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/meter-values',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What the meter said during a session',
  params: ofSession,
  query: z.object({ limit }),
  answer: meterMessageList,
  handle: async ({ params, query }, { charging }) => ({
    messages: await charging.meterValues.ofSession(params.id, query.limit),
  }),
});

export const listStationMeterValues = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/meter-values',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What the meters of a station said, in and outside sessions',
  params: ofStation,
  query: z.object({ limit }),
  answer: meterMessageList,
  handle: async ({ params, query }, { charging }) => ({
    messages: await charging.meterValues.ofStation(params.id, query.limit),
  }),
});

export const getSessionCurve = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/curve',
  access: 'read',
  scope: 'sessions:read',
  summary: 'Power, energy and whatever else the meter said during a session, in a bounded number of points',
  params: ofSession,
  query: curveQuery,
  answer: sessionCurve,
  handle: ({ params, query }, { charging }) => charging.meterValues.curve(params.id, query),
});

export const listSignedValues = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/signed-values',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What the meter signed during a session, to the letter, and whether its signatures hold',
  params: ofSession,
  query: signedValuesQuery,
  answer: signedValues,
  handle: ({ params, query }, { charging }) => charging.meterValues.signed(params.id, query.limit),
});

export const listMeterKeys = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/meter-keys',
  access: 'read',
  scope: 'stations:read',
  summary: 'The keys by which the meters of a station sign',
  params: ofStation,
  answer: meterKeyList,
  handle: async ({ params }, { charging }) => ({ keys: await charging.meterValues.keys(params.id) }),
});

export const setMeterKeys = defineRoute({
  method: 'PUT',
  path: '/api/stations/:id/meter-keys',
  access: 'operate',
  scope: 'stations:write',
  summary: 'Replaces the keys by which the meters of a station sign',
  params: ofStation,
  body: newMeterKeys,
  answer: meterKeyList,
  handle: async ({ params, body, actor }, { charging }) => ({
    keys: await charging.meterValues.setKeys(params.id, body.keys, actor),
  }),
});
