import { stationFilter, stationPage } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listStations = defineRoute({
  method: 'GET',
  path: '/api/stations',
  access: 'read',
  scope: 'stations:read',
  summary: 'Stations that fit the filter, with counts over all of them',
  query: stationFilter,
  answer: stationPage,
  handle: ({ query }, { charging }) => charging.findStations(query),
});
