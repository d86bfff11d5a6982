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
  reason: z.string().nullable().describe('Why it stopped, or what it waits for'),
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
