import { z } from 'zod';
import {
  newTariff,
  sessionCostList,
  stationTariffs,
  tariff,
  tariffDetail,
  tariffId,
  tariffList,
  tariffSource,
  tariffTrial,
  tariffTrialAnswer,
} from '#contract/billing/tariff.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });
const ofTariff = z.object({ id: tariffId });

export const listTariffs = defineRoute({
  method: 'GET',
  path: '/api/tariffs',
  access: 'read',
  scope: 'tariffs:read',
  summary: 'What charging costs',
  answer: tariffList,
  handle: async (_asked, { charging }) => ({ tariffs: await charging.tariffs.list() }),
});

export const getTariff = defineRoute({
  method: 'GET',
  path: '/api/tariffs/:id',
  access: 'read',
  scope: 'tariffs:read',
  summary: 'One tariff with all its versions',
  params: ofTariff,
  answer: tariffDetail,
  handle: ({ params }, { charging }) => charging.tariffs.detail(params.id),
});

export const addTariff = defineRoute({
  method: 'POST',
  path: '/api/tariffs',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Makes a tariff, or a new version of it; a version never changes afterwards',
  body: newTariff,
  answer: tariff,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.tariffs.add(body, actor),
});

export const readTariffText = defineRoute({
  method: 'POST',
  path: '/api/tariffs/text',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'The same from a text in YAML or JSON; what is wrong in it is told with its line and what to write instead',
  body: tariffSource,
  answer: tariff,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.tariffs.addText(body, actor),
});

export const retireTariff = defineRoute({
  method: 'DELETE',
  path: '/api/tariffs/:id',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Gives a tariff to nobody any more; what it priced keeps it',
  params: ofTariff,
  query: z.object({
    force: z
      .stringbool()
      .default(false)
      .describe('Also where it still holds: there the next wider one holds, or it is free'),
  }),
  answer: tariff,
  handle: ({ params, query, actor }, { charging }) =>
    charging.tariffs.retire(params.id, { isForced: query.force }, actor),
});

export const tryTariff = defineRoute({
  method: 'POST',
  path: '/api/tariffs/:id/try',
  access: 'read',
  scope: 'tariffs:read',
  summary: 'What a made-up session would cost, in steps that can be checked',
  params: ofTariff,
  body: tariffTrial,
  answer: tariffTrialAnswer,
  handle: ({ params, body }, { charging }) => charging.tariffs.tryOut(params.id, body),
});

export const getStationTariffs = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/tariffs',
  access: 'read',
  scope: 'stations:read',
  summary: 'Which tariffs a station was given, and which it says it has',
  params: ofStation,
  answer: stationTariffs,
  handle: ({ params }, { charging }) => charging.tariffs.ofStation(params.id),
});

export const listStationCosts = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/costs',
  access: 'read',
  scope: 'stations:read',
  summary: 'What sessions of a station cost, as we told it and as it told us, newest first',
  params: ofStation,
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  answer: sessionCostList,
  handle: async ({ params, query }, { charging }) => ({ costs: await charging.tariffs.costs(params.id, query.limit) }),
});
