import { z } from 'zod';

/** Days and times only: how long a month is depends on the month, and no grid operator limits by months. */
const durationPattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
/** As OpenADR says: without an end. */
const endless = 'P9999Y';
/** As OpenADR says: at once. */
const now = '0000-';

/** Milliseconds of an ISO 8601 duration; infinity for the one that OpenADR has for no end. undefined: it is none. */
export function durationMs(text: string): number | undefined {
  if (text.startsWith(endless)) return Number.POSITIVE_INFINITY;
  const match = durationPattern.exec(text);
  if (match === null || text === 'P' || text.endsWith('T')) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

const duration = z
  .string()
  .max(40)
  .transform((text, { addIssue }) => {
    const ms = durationMs(text);
    if (ms === undefined) addIssue({ code: 'custom', message: 'is no duration such as PT1H' });
    return ms ?? 0;
  });

/** null: at once. */
const start = z
  .string()
  .max(40)
  .transform((text, { addIssue }) => {
    if (text.startsWith(now)) return null;
    const moment = Date.parse(text);
    if (Number.isNaN(moment)) addIssue({ code: 'custom', message: 'is no time such as 2026-03-01T12:00:00Z' });
    return moment;
  });

const intervalPeriod = z.object({
  start,
  duration: duration.nullish(),
  randomizeStart: duration.nullish(),
});
export type IntervalPeriod = z.output<typeof intervalPeriod>;

const payload = z.object({
  type: z.string().min(1).max(128),
  values: z.array(z.union([z.number(), z.string().max(1000), z.boolean(), z.object({})])).max(100),
});

const payloadDescriptor = z.object({
  payloadType: z.string().max(128),
  units: z.string().max(128).nullish(),
  currency: z.string().max(128).nullish(),
});

/** An event of OpenADR 3.0 and 3.1, as far as it concerns us; targets are objects in the former and names in the latter. */
export const gridEvent = z.object({
  id: z.string().min(1).max(128),
  programID: z.string().min(1).max(128),
  eventName: z.string().max(128).nullish(),
  priority: z.int().min(0).nullish(),
  targets: z
    .array(z.union([z.string(), z.object({ type: z.string(), values: z.array(z.union([z.string(), z.number()])) })]))
    .max(1000)
    .nullish(),
  reportDescriptors: z
    .array(z.object({ payloadType: z.string().max(128), readingType: z.string().max(128).nullish() }))
    .max(100)
    .nullish(),
  payloadDescriptors: z.array(payloadDescriptor).max(100).nullish(),
  intervalPeriod: intervalPeriod.nullish(),
  intervals: z
    .array(z.object({ id: z.int(), intervalPeriod: intervalPeriod.nullish(), payloads: z.array(payload).max(100) }))
    .max(2000),
});
export type GridEvent = z.output<typeof gridEvent>;

export type ReadEvents = { events: GridEvent[]; problems: string[] };

/** Events one by one: a wrong one is left out and named, and the others count. */
export function readEvents(answer: unknown): ReadEvents {
  if (!Array.isArray(answer)) return { events: [], problems: ['the answer is no list of events'] };
  const events: GridEvent[] = [];
  const problems: string[] = [];
  for (const [index, each] of answer.entries()) {
    const read = gridEvent.safeParse(each);
    if (read.success) {
      events.push(read.data);
      continue;
    }
    const [issue] = read.error.issues;
    problems.push(`event ${index + 1}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'cannot be read'}`);
  }
  return { events, problems };
}
