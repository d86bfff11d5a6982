import { z } from 'zod';
import { stationId } from '#contract/station.ts';
import { newTariff, sessionCostList, stationTariffs, tariff, tariffId, tariffList } from '#contract/tariff.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const listTariffs = defineRoute({
  method: 'GET',
  path: '/api/tariffs',
  access: 'read',
  scope: 'tariffs:read',
  summary: 'What charging costs',
  answer: tariffList,
  handle: async (_asked, { charging }) => ({ tariffs: await charging.tariffs.list() }),
});

export const addTariff = defineRoute({
  method: 'POST',
  path: '/api/tariffs',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Makes a tariff; it never changes afterwards',
  body: newTariff,
  answer: tariff,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.tariffs.add(body, actor),
});

export const retireTariff = defineRoute({
  method: 'DELETE',
  path: '/api/tariffs/:id',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Gives a tariff to nobody any more; what it priced keeps it',
  params: z.object({ id: tariffId }),
  answer: tariff,
  handle: ({ params, actor }, { charging }) => charging.tariffs.retire(params.id, actor),
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
