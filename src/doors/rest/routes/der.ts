import { z } from 'zod';
import { derView } from '#contract/energy/der.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const getDer = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/der',
  access: 'read',
  scope: 'stations:read',
  summary: 'How the station supports the grid: controls, alarms, and when controls started and stopped',
  params: z.object({ id: stationId }),
  answer: derView,
  handle: ({ params }, { charging }) => charging.der.view(params.id),
});
