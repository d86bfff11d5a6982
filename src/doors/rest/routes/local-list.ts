import { z } from 'zod';
import {
  keepLocalList,
  localList,
  localListEntryQuery,
  localListQuery,
  localListRows,
} from '#contract/access/local-list.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const getLocalList = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/local-list',
  access: 'read',
  scope: 'stations:read',
  summary: 'Which tokens a station knows by heart, and whether it is in step',
  params: ofStation,
  query: localListEntryQuery,
  answer: localList,
  handle: ({ params, query }, { charging }) => charging.localLists.view(params.id, query),
});

export const listLocalLists = defineRoute({
  method: 'GET',
  path: '/api/local-lists',
  access: 'read',
  scope: 'stations:read',
  summary: 'How the list of every station stands: in step, or why not, since when, and when it is tried again',
  query: localListQuery,
  answer: localListRows,
  handle: async ({ query }, { charging }) => ({ lists: await charging.localLists.all(query) }),
});

export const setLocalListMode = defineRoute({
  method: 'PUT',
  path: '/api/stations/:id/local-list',
  access: 'operate',
  scope: 'stations:write',
  summary:
    'How the list of a station is kept: by who may charge there, by named tokens, or not at all. It is tried at once',
  params: ofStation,
  body: keepLocalList,
  answer: localList,
  handle: ({ params, body, actor }, { charging }) => charging.localLists.setMode(params.id, body, actor),
});
