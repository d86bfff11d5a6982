import { z } from 'zod';
import { batterySwapList } from '#contract/energy/battery-swap.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listBatterySwaps = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/battery-swaps',
  access: 'read',
  scope: 'stations:read',
  summary: 'Battery swaps and how far each is, newest first',
  params: z.object({ id: stationId }),
  answer: batterySwapList,
  handle: async ({ params }, { charging }) => ({ batterySwaps: await charging.batterySwaps.find(params.id) }),
});
