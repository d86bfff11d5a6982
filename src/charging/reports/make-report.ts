import { setImmediate as turn } from 'node:timers/promises';
import type { Report, ReportRow } from '#contract/reports/report.ts';
import { moneyText } from '../decimal.ts';
import type { LongQuestions } from '../long-questions.ts';
import type { PortRecord } from '../outages/read-ports.ts';
import { lengthsWithin, type Span } from '../outages/spans.ts';
import type { GroupBy, Scope } from './conditions.ts';
import { type Bucket, bucketsIn, periodIn, type TimeUnit } from './period.ts';
import { type BusyRow, type MoneyRow, readBusyTime, readMoney, readRefusalCounts, readVisits } from './report-store.ts';

type Sums = {
  sessions: number;
  energyMwh: bigint;
  money: { currency: string; amount: string; tax: string }[];
  busyMs: number;
  visits: number;
  successes: number;
  refusals: number;
  portMs: number;
  downMs: number;
  countedMs: number;
};

export type ReportNeeds = {
  questions: LongQuestions;
  ports(scope: Scope): Promise<PortRecord[]>;
  /** How long EVSEs have had the sessions that still run; absent: only what has ended counts. */
  running?(scope: Scope): Promise<BusyRow[]>;
  names(by: GroupBy, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  now: Date;
};

/** Days of ports that are added up before stations get their turn. */
const bucketsAtOnce = 20_000;

export async function makeReport(
  { questions, ports, running = async () => [], names, now }: ReportNeeds,
  scope: Scope & { timeZones: string[] },
): Promise<Omit<Report, 'by'>> {
  const { by, filter, period, timeZone, timeZones } = scope;
  const isOfPlaces =
    by !== 'driver' && by !== 'tariff' && filter.driverId === undefined && filter.tariffId === undefined;
  const [money, ended, begun, visits, refusals, records] = await Promise.all([
    readMoney(questions, scope),
    isOfPlaces ? readBusyTime(questions, scope) : [],
    running(scope),
    readVisits(questions, scope),
    readRefusalCounts(questions, scope),
    isOfPlaces ? ports(scope) : [],
  ]);
  const total = noSums();
  const rows = new Map<string, Sums>();
  if (by === 'hour' || by === 'day' || by === 'month') {
    const until = { from: period.from, to: Math.min(period.to, now.getTime()) };
    for (const { key } of bucketsIn(until, by, timeZone)) rows.set(key, noSums()); // days on which nothing happened too
  }
  const of = (key: string | null) => {
    if (key === null) return total;
    const known = rows.get(key) ?? noSums();
    rows.set(key, known);
    return known;
  };
  for (const row of money) addMoney(of(row.key), row);
  for (const { key, busyMs } of [...ended, ...begun]) of(key).busyMs += busyMs;
  for (const { key, visits: count, successes } of visits) {
    const sums = of(key);
    sums.visits += count;
    sums.successes += successes;
  }
  for (const { key, refusals: count } of refusals) of(key).refusals += count;
  let added = 0;
  for (const record of records) {
    addPort([total], record, [record.period]);
    const buckets = bucketsOf(record, by, scope);
    addPort(
      buckets.map(({ key }) => of(key)),
      record,
      buckets,
    );
    added += buckets.length;
    if (added < bucketsAtOnce) continue;
    added = 0;
    await turn();
  }
  if (by === 'total') rows.clear();
  const named = await names(by, [...rows.keys()]);
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    timeZone,
    timeZones,
    rows: sorted.map(([key, sums]) => toRow(key, named.get(key) ?? null, sums)),
    total: toRow('total', null, total),
    madeAt: now.toISOString(),
  };
}

function noSums(): Sums {
  return {
    sessions: 0,
    energyMwh: 0n,
    money: [],
    busyMs: 0,
    visits: 0,
    successes: 0,
    refusals: 0,
    portMs: 0,
    downMs: 0,
    countedMs: 0,
  };
}

function addMoney(sums: Sums, { currency, sessions, energyMwh, total, tax }: MoneyRow): void {
  sums.sessions += sessions;
  sums.energyMwh += BigInt(energyMwh);
  if (currency !== null)
    sums.money.push({ currency, amount: moneyText(total, currency), tax: moneyText(tax, currency) });
}

/** To each its part of the port's time. */
function addPort(all: readonly Sums[], { period, down, counted }: PortRecord, within: readonly Span[]): void {
  const [portMs, downMs, countedMs] = [[period], down, counted].map((spans) => lengthsWithin(spans, within));
  for (const [index, sums] of all.entries()) {
    sums.portMs += portMs?.[index] ?? 0;
    sums.downMs += downMs?.[index] ?? 0;
    sums.countedMs += countedMs?.[index] ?? 0;
  }
}

function bucketsOf(record: PortRecord, by: GroupBy, { period, timeZone }: Scope): Bucket[] {
  const zone = record.timeZone ?? timeZone;
  if (by === 'hour' || by === 'day' || by === 'month') return rememberedBuckets(periodIn(period, zone), by, zone);
  return [
    { key: { site: record.siteId ?? '', station: record.stationId }[by as 'site' | 'station'] ?? '', ...record.period },
  ];
}

const remembered = new Map<string, Bucket[]>();
const maxRemembered = 50;

/** The same days for every port of a time zone. */
function rememberedBuckets(span: { from: number; to: number }, by: TimeUnit, zone: string): Bucket[] {
  const name = `${span.from} ${span.to} ${by} ${zone}`;
  const known = remembered.get(name) ?? bucketsIn(span, by, zone);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(name, known);
  return known;
}

const minuteMs = 60_000;

function toRow(key: string, name: string | null, sums: Sums): ReportRow {
  const { portMs, downMs, countedMs, busyMs, visits, successes } = sums;
  return {
    key,
    name,
    sessions: sums.sessions,
    energyWh: Number(sums.energyMwh) / 1000,
    revenue: sums.money.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    utilisation: portMs === 0 ? null : rounded(Math.min(1, busyMs / portMs), 6),
    firstTimeSuccess: visits === 0 ? null : rounded(successes / visits, 6),
    visits,
    uptime: portMs === 0 ? null : uptimePercent(portMs, countedMs),
    outageMinutes: rounded(downMs / minuteMs, 3),
    excludedMinutes: rounded((downMs - countedMs) / minuteMs, 3),
    refusals: sums.refusals,
  };
}

/** NEVI: the time, less what was down and does not count as excluded, of the time. */
export function uptimePercent(portMs: number, countedMs: number): number {
  return rounded(((portMs - countedMs) / portMs) * 100, 6);
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
