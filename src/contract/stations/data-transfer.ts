import { z } from 'zod';
import { time } from '../common.ts';

export const vendorId = z.string().min(1).max(255);
export const vendorMessageId = z.string().min(1).max(50);

export const transferStatus = z.enum(['accepted', 'rejected', 'unknown-message', 'unknown-vendor']);
export type TransferStatus = z.infer<typeof transferStatus>;

/** What stations may send us beyond OCPP, and what we answer. */
export const vendorMessage = z.object({
  vendorId,
  messageId: vendorMessageId.nullable().describe('null: every message of this vendor that has no row of its own'),
  status: z.enum(['accepted', 'rejected']),
  data: z.string().max(4000).nullable().describe('Sent back with every answer; null: nothing'),
  carriesDisplayMessages: z
    .boolean()
    .describe('OCPP 1.6 stations of this vendor take SetDisplayMessage and ClearDisplayMessage of 2.0.1 as data'),
  registeredAt: time,
  registeredBy: z.string(),
});
export type VendorMessage = z.infer<typeof vendorMessage>;

export const registerVendorMessage = z.object({
  messageId: vendorMessageId.nullable().default(null),
  status: z.enum(['accepted', 'rejected']).default('accepted'),
  data: z.string().max(4000).nullable().default(null),
  carriesDisplayMessages: z.boolean().default(false),
});

export const vendorMessageList = z.object({ vendors: z.array(vendorMessage) });

export const dataTransfer = z.object({
  id: z.string(),
  direction: z.enum(['from-station', 'to-station']),
  vendorId: z.string(),
  messageId: z.string().nullable(),
  data: z.string().nullable().describe('At most 4,000 characters of it; tokens only as their hash'),
  dataLength: z.int(),
  status: transferStatus.or(z.literal('not-answered')),
  answer: z.string().nullable(),
  at: time,
});
export type DataTransfer = z.infer<typeof dataTransfer>;

export const dataTransferList = z.object({ transfers: z.array(dataTransfer) });
export type DataTransferList = z.infer<typeof dataTransferList>;
