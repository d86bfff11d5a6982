import { z } from 'zod';
import {
  newTariff,
  newTariffAssignment,
  sessionCostList,
  stationTariffs,
  tariff,
  tariffAssignment,
  tariffAssignmentList,
  tariffDetail,
  tariffId,
  tariffList,
  tariffSource,
  tariffTrial,
  tariffTrialAnswer,
} from '../billing/tariff.ts';
import { newest, ofStation, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'tariffs:read');
const changing = allow('operate', 'tariffs:change');
const readingStation = allow('read', 'stations:read');
const ofTariff = z.object({ id: tariffId });

export const tariffApi = defineApi('tariffs', {
  list: reading('GET /api/tariffs', 'What charging costs', { answer: tariffList }),
  get: reading('GET /api/tariffs/:id', 'One tariff with all its versions', { params: ofTariff, answer: tariffDetail }),
  add: changing('POST /api/tariffs', 'Makes a tariff, or a new version of it; a version never changes afterwards', {
    body: newTariff,
    answer: tariff,
    status: 201,
  }),
  addText: changing(
    'POST /api/tariffs/text',
    'The same from a text in YAML or JSON; what is wrong in it is told with its line and what to write instead',
    { body: tariffSource, answer: tariff, status: 201 },
  ),
  retire: changing('DELETE /api/tariffs/:id', 'Gives a tariff to nobody any more; what it priced keeps it', {
    params: ofTariff,
    query: z.object({
      force: z
        .stringbool()
        .default(false)
        .describe('Also where it still holds: there the next wider one holds, or it is free'),
    }),
    patienceSeconds: 60,
    answer: tariff,
  }),
  try: reading('POST /api/tariffs/:id/try', 'What a made-up session would cost, in steps that can be checked', {
    params: ofTariff,
    body: tariffTrial,
    answer: tariffTrialAnswer,
  }),
  ofStation: readingStation(
    'GET /api/stations/:id/tariffs',
    'Which tariffs a station was given, and which it says it has',
    { params: ofStation, answer: stationTariffs },
  ),
  costs: readingStation(
    'GET /api/stations/:id/costs',
    'What sessions of a station cost, as we told it and as it told us, newest first',
    { params: ofStation, query: newest, answer: sessionCostList },
  ),
  assignments: reading('GET /api/tariff-assignments', 'Where tariffs hold, and for whom', {
    answer: tariffAssignmentList,
  }),
  assign: changing(
    'POST /api/tariff-assignments',
    'Gives a tariff to a place or a group; the most exact place wins, sessions keep what they began with',
    { body: newTariffAssignment, answer: tariffAssignment, status: 201 },
  ),
  unassign: changing(
    'DELETE /api/tariff-assignments/:id',
    'Takes a tariff away from a place or a group, for sessions that begin from now on',
    { params: ofUuid, patienceSeconds: 60, answer: tariffAssignment },
  ),
});
