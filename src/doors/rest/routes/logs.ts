import { z } from 'zod';
import { stationLogs } from '#contract/stations/logs.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listLogs = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/logs',
  access: 'read',
  scope: 'stations:read',
  summary: 'The logs a station was asked to upload, and how each upload goes',
  params: z.object({ id: stationId }),
  answer: stationLogs,
  handle: ({ params }, { charging }) => charging.logs.find(params.id),
});
