import { z } from 'zod';
import { time } from './common.ts';
import { amount, language } from './money.ts';

/** The keyed hash of a token: it names the token everywhere, and nobody can read the token from it. */
export const tokenId = z
  .string()
  .regex(/^tok_[\w-]{1,40}$/, 'must be a token id such as tok_9f…, as listed at /api/tokens');

/** What kinds of tokens a station may read. OCPP 1.6 does not tell which one it was. */
export const tokenType = z.enum([
  'iso14443',
  'iso15693',
  'emaid',
  'key-code',
  'mac-address',
  'central',
  'local',
  'direct-payment',
  'evccid',
  'vin',
]);
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
  'expired',
  'no-credit',
  'certificate-invalid',
]);
export type RefusalReason = z.infer<typeof refusalReason>;

export const token = z.object({
  id: tokenId,
  type: tokenType,
  label: z.string().describe('The last four characters of the token, all that is ever shown of it'),
  note: z.string().nullable(),
  isBlocked: z.boolean(),
  expiresAt: time.nullable(),
  groupId: z.string().nullable(),
  language: z.string().nullable(),
  tariffId: z
    .string()
    .nullable()
    .describe('The price this driver has wherever they charge; null: the one of the place'),
  credit: z.string().nullable().describe('What is left on a prepaid card; null: none is kept'),
  createdAt: time,
  createdBy: z.string(),
  lastUsedAt: time.nullable(),
  lastUsedStationId: z.string().nullable(),
});
export type Token = z.infer<typeof token>;

const note = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{C}*$/u, 'must be visible characters');

const tokenFields = z.object({
  note: note.nullable(),
  isBlocked: z.boolean(),
  expiresAt: time.nullable(),
  groupId: tokenId.nullable().describe('As listed at /api/token-groups'),
  language: language.nullable(),
  tariffId: z.string().max(60).nullable(),
  credit: amount.nullable(),
});

/** 36 characters is the most a station of any version can send as a token, 20 for OCPP 1.6; 2.1 allows 255 for some types. */
export const tokenValue = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/, 'must be the printed characters of the token, without spaces');

export const newToken = tokenFields.partial().extend({
  value: tokenValue.optional().describe('As a reader reads it, in any case; absent: one is made, for a remote start'),
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
  after: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type TokenQuery = z.output<typeof tokenQuery>;

export const tokenSearch = z.object({ value: tokenValue.describe('What is printed on it, in any case') });
export type TokenSearch = z.output<typeof tokenSearch>;

export const tokenHash = z.object({ hash: tokenId });

export const tokenList = z.object({ tokens: z.array(token), next: z.string().nullable() });
export type TokenList = z.infer<typeof tokenList>;

/** Tokens of one group may end each other's sessions; a master pass ends anyone's (C09, C16). */
export const tokenGroup = z.object({
  id: tokenId,
  name: z.string(),
  label: z.string().describe('The last four characters of what stations are told'),
  createdAt: time,
  createdBy: z.string(),
});
export type TokenGroup = z.infer<typeof tokenGroup>;

export const newTokenGroup = z.object({
  name: note.min(1),
  value: tokenValue.max(36).describe('What stations are told: parentIdTag of OCPP 1.6, groupIdToken of 2.x'),
});
export type NewTokenGroup = z.output<typeof newTokenGroup>;

export const tokenGroupList = z.object({ groups: z.array(tokenGroup) });
export type TokenGroupList = z.infer<typeof tokenGroupList>;

export const refusal = z.object({
  id: z.string(),
  stationId: z.string(),
  evseId: z.int().nullable(),
  tokenId: z.string().nullable().describe('The hash of what was presented, known or not'),
  tokenType: z.string().nullable(),
  status: authorizationStatus,
  reason: refusalReason,
  at: time,
});
export type Refusal = z.infer<typeof refusal>;

export const refusalQuery = z.object({
  stationId: z.string().max(48).optional(),
  tokenId: tokenId.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type RefusalQuery = z.output<typeof refusalQuery>;

export const refusalList = z.object({ refusals: z.array(refusal) });
export type RefusalList = z.infer<typeof refusalList>;
