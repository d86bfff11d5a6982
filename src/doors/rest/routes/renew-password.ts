import { z } from 'zod';
import { acceptedStation, stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const renewPassword = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/password',
  access: 'operate',
  scope: 'stations:accept',
  summary: 'Makes a new password for a station; it is shown in this answer only, and the old one stops working',
  params: z.object({ id: stationId }),
  answer: acceptedStation,
  handle: ({ params, actor }, { charging }) => charging.renewPassword(params.id, actor),
});
