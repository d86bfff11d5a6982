import { z } from 'zod';
import { time } from '../common.ts';
import { ocppVersion } from './station.ts';

/** One rule by which we bear what a station does against the book. */
export const quirk = z.object({
  id: z.string(),
  kind: z
    .enum(['repair', 'reading', 'conduct'])
    .describe(
      'repair: a message that fails its schema is put right; reading: a value without sense is understood; conduct: behaviour is borne',
    ),
  title: z.string(),
  seenIn: z.string().describe('The real station or report it comes from'),
  versions: z.array(ocppVersion).readonly(),
  actions: z.union([z.literal('all'), z.array(z.string()).readonly()]),
});
export type Quirk = z.infer<typeof quirk>;

/** `all` switches every rule that has no switch of its own. */
export const quirkRule = z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be the id of a rule, or all');

export const quirkSwitch = z.object({
  rule: quirkRule,
  isOn: z.boolean(),
  stationId: z.string().nullable().describe('null: it holds for a model'),
  vendor: z.string().nullable(),
  model: z.string().nullable(),
  setAt: time,
  setBy: z.string(),
});
export type QuirkSwitch = z.infer<typeof quirkSwitch>;

export const quirkList = z.object({ quirks: z.array(quirk), switches: z.array(quirkSwitch) });
export type QuirkList = z.infer<typeof quirkList>;

export const isOn = z.boolean().nullable().describe('null takes the switch away: the rule is on again by default');
export const setStationQuirk = z.object({ isOn });
export const setModelQuirk = z.object({ isOn, vendor: z.string().min(1).max(255), model: z.string().min(1).max(255) });

/** What was repaired at one field of one message, as often as it was. */
export const repair = z.object({
  rule: z.string(),
  action: z.string(),
  field: z.string(),
  before: z.string().describe('What came, the last time; tokens only as their hash'),
  after: z.string(),
  count: z.int(),
  firstAt: time,
  lastAt: time,
});
export type Repair = z.infer<typeof repair>;

export const stationQuirk = z.object({
  id: z.string(),
  isOn: z.boolean(),
  decidedBy: z.enum(['default', 'station', 'model']),
});
export type StationQuirk = z.infer<typeof stationQuirk>;

export const stationRepairs = z.object({ repairs: z.array(repair), quirks: z.array(stationQuirk) });
export type StationRepairs = z.infer<typeof stationRepairs>;
