import { z } from 'zod';
import { curveQuery, sessionCurve } from '../sessions/curve.ts';
import { meterKeyList, setMeterKeys } from '../sessions/meter-keys.ts';
import { meterMessageList } from '../sessions/session.ts';
import { signedValues, signedValuesQuery } from '../sessions/signed-values.ts';
import { ofStation, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'sessions:read');
const limit = z.coerce.number().int().min(1).max(10_000).default(1000);

export const meterValueApi = defineApi('sessions', {
  ofSession: reading('GET /api/sessions/:id/meter-values', 'What the meter said during a session', {
    params: ofUuid,
    query: z.object({ limit }),
    answer: meterMessageList,
  }),
  ofStation: reading(
    'GET /api/stations/:id/meter-values',
    'What the meters of a station said, in and outside sessions',
    { params: ofStation, query: z.object({ limit }), answer: meterMessageList },
  ),
  curve: reading(
    'GET /api/sessions/:id/curve',
    'Power, energy and whatever else the meter said during a session, in a bounded number of points',
    { params: ofUuid, query: curveQuery, answer: sessionCurve },
  ),
  signed: reading(
    'GET /api/sessions/:id/signed-values',
    'What the meter signed during a session, to the letter, and whether its signatures hold',
    { params: ofUuid, query: signedValuesQuery, answer: signedValues },
  ),
  keys: allow('read', 'stations:read')(
    'GET /api/stations/:id/meter-keys',
    'The keys by which the meters of a station sign',
    { params: ofStation, answer: meterKeyList },
  ),
  setKeys: allow('operate', 'stations:write')(
    'PUT /api/stations/:id/meter-keys',
    'Replaces the keys by which the meters of a station sign',
    { params: ofStation, body: setMeterKeys, answer: meterKeyList },
  ),
});
