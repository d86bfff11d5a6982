import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { hours, weekday } from '../reports/calendar.ts';
import { sentence } from '../sentence.ts';
import { energyModes, meterKinds, meterModels, seriesKinds } from '../word-lists.ts';
import { siteTree } from './site-tree.ts';

const watts = z.number().min(0).max(1e9);
const wattHours = z.number().min(0).max(1e10);
const price = z.number().min(-1000).max(1000).describe("Per kWh, in the site's currency");

/** Where readings of a meter come from. `push`: somebody sends them to the API. `forecast`: nobody measures, a load is foreseen. */
export const meterSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('push') }),
  z.strictObject({
    kind: z.literal('mqtt'),
    topic: z.string().min(1).max(200),
    field: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .describe('Path in a JSON message; null: the message is the number'),
    unit: z.enum(['W', 'kW']).default('W'),
  }),
  z.strictObject({
    kind: z.literal('modbus-tcp'),
    host: z.string().min(1).max(253),
    port: z.int().min(1).max(65_535).default(502),
    unitId: z.int().min(0).max(247).default(1),
    model: z.enum(meterModels).describe('Eastron SDM630, Carlo Gavazzi EM24, or SunSpec meters 201 to 204'),
    everySeconds: z.int().min(1).max(3600).default(5),
  }),
  z.strictObject({ kind: z.literal('forecast') }),
]);
export type MeterSource = z.output<typeof meterSource>;

/** `grid` measures all that passes a node; `load`, `pv` and `battery` one part of it. Import counts above zero; `pv` counts what it makes. */
export const siteMeter = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores'),
  name: visibleText.max(100).nullable().default(null),
  nodeId: z.string().describe('The node of the tree where it measures'),
  kind: z.enum(meterKinds),
  source: meterSource,
  staleAfterSeconds: z.int().min(5).max(86_400).default(60),
  silentW: z
    .number()
    .min(-1e9)
    .max(1e9)
    .nullable()
    .default(null)
    .describe('What counts while it is silent; null: the highest of the last 20 like days, or maxW'),
  maxW: watts
    .nullable()
    .default(null)
    .describe('The most that can flow there; what counts where nothing better is known'),
});
export type SiteMeter = z.output<typeof siteMeter>;

export const siteBatterySettings = z.strictObject({
  nodeId: z.string(),
  meterId: z.string().nullable().default(null),
  capacityWh: wattHours.min(1),
  maxChargeW: watts,
  maxDischargeW: watts,
  reservePercent: z.number().min(0).max(100).default(20),
  efficiency: z.number().min(0.5).max(1).default(0.94),
  wearPerKwh: z.number().min(0).max(100).default(0.03),
  setpointTopic: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^#+]+$/, 'must be one topic, without # and +')
    .nullable()
    .default(null)
    .describe(
      'Where the plan is published over MQTT in mode control, as {"powerW", "until"}: below zero it gives; after until it decides by itself. null: the plan is advice',
    ),
});
export type SiteBatterySettings = z.output<typeof siteBatterySettings>;

/** Prices by weekday and hour of the site's clock; the first window that fits counts. */
export const timeOfUse = z.strictObject({
  windows: z.array(z.strictObject({ days: z.array(weekday).min(1), hours, perKwh: price })).max(100),
  otherwisePerKwh: price,
});
export type TimeOfUse = z.output<typeof timeOfUse>;

export const energyPrices = z.strictObject({
  import: timeOfUse
    .nullable()
    .default(null)
    .describe('Where no imported price series covers the hour; null: all hours cost the same'),
  adderPerKwh: price.default(0).describe('Grid fees and taxes on top of an imported series'),
  exportPerKwh: price.default(0),
  carbonPerKg: z.number().min(0).max(100).default(0).describe('What a kg of carbon dioxide is held to be worth'),
  demandChargePerKw: z
    .number()
    .min(0)
    .max(10_000)
    .default(0)
    .describe('For the highest quarter of an hour of the month'),
  importUrl: z
    .url()
    .max(500)
    .nullable()
    .default(null)
    .describe('A file of prices (CSV, JSON or ENTSO-E XML) that is read every hour'),
});
export type EnergyPrices = z.output<typeof energyPrices>;

/** `off`: nothing is computed. `plan`: plans are made and shown. `control`: stations are told. */
export const energyMode = z.enum(energyModes);
export type EnergyMode = z.infer<typeof energyMode>;

export const siteEnergy = z.strictObject({
  mode: energyMode.default('plan'),
  tree: siteTree,
  meters: z.array(siteMeter).max(200).default([]),
  battery: siteBatterySettings.nullable().default(null),
  prices: energyPrices.prefault({}),
  caution: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('0: cheapest energy, 1: every deadline first; how much is kept free for cars that may still come'),
  defaultCapacityWh: wattHours.min(1000).default(60_000).describe('Of a car that tells nothing of its battery'),
  defaultArrivalPercent: z.number().min(0).max(100).default(40).describe('What such a car has when it comes'),
  allowsDischarge: z.boolean().default(false).describe('Whether cars that can may feed back'),
  dischargeWearPerKwh: z
    .number()
    .min(0)
    .max(100)
    .default(0.05)
    .describe("What a kWh that a car gives back wears its battery, in the site's currency"),
  dischargeEfficiency: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.87)
    .describe('Of a kWh that a car takes and gives back, so much is left each way'),
  answersFrequency: z
    .boolean()
    .default(false)
    .describe('Whether cars that may feed back give way by themselves when the frequency of the grid falls (OCPP 2.1)'),
  gridHertz: z
    .union([z.literal(50), z.literal(60)])
    .nullable()
    .default(null)
    .describe("The grid's frequency; null: that of the site's country, or of its time zone"),
  maxRampWPerMinute: watts.min(1).nullable().default(null).describe('How fast the sum of the site may rise'),
});
export type SiteEnergy = z.output<typeof siteEnergy>;

/** The settings with who made them. */
export const storedSiteEnergy = siteEnergy.extend({
  siteId: z.string(),
  version: z.int(),
  changedAt: time,
  changedBy: z.string(),
});
export type StoredSiteEnergy = z.infer<typeof storedSiteEnergy>;

/** Which sites have such settings, so that nobody has to ask site by site. */
export const energySite = storedSiteEnergy.pick({ siteId: true, mode: true, changedAt: true, changedBy: true });
export type EnergySite = z.infer<typeof energySite>;
export const energySiteList = z.object({ sites: z.array(energySite) });

/** A limit for a while, below what the tree says; such as the grid operator's or one for a feast. */
export const temporaryLimit = z.strictObject({
  nodeId: z.string(),
  limitA: z.number().min(0, 'must not be below zero').max(100_000).nullable().default(null),
  limitW: watts.nullable().default(null),
  exportLimitW: watts
    .optional()
    .describe('Towards the grid; counts at the connection to it, where cars or a battery may feed back'),
  from: time.nullable().default(null).describe('null: at once'),
  until: time.nullable().default(null).describe('null: until it is taken away'),
  why: visibleText.max(200).nullable().default(null),
});
export type TemporaryLimit = z.output<typeof temporaryLimit>;

export const storedLimit = temporaryLimit.extend({
  source: z.enum(['person', 'agent', 'openadr', 'der', 'station']),
  setAt: time,
  setBy: z.string(),
});
export type StoredLimit = z.infer<typeof storedLimit>;
export const storedLimitList = z.object({ limits: z.array(storedLimit) });

export const meterReading = z.strictObject({
  meterId: z.string().max(60),
  powerW: z.number().min(-1e9).max(1e9),
  lineA: z
    .tuple([z.number(), z.number(), z.number()])
    .nullable()
    .default(null)
    .describe('Per line where the meter tells'),
  storedPercent: z.number().min(0).max(100).nullable().default(null).describe('Of a battery'),
  at: time.nullable().default(null).describe('null: now'),
});
export type MeterReading = z.output<typeof meterReading>;
export const meterReadings = z.strictObject({ readings: z.array(meterReading).min(1).max(1000) });

export const seriesKind = z.enum(seriesKinds);
export type SeriesKind = z.infer<typeof seriesKind>;
/** Values that hold from a moment until the next; prices per kWh in the site's currency, carbon in kg per kWh. */
export const series = z.object({
  kind: seriesKind,
  points: z.array(z.object({ from: time, value: z.number() })),
  until: time.nullable(),
  source: z.string(),
  importedAt: time.nullable(),
});
export type Series = z.infer<typeof series>;
export const seriesList = z.object({ series: z.array(series) });
/** A file as it is: what it is is recognised (CSV, JSON, ENTSO-E XML). */
export const seriesImport = z.strictObject({
  kind: seriesKind,
  content: z.string().min(1).max(2_000_000),
  perMwh: z.boolean().default(false).describe('Whether values are per MWh, as on exchanges; ENTSO-E says so itself'),
});
export type SeriesImport = z.output<typeof seriesImport>;
export const seriesImported = z.object({ points: z.int(), from: time, until: time, warnings: z.array(sentence) });
export type SeriesImported = z.infer<typeof seriesImported>;
