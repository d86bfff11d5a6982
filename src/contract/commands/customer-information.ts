import { z } from 'zod';
import { tokenType } from '../access/token.ts';
import { certificateHash } from '../stations/certificates.ts';
import { defineCommand } from './define-command.ts';

/** Use cases N09 and N10. */
export const customerInformationCommands = {
  'get-customer-information': defineCommand({
    title: 'Ask what the station keeps about a customer, or let it forget it',
    input: z.object({
      report: z.boolean().default(true),
      clear: z.boolean().default(false),
      token: z
        .object({ value: z.string().min(1).max(255), type: tokenType })
        .optional()
        .describe('Who: a token'),
      customerIdentifier: z.string().min(1).max(64).optional().describe('Who: an identifier of the vendor'),
      certificate: certificateHash.optional().describe('Who: the contract certificate of a vehicle'),
    }),
    effects: ['customer-information-reported'],
    secrets: ['token.value', 'customerIdentifier'],
  }),
};
