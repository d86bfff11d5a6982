import { z } from 'zod';
import { displayMessageList } from '#contract/stations/display.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listDisplayMessages = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/display-messages',
  access: 'read',
  scope: 'stations:read',
  summary: 'The messages we want on the display of a station, and those it says it shows',
  params: z.object({ id: stationId }),
  answer: displayMessageList,
  handle: ({ params }, { charging }) => charging.displays.of(params.id),
});
