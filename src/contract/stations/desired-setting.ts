import { z } from 'zod';
import { time } from '../common.ts';

/** Settings that stand in the books of a site, or follow from the groups, and that stations have to know. */
export const desiredSettingName = z.enum([
  'offline-known',
  'offline-unknown',
  'master-pass',
  'tariff-fallback',
  'cost-fallback',
]);
export type DesiredSettingName = z.infer<typeof desiredSettingName>;

export const desiredSettingState = z
  .enum(['in-sync', 'awaits-reboot', 'pending', 'refused', 'unknown-to-station', 'not-in-version'])
  .describe('pending: it is told once the station is there; not-in-version: its OCPP has no word for it');
export type DesiredSettingState = z.infer<typeof desiredSettingState>;

export const desiredSetting = z.object({
  name: desiredSettingName,
  variable: z.string().nullable().describe('Where it stands in the device model; null: nowhere in this version'),
  wanted: z.string().describe('Of master-pass: the id of its group; empty: none any more'),
  state: desiredSettingState,
  said: z.string().nullable().describe('How the station refused it, untrusted text; or why its version cannot say it'),
  since: time.nullable(),
  nextTryAt: time.nullable(),
});
export type DesiredSetting = z.infer<typeof desiredSetting>;

export const desiredSettings = z.object({ settings: z.array(desiredSetting) });
export type DesiredSettingList = z.infer<typeof desiredSettings>;
