import { z } from 'zod';
import { time } from '../common.ts';

/** Settings that stand in the books of a site, or follow from the groups, and that stations have to know. */
export const keptSettingName = z.enum([
  'offline-known',
  'offline-unknown',
  'master-pass',
  'tariff-fallback',
  'cost-fallback',
]);
export type KeptSettingName = z.infer<typeof keptSettingName>;

export const keptSettingState = z
  .enum(['in-step', 'awaits-reboot', 'waiting', 'refused', 'unknown-to-station', 'not-in-version'])
  .describe('waiting: it is told once the station is there; not-in-version: its OCPP has no word for it');
export type KeptSettingState = z.infer<typeof keptSettingState>;

export const keptSetting = z.object({
  name: keptSettingName,
  variable: z.string().nullable().describe('Where it stands in the device model; null: nowhere in this version'),
  wanted: z.string().describe('Of master-pass: the id of its group; empty: none any more'),
  state: keptSettingState,
  said: z.string().nullable().describe('How the station refused it, untrusted text; or why its version cannot say it'),
  since: time.nullable(),
  nextTryAt: time.nullable(),
});
export type KeptSetting = z.infer<typeof keptSetting>;

export const keptSettings = z.object({ settings: z.array(keptSetting) });
export type KeptSettings = z.infer<typeof keptSettings>;
