import type { Segment, Usage } from '#charging/tariffs/cost/session-cost.ts';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import type { Random } from '../simulation/random.ts';

export type RandomCase = { segments: [Segment, ...Segment[]]; usage: Usage; timeZone: string };

/** Where clocks are changed, and when: by an hour or half an hour, at midnight, in the night, before and after Ramadan. */
const clockChanges: Record<string, readonly string[]> = {
  'America/Sao_Paulo': ['2018-02-18T02:00Z', '2018-11-04T03:00Z'],
  'Europe/Lisbon': ['2026-03-29T01:00Z', '2026-10-25T01:00Z'],
  'America/New_York': ['2026-03-08T07:00Z', '2026-11-01T06:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00Z', '2026-10-03T15:30Z'],
  'America/St_Johns': ['2026-03-08T05:30Z', '2026-11-01T04:30Z'],
  'Africa/Casablanca': ['2026-02-15T02:00Z', '2026-03-22T02:00Z'],
  'Asia/Kathmandu': [],
};

/** Ends of months and years and what comes before them, leap days, holidays. */
const days = [
  ...['2024-02-28', '2024-02-29', '2024-12-31', '2025-03-30', '2025-12-31', '2026-01-31', '2026-02-28', '2026-06-30'],
  ...['2026-10-25', '2026-12-24', '2026-12-31', '2027-01-01', '2027-02-08', '2027-12-31', '2028-02-28', '2028-02-29'],
];
const minute = 60_000;
const hour = 60 * minute;

/** A session and the tariffs it is priced by, the same for the same seed. */
export function randomCase(random: Random): RandomCase {
  const timeZone = random.pick(Object.keys(clockChanges));
  const lengths = [0, 20 * minute, 4 * hour, 4 * hour, 12 * hour, 36 * hour];
  const length = random.between(0, random.chance(0.01) ? 10 * 24 * hour : random.pick(lengths));
  const changes = clockChanges[timeZone] ?? [];
  const start =
    changes.length > 0 && random.chance(0.3)
      ? Date.parse(random.pick(changes)) - random.between(0, length + hour)
      : Date.parse(`${random.pick(days)}T00:00Z`) + random.between(0, 36 * 60) * minute + oddMs(random);
  const until = start + length;
  const currency = random.pick(['BRL', 'EUR', 'JPY', 'KWD']);
  const taxIncluded = random.chance(0.5);
  const first = randomTerms(random, { currency, taxIncluded });
  const others = Array.from(
    { length: random.pick([0, 0, 0, 1, 2]) },
    () => start + random.between(-minute, length + minute),
  )
    .toSorted((a, b) => a - b)
    .map((from) => ({ terms: randomTerms(random, { currency, taxIncluded }), from: new Date(from) }));
  return {
    segments: [{ terms: first, from: null }, ...others],
    timeZone,
    usage: {
      startedAt: new Date(start),
      until: new Date(until),
      readings: randomReadings(random, { start, length, marks: others.map(({ from }) => +from) }),
      idle: randomIdle(random, { start, until }),
      reservation: random.chance(0.2) ? { from: new Date(start - random.between(0, hour)), to: new Date(start) } : null,
    },
  };
}

function oddMs(random: Random): number {
  return random.chance(0.3) ? 0 : random.between(0, minute - 1);
}

function randomReadings(
  random: Random,
  { start, length, marks }: { start: number; length: number; marks: readonly number[] },
): Usage['readings'] {
  const fullHour = start - (start % hour) + hour * random.between(1, Math.ceil(length / hour) + 1);
  const moments = [start, start + length, fullHour, fullHour, start + 10 * minute, start + hour, ...marks];
  const times = Array.from({ length: random.pick([0, 1, 2, 5, 20]) }, () => {
    if (random.chance(0.4)) return random.pick(moments);
    return start + (random.chance(0.05) ? random.between(-hour, length + hour) : random.between(0, length)); // some clocks are wrong
  });
  if (random.chance(0.3)) times.push(...times.slice(0, 2)); // some meters tell two values for one moment
  let mwh = 0;
  return times
    .toSorted((a, b) => a - b)
    .map((at) => {
      mwh += random.chance(0.3) ? 0 : random.between(0, random.pick([10, 5_000, 3_000_000, 40_000_000]));
      return { at: new Date(at), mwh };
    });
}

function randomIdle(random: Random, { start, until }: { start: number; until: number }): Usage['idle'] {
  const edges = Array.from({ length: 2 * random.pick([0, 0, 1, 2, 4]) }, () => random.between(start, until));
  if (edges.length > 0 && random.chance(0.5)) edges[0] = until;
  const sorted = edges.toSorted((a, b) => a - b);
  const spans = sorted.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: sorted[index + 1] ?? until }] : []));
  return spans.filter(({ from, to }) => from < to).map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}

export function randomTerms(random: Random, given: { currency: string; taxIncluded: boolean }): TariffTerms {
  const holidays = random.chance(0.4) ? ['12-25', '02-29', '01-01', '2025-03-30', '2026-10-25', '11-04'] : [];
  const conditions = divide(random, { hasHolidays: holidays.length > 0 && random.chance(0.7) });
  const prices = conditions.map((row) => ({
    ...row,
    perKwh: price(random),
    perMinute: price(random),
    perIdleMinute: random.chance(0.4) ? null : price(random),
  }));
  const [minimum, maximum] = [limit(random), limit(random)].toSorted((a, b) => Number(a) - Number(b));
  return tariffTerms.parse({
    ...given,
    prices,
    holidays,
    idleGraceMinutes: random.pick([0, 0, 1, 15, 60]),
    sessionFee: random.pick(['0', '1', '2.505', price(random)]),
    reservationFee: random.pick(['0', '1.5']),
    perReservedMinute: random.pick(['0', '0.0333']),
    energyStepWh: random.pick([1, 1, 1, 100, 1000, 7]),
    timeStepSeconds: random.pick([1, 1, 60, 900, 7]),
    minimum: random.chance(0.4) ? minimum : null,
    maximum: random.chance(0.3) ? maximum : null,
    taxes: Array.from({ length: random.pick([0, 1, 2, 3]) }, (_, index) => ({
      name: `T${index}`,
      percent: random.pick(['0', '5', '7.5', '18', '19.6125']),
    })),
  });
}

function limit(random: Random): string {
  return random.pick(['1', '9.999', '25', '150', '1000.005', price(random)]);
}

function price(random: Random): string {
  return random.pick([
    '0',
    '0.49',
    '1',
    '1.9',
    '0.005',
    '0.0001',
    '3.3333',
    '33.5',
    String(random.between(0, 99_999) / 10_000),
  ]);
}

type Conditions = Pick<PriceRow, 'days' | 'hours' | 'season' | 'fromKwh' | 'toKwh' | 'fromMinutes' | 'toMinutes'>;

/** Begins with one row for everything and divides rows in two, each by one condition: no gap and no overlap can arise. */
function divide(random: Random, { hasHolidays }: { hasHolidays: boolean }): Conditions[] {
  const everything = {
    days: null,
    hours: null,
    season: null,
    fromKwh: '0',
    toKwh: null,
    fromMinutes: 0,
    toMinutes: null,
  };
  let rows: Conditions[] = [everything];
  const cuts = random.pick([0, 1, 2, 4, 8]);
  for (let cut = 0; cut < cuts; cut++) {
    const row = random.pick(rows);
    const halves = random.pick([byDays, byHours, byHours, bySeason, bySeason, byEnergy, byMinutes])(
      random,
      row,
      hasHolidays,
    );
    if (halves !== null) rows = [...rows.filter((other) => other !== row), ...halves];
  }
  const shuffled = rows.map((row) => ({ row, place: random.next() })).toSorted((a, b) => a.place - b.place);
  return shuffled.map(({ row }) => row);
}

type Halves = [Conditions, Conditions] | null;

function byDays(random: Random, row: Conditions, hasHolidays: boolean): Halves {
  const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', ...(hasHolidays ? ['holiday'] : [])] as NonNullable<
    PriceRow['days']
  >;
  const own = row.days ?? all;
  const one = own.filter(() => random.chance(0.5));
  const other = own.filter((day) => !one.includes(day));
  return one.length === 0 || other.length === 0
    ? null
    : [
        { ...row, days: one },
        { ...row, days: other },
      ];
}

function byHours(random: Random, row: Conditions): Halves {
  const [from, to] = row.hours?.split('-').map(minuteOfDay) ?? [];
  if (from === undefined || to === undefined) {
    const step = random.pick([1, 60]); // tariffs mostly change at full hours
    const [a, b] = [random.between(0, 1440 / step - 1) * step, random.between(0, 1440 / step - 1) * step];
    return a === b
      ? null
      : [
          { ...row, hours: hoursOf(a, b) },
          { ...row, hours: hoursOf(b, a) },
        ];
  }
  const length = (to - from + 1440) % 1440;
  if (length < 2) return null;
  const middle = (from + random.between(1, length - 1)) % 1440;
  return [
    { ...row, hours: hoursOf(from, middle) },
    { ...row, hours: hoursOf(middle, to % 1440) },
  ];
}

function minuteOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

function hoursOf(from: number, to: number): string {
  const text = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  return `${text(from)}-${to === 0 ? '24:00' : text(to)}`;
}

/** The days of the year; a season may begin or end on any, the 29th of February too. */
const yearDays = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10),
);
const likelyDays = ['12-31', '02-28', '02-29', '03-07', '03-29', '10-24', '10-31', '11-03'].map((day) =>
  yearDays.indexOf(day),
);

function bySeason(random: Random, row: Conditions): Halves {
  const [first, last] = row.season?.split('..').map((day) => yearDays.indexOf(day)) ?? [0, 365];
  if (first === undefined || last === undefined) return null;
  const length = ((last - first + 366) % 366) + 1;
  const end = random.chance(0.8) ? random.pick(likelyDays) : random.between(0, 365);
  const offset = (end - first + 366) % 366;
  if (offset >= length - 1) return null;
  const season = (from: number, to: number) => `${yearDays[from % 366]}..${yearDays[to % 366]}`;
  return [
    { ...row, season: season(first, end) },
    { ...row, season: season(end + 1, last) },
  ];
}

function byEnergy(random: Random, row: Conditions): Halves {
  const at = random.pick(['0.0001', '0.5', '1', '3', '10', '12.3456', '20', '30']);
  const isInside = Number(at) > Number(row.fromKwh) && (row.toKwh === null || Number(at) < Number(row.toKwh));
  return isInside
    ? [
        { ...row, toKwh: at },
        { ...row, fromKwh: at },
      ]
    : null;
}

function byMinutes(random: Random, row: Conditions): Halves {
  const at = random.pick([1, 10, 30, 60, 61, 240, 1440]);
  const isInside = at > row.fromMinutes && (row.toMinutes === null || at < row.toMinutes);
  return isInside
    ? [
        { ...row, toMinutes: at },
        { ...row, fromMinutes: at },
      ]
    : null;
}
