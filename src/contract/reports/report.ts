import { z } from 'zod';
import { time } from '../common.ts';
import { reportThings, reportTimes } from '../word-lists.ts';

export const reportBy = z.enum([...reportThings, ...reportTimes, 'total']);
export type ReportBy = z.infer<typeof reportBy>;

/** A month, a day, or two times. Days and months are those of the site, or of the installation where sites differ. */
export const reportQuery = z.object({
  by: reportBy.default('day'),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')
    .optional(),
  from: time.optional().describe('Sessions that began at this time or later'),
  to: time.optional().describe('Sessions that began before this time'),
  siteId: z.string().max(60).optional(),
  stationId: z.string().max(48).optional(),
  driverId: z.uuid().optional(),
  tariffId: z.string().max(60).optional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

const money = z.array(z.object({ currency: z.string(), amount: z.string(), tax: z.string() }));

/** One row: a site, a station, a day … Sums are exact: energy in whole Wh, money in minor units of each currency. */
export const reportRow = z.object({
  key: z.string(),
  name: z
    .string()
    .nullable()
    .describe(
      'Of a site or a driver; null: a driver who was forgotten. Of a driver the id where the key lacks drivers:read',
    ),
  sessions: z.int(),
  energyWh: z.number(),
  revenue: money,
  utilisation: z
    .number()
    .nullable()
    .describe(
      'Share of the time in which its EVSEs had a session, of a site those that stand there now; null: does not apply',
    ),
  firstTimeSuccess: z
    .number()
    .nullable()
    .describe('Share of visits that charged at the first attempt; null: no visits'),
  visits: z.int(),
  uptime: z.number().nullable().describe('In percent by the formula of NEVI; null: does not apply'),
  outageMinutes: z.number(),
  excludedMinutes: z.number(),
  refusals: z.int(),
});
export type ReportRow = z.infer<typeof reportRow>;

export const report = z.object({
  by: reportBy,
  from: time,
  to: time,
  timeZone: z
    .string()
    .describe('By which from and to are written: of the sites, or of the installation where they differ'),
  timeZones: z
    .array(z.string())
    .describe(
      'Of all sites in it, and of the installation where sessions began at no site; each session counts on the day by its own',
    ),
  rows: z.array(reportRow),
  total: reportRow,
  madeAt: time,
});
export type Report = z.infer<typeof report>;

/** One session with what it came to, as a line of the export. */
export const billedSession = z.object({
  sessionId: z.uuid(),
  stationId: z.string(),
  evseId: z.int().nullable(),
  siteId: z.string().nullable(),
  day: z.string().describe('On which it began, by the clock of the site'),
  timeZone: z.string(),
  startedAt: time,
  endedAt: time,
  energyWh: z.number(),
  tokenHash: z.string().nullable(),
  driverId: z.string().nullable(),
  groupId: z.string().nullable(),
  tariffId: z.string().nullable(),
  tariffVersion: z.int().nullable(),
  currency: z.string().nullable().describe('null: free'),
  total: z.string().nullable().describe('What the driver pays, corrections included'),
  tax: z.string().nullable(),
  siteName: z.string().nullable(),
  driverName: z.string().nullable().describe('null too where the key lacks drivers:read, or they were forgotten'),
  tokenLabel: z.string().nullable().describe('The last characters of the token; null: it is not known any more'),
  startedLocal: z.string().describe('By the clock of the site, such as 2026-03-01 08:00:00'),
  endedLocal: z.string(),
});
export type BilledSession = z.infer<typeof billedSession>;

/** NEVI: port by port, with what took it down. */
export const uptimeReport = z.object({
  from: time,
  to: time,
  ports: z.array(
    z.object({
      stationId: z.string(),
      evseId: z.int(),
      siteId: z.string().nullable(),
      minutes: z.number(),
      outageMinutes: z.number(),
      excludedMinutes: z.number(),
      uptime: z.number().describe('(minutes − (outage − excluded)) / minutes × 100'),
      causes: z.array(
        z.object({ cause: z.string(), code: z.string().nullable(), minutes: z.number(), times: z.int() }),
      ),
    }),
  ),
  total: z.object({ ports: z.int(), uptime: z.number().nullable() }),
});
export type UptimeReport = z.infer<typeof uptimeReport>;

export const refusalReport = z.object({
  from: time,
  to: time,
  rows: z.array(z.object({ reason: z.string(), times: z.int(), stations: z.int(), tokens: z.int() })),
});
export type RefusalReport = z.infer<typeof refusalReport>;
