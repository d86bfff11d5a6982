import { z } from 'zod';
import { keptSettings } from '#contract/stations/kept-setting.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listKeptSettings = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/kept-settings',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station should be set to by its site and the groups, and whether it is',
  params: z.object({ id: stationId }),
  answer: keptSettings,
  handle: async ({ params }, { charging }) => ({ settings: await charging.keptSettings.view(params.id) }),
});
