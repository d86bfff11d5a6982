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
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'tariffs:read' } as const;
const changing = { access: 'operate', scope: 'tariffs:change' } as const;
const readingStation = { access: 'read', scope: 'stations:read' } as const;
const ofTariff = z.object({ id: tariffId });

export const tariffApi = defineApi('tariffs', {
  list: { route: 'GET /api/tariffs', ...reading, summary: 'What charging costs', answer: tariffList },
  get: {
    route: 'GET /api/tariffs/:id',
    ...reading,
    summary: 'One tariff with all its versions',
    params: ofTariff,
    answer: tariffDetail,
  },
  add: {
    route: 'POST /api/tariffs',
    ...changing,
    summary: 'Makes a tariff, or a new version of it; a version never changes afterwards',
    body: newTariff,
    answer: tariff,
    status: 201,
  },
  addText: {
    route: 'POST /api/tariffs/text',
    ...changing,
    summary:
      'The same from a text in YAML or JSON; what is wrong in it is told with its line and what to write instead',
    body: tariffSource,
    answer: tariff,
    status: 201,
  },
  retire: {
    route: 'DELETE /api/tariffs/:id',
    ...changing,
    summary: 'Gives a tariff to nobody any more; what it priced keeps it',
    params: ofTariff,
    query: z.object({
      force: z
        .stringbool()
        .default(false)
        .describe('Also where it still holds: there the next wider one holds, or it is free'),
    }),
    patienceSeconds: 60,
    answer: tariff,
  },
  try: {
    route: 'POST /api/tariffs/:id/try',
    ...reading,
    summary: 'What a made-up session would cost, in steps that can be checked',
    params: ofTariff,
    body: tariffTrial,
    answer: tariffTrialAnswer,
  },
  ofStation: {
    route: 'GET /api/stations/:id/tariffs',
    ...readingStation,
    summary: 'Which tariffs a station was given, and which it says it has',
    params: ofStation,
    answer: stationTariffs,
  },
  costs: {
    route: 'GET /api/stations/:id/costs',
    ...readingStation,
    summary: 'What sessions of a station cost, as we told it and as it told us, newest first',
    params: ofStation,
    query: newest,
    answer: sessionCostList,
  },
  assignments: {
    route: 'GET /api/tariff-assignments',
    ...reading,
    summary: 'Where tariffs hold, and for whom',
    answer: tariffAssignmentList,
  },
  assign: {
    route: 'POST /api/tariff-assignments',
    ...changing,
    summary: 'Gives a tariff to a place or a group; the most exact place wins, sessions keep what they began with',
    body: newTariffAssignment,
    answer: tariffAssignment,
    status: 201,
  },
  unassign: {
    route: 'DELETE /api/tariff-assignments/:id',
    ...changing,
    summary: 'Takes a tariff away from a place or a group, for sessions that begin from now on',
    params: ofUuid,
    patienceSeconds: 60,
    answer: tariffAssignment,
  },
});
