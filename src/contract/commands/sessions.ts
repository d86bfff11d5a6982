import { z } from 'zod';
import { startChargingProfile } from '../energy/requested-charging-profile.ts';
import { wantedLimits } from '../sessions/limits.ts';
import { connectorId, evseId } from './control.ts';
import { defineCommand } from './define-command.ts';

/** E14, F01–F04, F07 and K05. */
export const sessionCommands = {
  'start-session': defineCommand({
    title: 'Start a charging session remotely',
    input: z.object({
      tokenId: z.string().max(50).optional().describe('A token of ours, as listed at /api/tokens'),
      token: z.string().min(1).max(36).optional().describe('Or the token itself; it is kept as its hash only'),
      evseId: evseId.optional(),
      connectorId: connectorId.optional(),
      chargingProfile: startChargingProfile.optional().describe('The charging profile it starts with'),
      limits: wantedLimits.optional().describe('Where it ends by itself'),
    }),
    answer: z.object({
      remoteStartId: z.int(),
      ref: z.string().nullable().describe('Of the session, when it was running already'),
    }),
    effects: ['session-event'],
  }),
  'stop-session': defineCommand({
    title: 'Stop a running session',
    input: z.object({ sessionId: z.uuid() }),
    effects: ['session-event'],
  }),
  'get-session-status': defineCommand({
    title: 'Ask the station whether a session goes on and whether messages wait in its queue',
    input: z.object({ sessionId: z.uuid().optional() }),
    answer: z.object({ isOngoing: z.boolean().nullable(), hasQueuedMessages: z.boolean() }),
  }),
};
