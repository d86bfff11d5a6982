import { z } from 'zod';
import { acceptedStation, acceptStation as options, stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const acceptStation = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/accept',
  access: 'operate',
  scope: 'stations:accept',
  summary: 'Lets a knocking station in; its password is shown in this answer only',
  params: z.object({ id: stationId }),
  body: options,
  answer: acceptedStation,
  handle: ({ params, body, actor }, { charging }) => charging.acceptStation(params.id, body, actor),
});
