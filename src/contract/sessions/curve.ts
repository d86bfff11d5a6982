import { z } from 'zod';
import { time } from '../common.ts';

export const curveQuery = z.object({
  points: z.coerce.number().int().min(10).max(2000).default(200).describe('At most so many points per series'),
  measurand: z
    .string()
    .max(500)
    .transform((text) => text.split(',').map((name) => name.trim()))
    .optional()
    .describe('Only these, separated by commas, such as Power.Active.Import,SoC; absent: whatever the station sent'),
});
export type CurveQuery = z.output<typeof curveQuery>;

/** Where several readings became one point, `low` and `high` are the extremes of this point until the next: a peak is never lost. */
export const curvePoint = z.object({ at: time, value: z.number(), low: z.number(), high: z.number() });
export type CurvePoint = z.infer<typeof curvePoint>;

export const curveSeries = z.object({
  measurand: z.string().describe("OCPP's word, such as Power.Active.Import or SoC"),
  unit: z
    .string()
    .nullable()
    .describe('A base unit: Wh, W, A, V, Percent, Celsius, Hz; null when neither told nor usual'),
  phase: z.string().nullable(),
  location: z.string(),
  isDerived: z
    .boolean()
    .describe('The station sent no power: this is what flowed on average from each point to the next, by the register'),
  sampleCount: z.int().describe('How many readings the points stand for'),
  points: z.array(curvePoint).describe('In the order of their times'),
});
export type CurveSeries = z.infer<typeof curveSeries>;

/** What the meter said during a session, however long it was, in a bounded number of points. */
export const sessionCurve = z.object({
  sessionId: z.string(),
  from: time.nullable().describe('The first time of all points; null: there are none'),
  to: time.nullable(),
  series: z.array(curveSeries).describe('Power first, then energy, state of charge, current, voltage and the rest'),
  leftOut: z.int().describe('Series with the fewest readings that are not shown, since there are too many'),
});
export type SessionCurve = z.infer<typeof sessionCurve>;
