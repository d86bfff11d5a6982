import { z } from 'zod';
import { curveQuery, sessionCurve } from '../sessions/curve.ts';
import { meterKeyList, setMeterKeys } from '../sessions/meter-keys.ts';
import { meterMessageList } from '../sessions/session.ts';
import { signedValues, signedValuesQuery } from '../sessions/signed-values.ts';
import { ofStation, ofUuid } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'sessions:read' } as const;
const limit = z.coerce.number().int().min(1).max(10_000).default(1000);

export const meterValueApi = defineApi('sessions', {
  ofSession: {
    route: 'GET /api/sessions/:id/meter-values',
    ...reading,
    summary: 'What the meter said during a session',
    params: ofUuid,
    query: z.object({ limit }),
    answer: meterMessageList,
  },
  ofStation: {
    route: 'GET /api/stations/:id/meter-values',
    ...reading,
    summary: 'What the meters of a station said, in and outside sessions',
    params: ofStation,
    query: z.object({ limit }),
    answer: meterMessageList,
  },
  curve: {
    route: 'GET /api/sessions/:id/curve',
    ...reading,
    summary: 'Power, energy and whatever else the meter said during a session, in a bounded number of points',
    params: ofUuid,
    query: curveQuery,
    answer: sessionCurve,
  },
  signed: {
    route: 'GET /api/sessions/:id/signed-values',
    ...reading,
    summary: 'What the meter signed during a session, to the letter, and whether its signatures hold',
    params: ofUuid,
    query: signedValuesQuery,
    answer: signedValues,
  },
  keys: {
    route: 'GET /api/stations/:id/meter-keys',
    access: 'read',
    scope: 'stations:read',
    summary: 'The keys by which the meters of a station sign',
    params: ofStation,
    answer: meterKeyList,
  },
  setKeys: {
    route: 'PUT /api/stations/:id/meter-keys',
    access: 'operate',
    scope: 'stations:write',
    summary: 'Replaces the keys by which the meters of a station sign',
    params: ofStation,
    body: setMeterKeys,
    answer: meterKeyList,
  },
});
