import { z } from 'zod';
import { stationFirmware } from '#contract/stations/firmware.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const getFirmware = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/firmware',
  access: 'read',
  scope: 'stations:read',
  summary: 'The firmware of a station, its updates and publications, and how each goes',
  params: z.object({ id: stationId }),
  answer: stationFirmware,
  handle: ({ params }, { charging }) => charging.firmware.find(params.id),
});
