import { z } from 'zod';
import { rejectStation as options, station, stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const rejectStation = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/reject',
  access: 'operate',
  scope: 'stations:accept',
  summary: 'Turns a station away: its boots are answered with Rejected until it is accepted',
  params: z.object({ id: stationId }),
  body: options,
  answer: station,
  handle: ({ params, body, actor }, { charging }) => charging.rejectStation(params.id, body, actor),
});
