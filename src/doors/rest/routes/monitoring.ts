import { z } from 'zod';
import { alertList, alertQuery, monitorView } from '#contract/stations/monitoring.ts';
import { stationId } from '#contract/stations/station.ts';
import { sampleList, sampleQuery, streamList } from '#contract/stations/streams.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const listMonitors = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/monitors',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station watches, and up to which severity it reports',
  params: ofStation,
  answer: monitorView,
  handle: ({ params }, { charging }) => charging.monitoring.view(params.id),
});

export const listAlerts = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/alerts',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station told about the variables it watches, newest first, and what of it is over',
  params: ofStation,
  query: alertQuery,
  answer: alertList,
  handle: async ({ params, query }, { charging }) => ({ alerts: await charging.monitoring.alerts(params.id, query) }),
});

export const listStreams = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/streams',
  access: 'read',
  scope: 'stations:read',
  summary: 'Streams of samples that a station opened, with the last sample of each',
  params: ofStation,
  answer: streamList,
  handle: async ({ params }, { charging }) => ({ streams: await charging.streams.find(params.id) }),
});

export const listSamples = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/streams/:streamId/samples',
  access: 'read',
  scope: 'stations:read',
  summary: 'The newest samples of a stream, in the order they were taken',
  params: ofStation.extend({ streamId: z.coerce.number().int().min(0) }),
  query: sampleQuery,
  answer: sampleList,
  handle: async ({ params: { id, streamId }, query }, { charging }) => ({
    samples: await charging.streams.samples({ stationId: id, streamId, ...query }),
  }),
});
