import { z } from 'zod';
import { localList } from '#contract/local-list.ts';
import { stationId } from '#contract/station.ts';
import { defineRoute } from '../route.ts';

export const getLocalList = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/local-list',
  access: 'read',
  scope: 'stations:read',
  summary: 'Which tokens a station knows by heart, and whether it is in step',
  params: z.object({ id: stationId }),
  answer: localList,
  handle: ({ params }, { charging }) => charging.localLists.view(params.id),
});
