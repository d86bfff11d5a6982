import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/** Use cases A01 and A05. */
export const securityCommands = {
  'change-password': defineCommand({
    title: 'Give the station a new random password',
    input: z.object({}),
    effects: ['password-changed'],
  }),
  'set-security-profile': defineCommand({
    title: 'Raise the security profile of the station',
    input: z.object({
      profile: z
        .int()
        .min(1)
        .max(3)
        .describe('1 password, 2 password over TLS, 3 certificate; never lower than before'),
      networkSlots: z
        .array(z.int().min(0).max(1000))
        .min(1)
        .max(20)
        .optional()
        .describe('OCPP 2.x: slots of network profiles with this security profile, most wanted first'),
    }),
    answer: z.object({ needsReset: z.boolean().describe('It takes effect with the next restart') }),
    effects: ['station-booted'],
  }),
};
