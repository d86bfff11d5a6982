import { z } from 'zod';
import { time } from '../common.ts';
import { authorizationStatus, refusalReason, tokenId, tokenType, tokenValue } from './token.ts';

/** What would happen if this token were shown at this station now. Nothing is written, nothing is sent. */
export const tokenTry = z.object({
  value: tokenValue.optional().describe('What is printed on it'),
  tokenId: tokenId.optional(),
  type: tokenType.optional(),
  stationId: z.string().max(48),
  evseId: z.int().min(1).optional(),
  at: time.optional().describe('absent: now'),
});
export type TokenTry = z.output<typeof tokenTry>;

/** One question of the decision, in the order in which they are asked; what follows a refusal is not asked. */
export const checkName = z.enum([
  'known',
  'type',
  'token-blocked',
  'token-valid',
  'driver-blocked',
  'group-blocked',
  'group-valid',
  'credit',
  'master-pass',
  'group-place',
  'station-admits',
  'opening-hours',
  'one-at-a-time',
]);
export type CheckName = z.infer<typeof checkName>;

export const check = z.object({
  name: checkName,
  result: z.enum(['passed', 'refused', 'not-asked', 'does-not-apply']),
  facts: z.record(z.string(), z.unknown()).describe('What it was decided by, such as the site or the running session'),
});
export type Check = z.infer<typeof check>;

export const tokenTryAnswer = z.object({
  status: authorizationStatus,
  reason: refusalReason.nullable(),
  checks: z.array(check),
  token: z
    .object({ id: z.string(), label: z.string(), driverId: z.string().nullable(), groupId: z.string().nullable() })
    .nullable(),
  place: z.object({ stationId: z.string(), siteId: z.string().nullable(), siteName: z.string().nullable() }),
  tariff: z
    .object({ tariffId: z.string(), version: z.int(), why: z.string(), text: z.string() })
    .nullable()
    .describe('By which the session would be billed; null: none holds'),
  offline: z.object({
    isListed: z.boolean().describe('Whether the station holds the token in its list'),
    policy: z.string().nullable(),
    wouldAccept: z.boolean().nullable().describe('While the station is offline; null: cannot be told'),
  }),
});
export type TokenTryAnswer = z.infer<typeof tokenTryAnswer>;
