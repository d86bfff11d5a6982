import { z } from 'zod';
import { station, stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const getStation = defineRoute({
  method: 'GET',
  path: '/api/stations/:id',
  access: 'read',
  scope: 'stations:read',
  summary: 'One station with its link and connectors',
  params: z.object({ id: stationId }),
  answer: station,
  handle: ({ params }, { charging }) => charging.getStation(params.id),
});
