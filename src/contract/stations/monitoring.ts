import { z } from 'zod';
import { time } from '../common.ts';
import { deviceReport, variablePlace } from './variables.ts';

export const monitorType = z.enum([
  'upper-threshold',
  'lower-threshold',
  'delta',
  'periodic',
  'periodic-clock-aligned',
  'target-delta',
  'target-delta-relative',
]);
export type MonitorType = z.infer<typeof monitorType>;

/** 0 is the worst: danger. 9 is the least: debugging. */
export const severity = z.int().min(0).max(9).describe('0 danger, 1 hardware failure … 8 information, 9 debugging');

/** Who put the monitor there. */
export const monitorOrigin = z.enum(['hard-wired-notification', 'hard-wired', 'preconfigured', 'custom']);
export type MonitorOrigin = z.infer<typeof monitorOrigin>;

export const monitoringBase = z.enum(['all', 'factory-default', 'hard-wired-only']);
export type MonitoringBase = z.infer<typeof monitoringBase>;

/** How often samples come and how many share a message; a stream is not asked for each time. */
export const streamPace = z.object({
  intervalSeconds: z.int().min(0).max(86_400).optional().describe('Send what was gathered after this long'),
  values: z.int().min(0).max(10_000).optional().describe('Send once this many were gathered'),
});
export type StreamPace = z.output<typeof streamPace>;

export const monitor = variablePlace.extend({
  id: z.int(),
  name: z.string(),
  type: monitorType,
  value: z.number().describe('The threshold, the difference, or the seconds between two events'),
  severity: z.int(),
  onlyDuringSession: z.boolean(),
  origin: monitorOrigin.nullable().describe('null: the station did not tell'),
  learnedBy: z.enum(['report', 'set']),
  learnedAt: time,
});
export type Monitor = z.infer<typeof monitor>;

export const monitorView = z.object({
  base: monitoringBase.nullable().describe('As we set it last; null: never'),
  level: z.int().nullable().describe('Events up to this severity are reported; null: never set by us'),
  monitors: z.array(monitor),
  lastReport: deviceReport.nullable(),
});
export type MonitorView = z.infer<typeof monitorView>;

export const alertTrigger = z.enum(['alerting', 'delta', 'periodic']);
export type AlertTrigger = z.infer<typeof alertTrigger>;

export const alert = variablePlace.extend({
  eventId: z.int().describe('As the station counts its events'),
  name: z.string(),
  happenedAt: time,
  trigger: alertTrigger,
  value: z.string(),
  causedBy: z.int().nullable().describe('The event that led to this one'),
  isClearing: z.boolean().describe('It says that what was wrong is over'),
  clearedAt: time.nullable().describe('When what it told of was over; null: it still is so, or it told of no trouble'),
  techCode: z.string().nullable(),
  techInfo: z.string().nullable(),
  sessionId: z.string().nullable(),
  monitorId: z.int().nullable(),
  origin: monitorOrigin,
  severity: z.int().nullable(),
});
export type Alert = z.infer<typeof alert>;

export const alertList = z.object({ alerts: z.array(alert) });
export type AlertList = z.infer<typeof alertList>;

export const alertQuery = z.object({
  isActive: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('true: only trouble that is not over'),
  trigger: alertTrigger.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type AlertQuery = z.output<typeof alertQuery>;
