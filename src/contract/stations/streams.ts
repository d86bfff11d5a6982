import { z } from 'zod';
import { time } from '../common.ts';

export const streamSample = z.object({ at: time, value: z.string() });
export type StreamSample = z.infer<typeof streamSample>;

/** A stream of samples of one monitored variable. */
export const eventStream = z.object({
  id: z.int(),
  monitorId: z.int(),
  variable: z.string().nullable().describe('What it is about, as far as the monitor is known'),
  intervalSeconds: z.int().nullable(),
  values: z.int().nullable().describe('How many samples share a message'),
  openedAt: time,
  closedAt: time.nullable(),
  messages: z.int().describe('Messages kept; the oldest are forgotten'),
  pending: z.int().nullable().describe('Samples that waited in the station when it sent the last message'),
  lastSample: streamSample.nullable(),
});
export type EventStream = z.infer<typeof eventStream>;

export const streamList = z.object({ streams: z.array(eventStream) });
export type StreamList = z.infer<typeof streamList>;

export const sampleList = z.object({ samples: z.array(streamSample) });
export type SampleList = z.infer<typeof sampleList>;

export const sampleQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Messages, each of which may hold many samples'),
});
