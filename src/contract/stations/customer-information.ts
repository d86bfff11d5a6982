import { z } from 'zod';
import { outcome } from '../commands/command.ts';
import { time } from '../common.ts';

/** What a station keeps about a customer. The text itself is personal: it is kept sealed, until it is read or for 30 days. */
export const customerInformationRequest = z.object({
  requestId: z.int(),
  about: z.enum(['token', 'customer', 'certificate']),
  reference: z.string().describe('Keyed hash of who it is about'),
  isReport: z.boolean(),
  isClear: z.boolean(),
  askedAt: time,
  commandId: z.string().nullable(),
  outcome: outcome.shape.status.nullable().describe('How the command ended; null while it is under way'),
  parts: z.int().describe('How many parts of the report are here'),
  isComplete: z.boolean().describe('Every part has come, and nobody has read them yet'),
  generatedAt: time.nullable(),
  readAt: time.nullable().describe('Read, and removed from here'),
  readBy: z.string().nullable(),
});
export type CustomerInformationRequest = z.infer<typeof customerInformationRequest>;

export const customerInformationList = z.object({
  requests: z.array(customerInformationRequest).describe('Newest first'),
});
export type CustomerInformationList = z.infer<typeof customerInformationList>;

export const customerInformationText = z.object({
  text: z.string().describe("The station's own words; shown this once"),
});
export type CustomerInformationText = z.infer<typeof customerInformationText>;
