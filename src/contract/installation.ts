import { z } from 'zod';
import { time } from './common.ts';
import { deviceTier } from './devices/device.ts';

export const shownSetting = z.object({
  name: z.string().describe('As it is set: OCPP_SERVER_PORT'),
  about: z.string(),
  value: z.string().describe('Of a secret only whether it is set'),
  isSecret: z.boolean(),
  isDefault: z.boolean(),
});
export type ShownSetting = z.infer<typeof shownSetting>;

const packTool = z.object({ name: z.string(), title: z.string(), tier: deviceTier });
export const shownPack = z.object({
  name: z.string(),
  title: z.string().nullable().describe('null: it is off'),
  isOn: z.boolean().describe('PACKS says which are'),
  levels: z.array(z.object({ name: z.string(), about: z.string() })),
  tools: z.array(packTool).describe('What agents can be shown of it'),
});
export type ShownPack = z.infer<typeof shownPack>;

const counts = z.object({
  stations: z.int(),
  stationsOnline: z.int(),
  runningSessions: z.int(),
  devices: z.int(),
});

/** What runs here, for whoever looks after it. */
export const installation = z.object({
  version: z.string(),
  licence: z.string(),
  node: z.string().describe('The version of Node.js'),
  platform: z.string(),
  startedAt: time,
  database: z.object({
    place: z.enum(['embedded', 'external']),
    version: z.string(),
    sizeBytes: z.int(),
    migrations: z.int().describe('How many were applied'),
  }),
  counts,
  retention: z.object({
    meterValuesDays: z.int().describe('0: for ever'),
    messagesDays: z.int(),
  }),
  packs: z.array(shownPack),
  settings: z.array(shownSetting),
});
export type Installation = z.infer<typeof installation>;

const logLine = z.object({
  at: time,
  level: z.enum(['info', 'warn', 'error']),
  sentence: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** What whoever helps needs to know, without anything that opens a door or names a person. */
export const supportBundle = installation.omit({ packs: true }).extend({
  madeAt: time,
  packs: z.array(z.object({ name: z.string(), isOn: z.boolean(), tools: z.int() })),
  notReady: z.array(z.string()).describe('Why nothing can be stored; empty: it can'),
  appliedMigrations: z.array(z.string()),
  log: z.array(logLine).describe('The last lines, without debug'),
});
export type SupportBundle = z.infer<typeof supportBundle>;
