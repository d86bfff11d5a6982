import { z } from 'zod';
import { amount, language } from '../billing/money.ts';
import { time, visibleText } from '../common.ts';
import { tokenTypes } from '../word-lists.ts';
import { withoutPrintedSpaces } from './card-number.ts';

/** The keyed hash of a token: it names the token everywhere, and nobody can read the token from it. */
export const tokenId = z
  .string()
  .regex(/^tok_[\w-]{1,40}$/, 'must be a token id such as tok_9f…, as listed at /api/tokens');

/** What kinds of tokens a station may read. OCPP 1.6 does not tell which one it was. */
export const tokenType = z.enum(tokenTypes);
export type TokenType = z.infer<typeof tokenType>;

export const authorizationStatus = z.enum([
  'accepted',
  'blocked',
  'expired',
  'invalid',
  'unknown',
  'concurrent',
  'not-at-this-time',
  'not-at-this-location',
  'no-credit',
]);
export type AuthorizationStatus = z.infer<typeof authorizationStatus>;

export const refusalReason = z.enum([
  'unknown-token',
  'other-type',
  'blocked',
  'not-yet-valid',
  'expired',
  'driver-blocked',
  'group-blocked',
  'group-not-valid',
  'no-credit',
  'certificate-invalid',
  'master-pass-begins-nothing',
  'not-at-this-place',
  'not-admitted-here',
  'site-closed',
  'already-charging',
]);
export type RefusalReason = z.infer<typeof refusalReason>;

export const token = z.object({
  id: tokenId,
  type: tokenType,
  label: z.string().describe('The last four characters of the token, all that is ever shown of it'),
  note: z.string().nullable(),
  driverId: z.string().nullable(),
  isBlocked: z.boolean(),
  validFrom: time.nullable(),
  expiresAt: time.nullable(),
  groupId: z.string().nullable().describe("null: its driver's, if they have one"),
  language: z.string().nullable(),
  tariffId: z
    .string()
    .nullable()
    .describe('The price this driver has wherever they charge; null: the one of the place'),
  credit: z
    .string()
    .nullable()
    .describe(
      'What is left on a prepaid card, in the currency of the tariffs it charges by; below zero: what it owes; null: none is kept',
    ),
  createdAt: time,
  createdBy: z.string(),
  lastUsedAt: time.nullable(),
  lastUsedStationId: z.string().nullable(),
});
export type Token = z.infer<typeof token>;

const note = visibleText.max(200);

const tokenFields = z.object({
  note: note.nullable(),
  driverId: z.uuid().nullable().describe('As listed at /api/drivers'),
  isBlocked: z.boolean(),
  validFrom: time.nullable(),
  expiresAt: time.nullable(),
  groupId: tokenId.nullable().describe('As listed at /api/groups'),
  language: language.nullable(),
  tariffId: z.string().max(60).nullable(),
  credit: amount.nullable(),
});

/** 36 characters is the most a station of any version can send as a token, 20 for OCPP 1.6; 2.1 allows 255 for some types. */
export const tokenValue = z
  .string()
  .trim()
  .overwrite(withoutPrintedSpaces)
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/, 'must be the printed characters of the token, without spaces');

export const newToken = tokenFields.partial().extend({
  value: tokenValue
    .optional()
    .describe(
      'As printed or as a reader reads it, in any case: of an RFID card spaces, colons and dashes are left out; absent: one is made, for a remote start',
    ),
  type: tokenType.default('iso14443'),
});
export type NewToken = z.output<typeof newToken>;

export const addedToken = z.object({
  token,
  value: z.string().nullable().describe('Shown this once when it was made here; null when it was given'),
});
export type AddedToken = z.infer<typeof addedToken>;

export const tokenChange = tokenFields.partial();
export type TokenChange = z.output<typeof tokenChange>;

export const tokenQuery = z.object({
  driverId: z.uuid().optional(),
  groupId: tokenId.optional(),
  isBlocked: z.stringbool().optional(),
  search: z.string().max(100).optional().describe('In the characters that are shown of it, and in its note'),
  after: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type TokenQuery = z.output<typeof tokenQuery>;

export const tokenSearch = z.object({ value: tokenValue.describe('What is printed on it, in any case') });

export const tokenHash = z.object({ hash: tokenId });

export const tokenList = z.object({ tokens: z.array(token), next: z.string().nullable() });
export type TokenList = z.infer<typeof tokenList>;

export const refusal = z.object({
  id: z.string(),
  stationId: z.string(),
  evseId: z.int().nullable(),
  tokenId: z.string().nullable().describe('The hash of what was presented, known or not'),
  tokenType: z.string().nullable(),
  status: authorizationStatus,
  reason: refusalReason,
  facts: z.record(z.string(), z.unknown()).describe('What it was decided by, such as the site or the running session'),
  at: time,
});
export type Refusal = z.infer<typeof refusal>;

export const refusalQuery = z.object({
  stationId: z.string().max(48).optional(),
  tokenId: tokenId.optional(),
  driverId: z.uuid().optional(),
  sessionRef: z.string().max(255).optional().describe("The station's own name for the session that it refused"),
  from: time.optional(),
  to: time.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type RefusalQuery = z.output<typeof refusalQuery>;

export const refusalList = z.object({ refusals: z.array(refusal) });
export type RefusalList = z.infer<typeof refusalList>;
