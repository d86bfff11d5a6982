import { z } from 'zod';
import { time } from '../common.ts';

/** The kill switch: while it is on, no command leaves for any station, whoever asks. Stations are still answered. */
export const killSwitch = z.object({
  isOn: z.boolean(),
  why: z.string().nullable(),
  by: z.string().nullable().describe('The key that switched it last'),
  byName: z.string().nullable(),
  since: time.nullable().describe('null: it was never used'),
});
export type KillSwitchState = z.infer<typeof killSwitch>;

export const killSwitchChange = z.object({
  isOn: z.boolean(),
  why: z.string().trim().max(300).optional().describe('Shown to everybody while it is on'),
});
export type KillSwitchChange = z.output<typeof killSwitchChange>;
