import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/** Block S. */
export const batterySwapCommands = {
  'request-battery-swap': defineCommand({
    title: 'Let a driver swap batteries at the station',
    input: z.object({
      tokenId: z.string().max(50).optional().describe('A token of ours, as listed at /api/tokens'),
      token: z.string().min(1).max(36).optional().describe('Or the token itself; it is kept as its hash only'),
    }),
    answer: z.object({ requestId: z.int().describe('The steps of the swap name it') }),
    effects: ['batteries-taken'],
  }),
};
