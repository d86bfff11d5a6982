import { z } from 'zod';
import { time } from '../common.ts';
import { reportThings, reportTimes } from '../word-lists.ts';
import { weekday } from './calendar.ts';

export const reportBy = z.enum([...reportThings, ...reportTimes, 'total']);
export type ReportBy = z.infer<typeof reportBy>;

/** A month, some days, or two times. Days and months are those of the site, or of the installation where sites differ. */
export const reportQuery = z.object({
  by: reportBy.default('day'),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')
    .optional(),
  firstDay: z.iso.date().optional().describe('With lastDay: whole days by the clock of each site, both counted'),
  lastDay: z.iso.date().optional(),
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

/** How busy the EVSEs are in each hour of the week, by the clock of their sites. */
export const hourReport = z.object({
  from: time,
  to: time,
  timeZones: z.array(z.string()),
  cells: z.array(
    z.object({
      weekday,
      hour: z.int().min(0).max(23),
      sessions: z.int().describe('That began in this hour'),
      utilisation: z
        .number()
        .nullable()
        .describe('Share of this hour in which EVSEs had a session; null: no EVSE was there then'),
    }),
  ),
});
export type HourReport = z.infer<typeof hourReport>;

const figures = reportRow.pick({
  sessions: true,
  energyWh: true,
  revenue: true,
  utilisation: true,
  firstTimeSuccess: true,
  visits: true,
});
const day = z.object({
  from: time,
  to: time,
  total: figures.describe('Of sessions that have ended; utilisation counts those that run too'),
  hours: z.array(figures.extend({ key: z.string().describe('Such as 2026-03-01T08, by the clock of the site') })),
});

export const todayQuery = z.object({ siteId: z.string().max(60).optional() });

/** The day so far, and the same day of the week before, by the clock of the sites. */
export const todayReport = z.object({
  timeZone: z.string(),
  today: day,
  weekBefore: day.extend({ untilNow: figures.describe('What that day had come to at this time of the day') }),
  madeAt: time,
});
export type TodayReport = z.infer<typeof todayReport>;

/** What all running sessions draw together. */
export const livePower = z.object({
  sessions: z.int().describe('That run'),
  powerW: z.number().describe('By the last meter values of each'),
  energyWh: z.number().describe('What they have taken so far'),
  history: z.array(z.object({ at: time, powerW: z.number() })).describe('Of the last two hours, since the start'),
  madeAt: time,
});
export type LivePower = z.infer<typeof livePower>;

/** Of stations where a session runs. */
export const stationPowers = z.object({
  stations: z.array(z.object({ stationId: z.string(), sessions: z.int(), powerW: z.number() })),
  madeAt: time,
});
export type StationPowers = z.infer<typeof stationPowers>;

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
