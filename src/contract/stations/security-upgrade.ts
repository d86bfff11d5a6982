import { z } from 'zod';
import { time } from '../common.ts';
import { securityProfile } from './security.ts';

export const upgradeAct = z.enum([
  'set-password',
  'install-root',
  'issue-certificate',
  'set-network-profile',
  'set-profile',
  'restart',
  'sign-in',
]);
export type UpgradeAct = z.infer<typeof upgradeAct>;

export const upgradeStep = z.object({ profile: securityProfile, act: upgradeAct });
export type UpgradeStep = z.infer<typeof upgradeStep>;

/** Why an upgrade stopped, or what became of what the station had been told, as far as it is a word of ours. */
export const upgradeReasons = [
  'came-back',
  'no-address',
  'nothing-to-take-back',
  'taken-back',
  'may-still-try',
] as const;

/** The way of a station to a higher security profile. */
export const securityUpgrade = z.object({
  stationId: z.string(),
  fromProfile: securityProfile,
  toProfile: securityProfile,
  steps: z.array(upgradeStep),
  stepsDone: z.int().min(0),
  state: z
    .enum(['running', 'done', 'stopped', 'abandoned'])
    .describe('stopped: the station refused a step or came back by its old way; asking again goes on from there'),
  attempts: z.int().min(0).describe('How often the station came back by its old way from the step in hand'),
  reason: z
    .string()
    .nullable()
    .describe(
      `Why it stopped: ${upgradeReasons.slice(0, 2).join(', ')}, or what the station answered; once abandoned, what became of the step in hand: ${upgradeReasons.slice(2).join(', ')}`,
    ),
  askedAt: time,
  askedBy: z.string(),
  stepSince: time.describe('Since when the step in hand is under way; a restart and the sign-in after it count as one'),
});
export type SecurityUpgrade = z.infer<typeof securityUpgrade>;

export const stationUpgrade = z.object({
  upgrade: securityUpgrade.nullable().describe('null: nobody has asked for one'),
});
export type StationUpgrade = z.infer<typeof stationUpgrade>;

export const askSecurityUpgrade = z.object({
  toProfile: z.int().min(1).max(3).describe('1 password, 2 password over TLS, 3 certificate'),
});
export type AskSecurityUpgrade = z.infer<typeof askSecurityUpgrade>;
