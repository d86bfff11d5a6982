import { z } from 'zod';
import { time } from '../common.ts';

/** What was found about the signature of a value; see `reason` for why. */
export const signatureVerdict = z
  .enum(['verified', 'verified-by-own-key', 'failed', 'not-checked'])
  .describe(
    'verified: by a key that an operator stored for the EVSE. verified-by-own-key: only by a key that the station sent along itself',
  );
export type SignatureVerdict = z.infer<typeof signatureVerdict>;

export const verdictReason = z.enum([
  'signature-does-not-match',
  'unreadable',
  'other-curve',
  'key-not-valid-then',
  'no-key',
  'key-unreadable',
  'encoding-not-supported',
  'algorithm-not-supported',
]);
export type VerdictReason = z.infer<typeof verdictReason>;

/** A reading inside signed data. */
export const signedReading = z.object({
  kind: z.enum(['begin', 'end', 'other']),
  at: time.nullable().describe("By the meter's clock"),
  wh: z.number().nullable().describe('The energy that was drawn, where the reading is of that'),
  obis: z.string().nullable().describe('Which register, by its code in OBIS'),
  meterStatus: z.string().nullable().describe('OCMF: G is good'),
});
export type SignedReading = z.infer<typeof signedReading>;

export const signedValue = z.object({
  at: time.describe("When it was read, by the station's clock"),
  receivedAt: time,
  context: z.string().nullable(),
  data: z.string().describe('To the letter as the station sent it'),
  method: z.string().nullable(),
  encoding: z.string().nullable(),
  publicKey: z.string().nullable().describe('As the station sent it along, if it did'),
  verdict: signatureVerdict,
  reason: verdictReason.nullable(),
  keyId: z.string().nullable().describe('The stored key that verified it'),
  pagination: z.string().nullable().describe("OCMF: the signing meter's own count of its records, such as T34"),
  readings: z.array(signedReading),
});
export type SignedValue = z.infer<typeof signedValue>;

/** What the signed readings say and the session does not, or what is wrong with their order. */
export const signedDifference = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['begin-register', 'end-register', 'energy']),
    signedWh: z.number(),
    sessionWh: z.number(),
  }),
  z.object({
    kind: z.enum(['pagination-gap', 'pagination-repeated', 'pagination-fell']),
    before: z.string(),
    after: z.string(),
  }),
  z.object({ kind: z.enum(['begin-missing', 'end-missing']) }),
]);
export type SignedDifference = z.infer<typeof signedDifference>;

export const signedValuesQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(2)
    .max(1000)
    .default(200)
    .describe('Of more than these, the first and the last ones are given, half and half'),
});

export const signedValues = z.object({
  sessionId: z.string(),
  total: z.int().describe('How many signed values the session has'),
  unreadable: z.int().describe('How many of those looked at can be read no more, since their driver was forgotten'),
  values: z.array(signedValue).describe('In the order of their times'),
  differences: z
    .array(signedDifference)
    .describe('Empty: of the readings that could be taken out of signed data, none speaks against the session'),
});
export type SignedValues = z.infer<typeof signedValues>;
