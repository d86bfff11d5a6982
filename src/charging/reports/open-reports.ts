import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type {
  BilledSession,
  HourReport,
  RefusalReport,
  Report,
  ReportQuery,
  TodayReport,
  UptimeReport,
} from '#contract/reports/report.ts';
import type { AtSites } from '../at-sites.ts';
import { moneyText } from '../decimal.ts';
import { readDrivers } from '../drivers/driver-store.ts';
import { openIdentity } from '../drivers/identity.ts';
import type { LongQuestions } from '../long-questions.ts';
import type { Outages } from '../outages/open-outages.ts';
import type { PortRecord } from '../outages/read-ports.ts';
import { lengthWithin, type Span } from '../outages/spans.ts';
import type { Sites } from '../sites/open-sites.ts';
import {
  billFilter,
  type Columns,
  type Filter,
  type GroupBy,
  isWithin,
  type Parameter,
  reach,
  type Scope,
  statementValues,
  time,
} from './conditions.ts';
import { hourCells, readBusyHours } from './hour-report.ts';
import { makeReport, rounded, uptimePercent } from './make-report.ts';
import { type BareSession, nameSessions } from './name-sessions.ts';
import { type Period, periodIn, readPeriod } from './period.ts';
import { hasSessionsBy, readRefusalReasons } from './report-store.ts';
import { makeToday } from './today.ts';

/** Sums of a day change slowly, and cost the database more than most questions. */
const todayLastsMs = 5_000;

export type Reports = ReturnType<typeof openReports>;

export type ReportsNeeds = {
  pool: Pool;
  questions: LongQuestions;
  clock: Clock;
  installationKey: Buffer;
  /** Of stations that stand at no site. */
  timeZone: string;
  sites: Pick<Sites, 'list' | 'placeOf'>;
  outages: Pick<Outages, 'ports'>;
};

export function openReports(needs: ReportsNeeds) {
  const { questions, clock, outages } = needs;
  const ports = ({ filter, period, timeZone }: Omit<Scope, 'by'>) =>
    outages.ports({
      siteId: filter.siteId,
      stationId: filter.stationId,
      atSites: filter.atSites,
      periodIn: (zone) => periodIn(period, zone ?? timeZone),
    });
  /** Sessions of stations that stood at no site are in it by the installation's clock, which no site may have. */
  async function withOwnZone<RangeQuery extends Scope & { timeZones: string[] }>(
    scope: RangeQuery,
  ): Promise<RangeQuery> {
    const { timeZones } = scope;
    if (timeZones.includes(needs.timeZone) || !(await hasSessionsBy(questions, scope, needs.timeZone))) return scope;
    return { ...scope, timeZones: [...timeZones, needs.timeZone].toSorted() };
  }
  /** Everybody who looks at the same sites looks at the same sums. */
  const todays = new Cache({
    clock,
    lastsMs: todayLastsMs,
    maxEntries: 100,
    async read(asked: string) {
      const { siteId, atSites } = JSON.parse(asked) as { siteId: string; atSites?: string[] };
      const scope = await scopeOf(needs, { siteId: siteId === '' ? undefined : siteId, atSites });
      return makeToday({ questions, ports, now: clock.now() }, scope);
    },
  });
  return {
    async make(query: ReportQuery & AtSites, { isNamingDrivers }: { isNamingDrivers: boolean }): Promise<Report> {
      const scope = await withOwnZone({ ...(await scopeOf(needs, query)), by: query.by });
      const names = (by: GroupBy, keys: readonly string[]) => readNames(needs, { by, keys, isNamingDrivers });
      return { by: query.by, ...(await makeReport({ questions, ports, names, now: clock.now() }, scope)) };
    },
    /** What the day has come to so far, hour by hour, beside the same day of the week before. */
    async today(query: Pick<RangeQuery, 'siteId' | 'atSites'>): Promise<TodayReport> {
      const { siteId = '', atSites } = query;
      return todays.get(JSON.stringify({ siteId, atSites: atSites?.toSorted() }));
    },
    async hours(query: RangeQuery): Promise<HourReport> {
      const scope = await withOwnZone({ ...(await scopeOf(needs, query)), by: 'total' as const });
      mustBeOfPlaces(query);
      const [busy, records] = await Promise.all([readBusyHours(questions, scope), ports(scope)]);
      return { ...bounds(scope.period), timeZones: scope.timeZones, cells: hourCells(busy, records, scope.timeZone) };
    },
    async uptime(query: RangeQuery): Promise<UptimeReport> {
      const scope = await scopeOf(needs, query);
      mustBeOfPlaces(query);
      return uptimeReport(await ports(scope), scope.period);
    },
    async refusals(query: RangeQuery): Promise<RefusalReport> {
      const scope = await scopeOf(needs, query);
      if (query.tariffId !== undefined)
        throw new SigecError('INVALID_INPUT', 'A refusal has no tariff; leave tariffId out.', {
          details: { field: 'tariffId' },
        });
      return { ...bounds(scope.period), rows: await readRefusalReasons(questions, scope) };
    },
    /** Every ended session with its cost, oldest first, a part at a time; and how many there are. */
    async sessions(
      query: RangeQuery,
      options: { isNamingDrivers: boolean },
    ): Promise<{ count: number; each: AsyncIterable<BilledSession[]> }> {
      const wanted = await scopeOf(needs, query);
      const each = nameSessions(needs, eachBilledSession(questions, wanted), options);
      return { count: await countBilledSessions(questions, wanted), each };
    },
  };
}

type RangeQuery = Omit<ReportQuery, 'by'> & AtSites;

async function scopeOf(
  { sites, clock, timeZone: own }: ReportsNeeds,
  query: RangeQuery,
): Promise<Omit<Scope, 'by'> & { timeZones: string[] }> {
  const { siteId, stationId, driverId, tariffId, atSites } = query;
  const all = (await sites.list()).filter(({ id }) => atSites === undefined || atSites.includes(id));
  if (siteId !== undefined && !all.some(({ id }) => id === siteId))
    throw new SigecError('NOT_FOUND', `There is no site ${siteId}; GET /api/sites lists them.`);
  const ofStation = stationId === undefined ? null : await sites.placeOf(stationId);
  const only = siteId ?? ofStation?.siteId;
  const here =
    stationId !== undefined && ofStation === null ? [] : all.filter(({ id }) => only === undefined || id === only);
  const zones = [...new Set(here.map((site) => site.timeZone))];
  const timeZones = zones.length === 0 ? [own] : zones.toSorted();
  const timeZone = timeZones.length === 1 ? (timeZones[0] ?? own) : own;
  return {
    filter: { siteId, stationId, driverId, tariffId, atSites },
    period: readPeriod(query, { timeZone, now: clock.now() }),
    timeZone,
    timeZones,
  };
}

/** Opening what is sealed is work: stations get their turn between. */
const unsealedAtOnce = 500;

/** Who was forgotten has a row and no name; who may not be named is called by the id. */
async function readNames(
  { pool, sites, installationKey }: ReportsNeeds,
  { by, keys, isNamingDrivers }: { by: GroupBy; keys: readonly string[]; isNamingDrivers: boolean },
): Promise<Map<string, string>> {
  if (by === 'site') return new Map((await sites.list()).map(({ id, name }) => [id, name]));
  if (by !== 'driver') return new Map();
  const names = new Map<string, string>();
  const ids = keys.filter((key) => key !== '');
  for (let first = 0; first < ids.length; first += unsealedAtOnce) {
    for (const driver of await readDrivers(pool, ids.slice(first, first + unsealedAtOnce))) {
      const name = openIdentity(installationKey, driver)?.name;
      if (name !== undefined) names.set(driver.id, isNamingDrivers ? name : driver.id);
    }
  }
  return names;
}

function mustBeOfPlaces({ driverId, tariffId }: RangeQuery): void {
  if (driverId === undefined && tariffId === undefined) return;
  throw new SigecError('INVALID_INPUT', 'This report is of ports: ask by site or station, not by driver or tariff.', {
    details: { field: driverId === undefined ? 'tariffId' : 'driverId' },
  });
}

function bounds({ from, to }: Scope['period']): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function uptimeReport(records: readonly PortRecord[], { from, to }: Span): UptimeReport {
  const ports = records.map((record) => {
    const { stationId, evseId, siteId, period } = record;
    const portMs = period.to - period.from;
    const downMs = lengthWithin(record.down, period);
    const countedMs = lengthWithin(record.counted, period);
    return {
      stationId,
      evseId,
      siteId,
      minutes: minutes(portMs),
      outageMinutes: minutes(downMs),
      excludedMinutes: minutes(downMs - countedMs),
      uptime: uptimePercent(portMs, countedMs),
      causes: record.causes.map(({ cause, code, ms, times }) => ({ cause, code, minutes: minutes(ms), times })),
    };
  });
  const portMs = records.reduce((sum, { period }) => sum + period.to - period.from, 0);
  const countedMs = records.reduce((sum, { counted, period }) => sum + lengthWithin(counted, period), 0);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ports,
    total: { ports: ports.length, uptime: portMs === 0 ? null : uptimePercent(portMs, countedMs) },
  };
}

function minutes(ms: number): number {
  return rounded(ms / 60_000, 3);
}

type ReportRange = { filter: Filter; period: Period };

/** Few: a part that outlives two short collections waits for a full one, and memory would climb with the length of the file. */
const rowsAtOnce = 100;
const billed: Columns = { at: 'bill.started_at', zone: 'bill.time_zone' };

type Row = Omit<BareSession, 'startedAt' | 'endedAt' | 'energyWh' | 'total' | 'tax'> & {
  /** UTC, to the microsecond: a Date would round it, and rows of the same millisecond would come twice. */
  started: string;
  ended: string;
  energyMwh: string;
  total: string;
  tax: string;
};

/** Oldest first, a part at a time, each read when it is asked for: no transaction is held while somebody is slow. */
async function* eachBilledSession(
  questions: LongQuestions,
  { filter, period }: ReportRange,
): AsyncGenerator<BareSession[]> {
  let last: Row | undefined;
  do {
    const { values, given } = statementValues();
    const conditions = [
      isWithin(period, billed, given),
      ...billFilter(filter, given),
      ...(last === undefined
        ? []
        : [
            `(bill.started_at, bill.session_id) > (${given(`${last.started}Z`)}::timestamptz, ${given(last.sessionId)}::uuid)`,
          ]),
    ].join(' and ');
    const rows: Row[] = await questions.part<Row>(
      `select session_id as "sessionId", station_id as "stationId", evse_id as "evseId", site_id as "siteId",
         (started_at at time zone time_zone)::date as day, time_zone as "timeZone", (started_at at time zone 'UTC')::text as started,
         (ended_at at time zone 'UTC')::text as ended, (started_at at time zone time_zone)::text as "startedLocal",
         (ended_at at time zone time_zone)::text as "endedLocal", energy_mwh as "energyMwh", token_hash as "tokenHash",
         driver_id as "driverId", group_id as "groupId", tariff_id as "tariffId", tariff_version as "tariffVersion", currency, total, tax
       from bill where ${conditions} order by started_at, session_id limit ${rowsAtOnce}`,
      values,
    );
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    const sessions = rows.map(toSession);
    rows.length = 0; // what is left of a query lives until the next full tidying up, and the rows of all queries with it
    yield sessions;
  } while (last !== undefined);
}

/** How many there are, so that somebody who waits can see how far it is. Away from the ends of the period an index tells. */
async function countBilledSessions(questions: LongQuestions, { filter, period }: ReportRange): Promise<number> {
  const { values, given } = statementValues();
  const whole = () => isWithin(period, billed, given);
  const parts = period.days === null ? [whole()] : partsOf(period.days, whole, given);
  const counts = parts.map(
    (part) => `(select count(*) from bill where ${[part, ...billFilter(filter, given)].join(' and ')})`,
  );
  const rows = await questions.ask<{ count: number }>(`select ${counts.join(' + ')} as count`, values);
  return rows[0]?.count ?? 0;
}

function partsOf(days: NonNullable<Period['days']>, whole: () => string, given: Parameter): string[] {
  const { outer, inner } = reach(days);
  return [
    between(inner, given),
    `${between({ from: outer.from, to: inner.from }, given)} and ${whole()}`,
    `${between({ from: inner.to, to: outer.to }, given)} and ${whole()}`,
  ];
}

function between({ from, to }: Span, given: Parameter): string {
  return `bill.started_at >= ${time(from, given)} and bill.started_at < ${time(to, given)}`;
}

function toSession({ started, ended, energyMwh, ...row }: Row): BareSession {
  const { currency } = row;
  return {
    ...row,
    startedAt: isoOf(started),
    endedAt: isoOf(ended),
    energyWh: Number(energyMwh) / 1000,
    total: currency && moneyText(row.total, currency),
    tax: currency && moneyText(row.tax, currency),
    startedLocal: row.startedLocal.slice(0, 19),
    endedLocal: row.endedLocal.slice(0, 19),
  };
}

/** "2026-03-01 08:00:00.5" as times cross HTTP; two million Dates would take longer than reading the rows. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
}
