import { z } from 'zod';
import { alertList, alertQuery, monitorView } from '../stations/monitoring.ts';
import { sampleList, sampleQuery, streamList } from '../stations/streams.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const monitoringApi = defineApi('stations', {
  monitors: reading('GET /api/stations/:id/monitors', 'What a station watches, and up to which severity it reports', {
    params: ofStation,
    answer: monitorView,
  }),
  alerts: reading(
    'GET /api/stations/:id/alerts',
    'What a station told about the variables it watches, newest first, and what of it is over',
    { params: ofStation, query: alertQuery, answer: alertList },
  ),
  streams: reading(
    'GET /api/stations/:id/streams',
    'Streams of samples that a station opened, with the last sample of each',
    { params: ofStation, answer: streamList },
  ),
  samples: reading(
    'GET /api/stations/:id/streams/:streamId/samples',
    'The newest samples of a stream, in the order they were taken',
    { params: ofStation.extend({ streamId: z.coerce.number().int().min(0) }), query: sampleQuery, answer: sampleList },
  ),
});
