import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConnectorStatus } from '#contract/stations/station.ts';
import { scale } from '../../../test/support/scale.ts';
import { portDowntime } from './port-downtime.ts';
import { readFacts } from './read-facts.ts';
import { openSpans } from './read-ports.ts';
import { lengthWithin } from './spans.ts';
import type { StationFact, StatusFact } from './station-facts.ts';

const minuteMs = 60_000;
const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const minutes = (year.to - year.from) / minuteMs;
const hours = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sun'] as const, from: 20, to: 6 }; // over midnight, closed on Saturdays

/** What really happened, minute by minute, and what the ledger heard of it. */
type Year = { isDown: Uint8Array; facts: StationFact[] };
type Happening = {
  minute: number;
  what:
    | { kind: 'status'; connector: number; status: ConnectorStatus }
    | { kind: 'gap'; minutes: number }
    | { kind: 'blink' };
};
type Habits = {
  /** How far its clock is ahead. */
  driftMs: number;
  connectors: number;
  /** Tells all that happened while it was offline, or how things are now. */
  tells: 'everything' | 'everything, in disorder' | 'what is' | 'what is, since when';
  repeats: boolean;
};

test('uptime is exact to the minute over a year of drift, repetitions, disorder, restarts and clock changes', () => {
  fc.assert(
    fc.property(
      happenings,
      habits,
      fc.constantFrom('Europe/Lisbon', 'America/New_York', 'America/Sao_Paulo', 'Australia/Sydney'),
      (told, habit, timeZone) => {
        const { isDown, facts } = play(told, habit);
        const { outages } = readFacts('CP-1', facts);
        const connectors = Array.from({ length: habit.connectors }, (_, n) => ({
          connectorId: n + 1,
          since: year.from,
        }));
        const openHours = openSpans([{ days: [...hours.days], hours: '20:00-06:00' }], timeZone, year);
        const { down, counted, causes } = portDowntime(
          { connectors, outages: [...outages.values()].map((each) => ({ ...each, isExcluded: false })), openHours },
          year,
        );
        const isOpen = openMinutes(timeZone);
        const wanted = { down: 0, counted: 0 };
        isDown.forEach((is, minute) => {
          wanted.down += is;
          wanted.counted += is & (isOpen[minute] ?? 0);
        });
        expect(lengthWithin(down, year) / minuteMs).toBe(wanted.down);
        expect(lengthWithin(counted, year) / minuteMs).toBe(wanted.counted);
        expect(causes.reduce((sum, { ms }) => sum + ms, 0) / minuteMs).toBe(wanted.down);
        // In parts, as the ledger is followed: the same.
        const middle = Math.floor(facts.length / 2);
        const first = readFacts('CP-1', facts.slice(0, middle));
        const second = readFacts('CP-1', facts.slice(middle), structuredClone(first.state));
        const parts = new Map([...first.outages, ...second.outages]);
        for (const id of second.gone) parts.delete(id);
        expect(parts).toEqual(outages);
      },
    ),
    { numRuns: scale({ test: 40, soak: 2_000 }) },
  );
}, 600_000);

const happenings: fc.Arbitrary<Happening[]> = fc
  .array(
    fc.record({
      after: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 8_000 })),
      what: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({
            kind: fc.constant('status' as const),
            connector: fc.integer({ min: 1, max: 2 }),
            status: fc.constantFrom('available', 'occupied', 'faulted', 'unavailable', 'reserved'),
          }),
        },
        {
          weight: 3,
          arbitrary: fc.record({ kind: fc.constant('gap' as const), minutes: fc.integer({ min: 1, max: 3_000 }) }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('blink' as const) }) },
      ),
    }),
    { maxLength: 300 },
  )
  .map((all) => {
    let minute = 10;
    return all
      .map(({ after, what }) => ({ minute: (minute += after), what }))
      .filter((each) => each.minute < minutes - 1);
  });

const habits: fc.Arbitrary<Habits> = fc.record({
  driftMs: fc.oneof(fc.constant(0), fc.integer({ min: -900_000, max: 900_000 })),
  connectors: fc.integer({ min: 1, max: 2 }),
  tells: fc.constantFrom('everything', 'everything, in disorder', 'what is', 'what is, since when'),
  repeats: fc.boolean(),
});

function play(happenings: readonly Happening[], { driftMs, connectors, tells, repeats }: Habits): Year {
  const facts: StationFact[] = [];
  const isDown = new Uint8Array(minutes);
  const now = new Map<number, { status: ConnectorStatus; since: number }>();
  let epoch = 1;
  let offlineUntil = -1;
  let queue: { connector: number; status: ConnectorStatus; at: number }[] = [];
  let painted = 0;
  const lastTold = new Map<number, StatusFact>();
  const tell = (
    connectorId: number,
    status: ConnectorStatus,
    { at, recordedAt }: { at: number; recordedAt: number },
  ) => {
    const told = { evseId: 1, connectorId, status, code: null, toldAt: at + driftMs, recordedAt };
    lastTold.set(connectorId, { kind: 'status', ...told });
    facts.push({ kind: 'status', ...told });
  };
  const paint = (until: number) => {
    const isBroken = [...now.values()].every(({ status }) => status === 'faulted' || status === 'unavailable');
    for (; painted < until; painted += 1) isDown[painted] = isBroken || painted < offlineUntil ? 1 : 0;
  };
  const connect = (at: number) => {
    epoch += 1;
    facts.push({ kind: 'online', at, epoch });
    if (repeats) facts.push({ kind: 'offline', at: at - 1, epoch: epoch - 1, reason: 'no-answer' }); // a late goodbye of the old one
  };
  const returnAt = (minute: number) => {
    const at = timeOf(minute);
    connect(at);
    const told = tells === 'everything, in disorder' ? queue.toReversed() : queue;
    if (tells.startsWith('everything'))
      for (const each of told) tell(each.connector, each.status, { at: each.at, recordedAt: at });
    else
      for (const [connector, { status, since }] of now)
        tell(connector, status, { at: tells === 'what is' ? at : since, recordedAt: at });
    queue = [];
  };
  connect(year.from);
  for (let connector = 1; connector <= connectors; connector += 1) {
    now.set(connector, { status: 'available', since: timeOf(2) });
    // A first visitor: from then on it is known how far the clock is off.
    for (const [minute, status] of [
      [0, 'available'],
      [1, 'occupied'],
      [2, 'available'],
    ] as const)
      tell(connector, status, { at: timeOf(minute), recordedAt: timeOf(minute) });
  }
  let isOffline = false;
  let lastMinute = 0;
  for (const { minute, what } of [...happenings, { minute: minutes, what: { kind: 'blink' as const } }]) {
    if (isOffline && offlineUntil <= minute) {
      paint(offlineUntil);
      returnAt(offlineUntil);
      isOffline = false;
      lastMinute = offlineUntil;
    }
    paint(minute);
    if (minute >= minutes || minute === lastMinute) continue; // one thing at a time
    lastMinute = minute;
    const at = timeOf(minute);
    if (what.kind === 'gap' && !isOffline) {
      facts.push({ kind: 'offline', at, epoch, reason: 'no-answer' });
      offlineUntil = Math.min(minute + what.minutes, minutes);
      isOffline = true;
    } else if (what.kind === 'blink' && !isOffline) {
      facts.push({ kind: 'offline', at: at + 5_000, epoch, reason: 'closed-by-station' });
      connect(at + 45_000);
      for (const [connector, { status, since }] of now) tell(connector, status, { at: since, recordedAt: at + 45_000 });
    } else if (what.kind === 'status' && what.connector <= connectors) {
      const { connector, status } = what;
      const before = lastTold.get(connector);
      now.set(connector, { status, since: at });
      if (isOffline) queue.push({ connector, status, at });
      else {
        tell(connector, status, { at, recordedAt: at });
        if (repeats) tell(connector, status, { at, recordedAt: at + 20_000 });
        if (repeats && before !== undefined) facts.push({ ...before, recordedAt: at + 30_000 }); // overtaken
      }
    }
  }
  return { isDown, facts };
}

function timeOf(minute: number): number {
  return year.from + minute * minuteMs;
}

const known = new Map<string, Uint8Array>();

/** Which minutes are within opening hours, by asking for the local hour of each. */
function openMinutes(timeZone: string): Uint8Array {
  const found = known.get(timeZone) ?? new Uint8Array(minutes);
  if (known.has(timeZone)) return found;
  known.set(timeZone, found);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const days: readonly string[] = hours.days;
  const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  for (let minute = 0; minute < minutes; minute += 60) {
    const parts = format.formatToParts(timeOf(minute));
    const day = (parts.find(({ type }) => type === 'weekday')?.value ?? '').toLowerCase().slice(0, 3);
    const hour = Number(parts.find(({ type }) => type === 'hour')?.value);
    const before = names[(names.indexOf(day) + 6) % 7] ?? '';
    const isOpen = (hour >= hours.from && days.includes(day)) || (hour < hours.to && days.includes(before));
    found.fill(isOpen ? 1 : 0, minute, minute + 60);
  }
  return found;
}
