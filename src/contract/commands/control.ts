import { z } from 'zod';
import { triggeredMessages } from '../word-lists.ts';
import { defineCommand } from './define-command.ts';

export const evseId = z.int().min(1).max(1000).describe('As the station counts them, from 1');
export const connectorId = z.int().min(1).max(100);

/** Blocks B11–B13, F05, F06, G03 and G04. */
export const controlCommands = {
  reset: defineCommand({
    title: 'Restart the station or one EVSE',
    input: z.object({
      when: z
        .enum(['idle', 'now', 'resume'])
        .default('idle')
        .describe('resume: at once, and sessions go on afterwards'),
      evseId: evseId.optional(),
    }),
    answer: z.object({ isScheduled: z.boolean().describe('It waits until no session runs') }),
    effects: ['station-booted', 'connector-status'],
  }),
  unlock: defineCommand({
    title: 'Unlock a connector',
    input: z.object({ evseId, connectorId: connectorId.default(1) }),
    effects: ['connector-status'],
  }),
  'set-availability': defineCommand({
    title: 'Put the station, an EVSE or a connector in or out of service',
    input: z.object({ isOperative: z.boolean(), evseId: evseId.optional(), connectorId: connectorId.optional() }),
    answer: z.object({ isScheduled: z.boolean().describe('It happens when the session has ended') }),
    effects: ['connector-status'],
  }),
  trigger: defineCommand({
    title: 'Ask the station to send a message now',
    input: z.object({
      message: z.enum(triggeredMessages),
      evseId: evseId.optional(),
      connectorId: connectorId.optional(),
      customTrigger: z.string().min(1).max(50).optional().describe('Only for custom'),
    }),
  }),
};
