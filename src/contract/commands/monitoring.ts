import { z } from 'zod';
import { monitoringBase, monitorType, severity, streamPace } from '../stations/monitoring.ts';
import { isNamed, needsName, variablePlace, variableRef } from '../stations/variables.ts';
import { defineCommand } from './define-command.ts';

export const monitorResult = variablePlace.extend({
  name: z.string(),
  id: z.int().nullable(),
  type: monitorType,
  status: z.enum(['accepted', 'unknown-component', 'unknown-variable', 'unsupported-type', 'rejected', 'duplicate']),
  reason: z.string().nullable(),
});
export type MonitorResult = z.infer<typeof monitorResult>;

const streamId = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Blocks N02–N06 and N11–N15. */
export const monitoringCommands = {
  'set-monitoring-base': defineCommand({
    title: 'Choose which monitors the station has to begin with',
    input: z.object({ base: monitoringBase }),
  }),
  'set-monitoring-level': defineCommand({
    title: 'Choose up to which severity the station reports events',
    input: z.object({ severity }),
  }),
  'set-monitors': defineCommand({
    title: 'Have the station watch variables',
    input: z.object({
      monitors: z
        .array(
          variableRef
            .extend({
              id: z.int().min(0).optional().describe('Replace this monitor'),
              type: monitorType,
              value: z.number().describe('Threshold, difference, or seconds between two events'),
              severity,
              onlyDuringSession: z.boolean().default(false),
              stream: streamPace.optional().describe('Stream the values instead of reporting each (OCPP 2.1)'),
            })
            .refine(isNamed, needsName),
        )
        .min(1)
        .max(100),
    }),
    answer: z.object({ results: z.array(monitorResult) }),
    effects: ['stream-opened'],
  }),
  'clear-monitors': defineCommand({
    title: 'Have the station stop watching',
    input: z.object({ ids: z.array(z.int().min(0)).min(1).max(100) }),
    answer: z.object({
      results: z.array(z.object({ id: z.int(), status: z.enum(['accepted', 'rejected', 'not-found']) })),
    }),
    effects: ['stream-closed'],
  }),
  'get-monitoring-report': defineCommand({
    title: 'Ask the station what it watches',
    input: z.object({
      criteria: z
        .array(z.enum(['threshold', 'delta', 'periodic']))
        .min(1)
        .max(3)
        .optional(),
      components: z
        .array(variableRef.refine(({ name, component }) => (name ?? component) !== undefined, 'needs a component'))
        .min(1)
        .max(100)
        .optional(),
    }),
    answer: z.object({ requestId: z.int() }),
    effects: ['report-completed'],
  }),
  'adjust-stream': defineCommand({
    title: 'Change the pace of a stream',
    input: z.object({ id: streamId, pace: streamPace }),
  }),
  'get-streams': defineCommand({
    title: 'Ask the station which streams are open',
    input: z.object({}),
    answer: z.object({ open: z.int().describe('How many') }),
  }),
};
