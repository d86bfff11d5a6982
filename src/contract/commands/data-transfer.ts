import { z } from 'zod';
import { transferStatus, vendorId, vendorMessageId } from '../stations/data-transfer.ts';
import { defineCommand } from './define-command.ts';

/** Block P. */
export const dataTransferCommands = {
  'transfer-data': defineCommand({
    title: 'Send the station something that OCPP has no message for',
    input: z.object({
      vendorId,
      messageId: vendorMessageId.optional(),
      data: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    }),
    answer: z.object({ status: transferStatus, data: z.string().nullable() }),
    secrets: ['data'], // it is kept with the transfers of the station, where tokens are hashed
  }),
};
