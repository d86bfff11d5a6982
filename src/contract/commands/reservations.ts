import { z } from 'zod';
import { tokenId } from '../access/token.ts';
import { evseId } from './control.ts';
import { defineCommand } from './define-command.ts';

const reservationId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** H01 and H02. */
export const reservationCommands = {
  reserve: defineCommand({
    title: 'Keep an EVSE free for a driver',
    input: z.object({
      tokenId,
      evseId: evseId.optional().describe('Absent: any that is free'),
      connectorType: z.string().max(20).optional().describe('Such as cCCS2, where the station chooses the EVSE'),
      groupId: tokenId.optional().describe("Whose tokens may use it too; absent: the token's own group"),
      minutes: z.int().min(1).max(1440).default(30),
      reservationId: reservationId.optional().describe('Of one that this replaces'),
    }),
    answer: z.object({ reservationId: z.int() }),
    effects: ['reservation-changed', 'connector-status'],
  }),
  'keep-reservation': defineCommand({
    title: 'Ask again for a reservation that is in the books',
    input: z.object({ reservationId }),
    answer: z.object({ reservationId: z.int() }),
    effects: ['reservation-changed', 'connector-status'],
  }),
  'cancel-reservation': defineCommand({
    title: 'Give a reserved EVSE back',
    input: z.object({ reservationId }),
    effects: ['connector-status'],
  }),
};
