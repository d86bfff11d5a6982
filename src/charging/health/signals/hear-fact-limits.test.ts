import { expect, test } from 'vitest';
import type { HealthFact } from './health-fact.ts';
import { hearFact } from './hear-fact.ts';
import { newStationHealth, type StationHealth } from './station-health.ts';

const start = Date.UTC(2026, 2, 1);
const minute = 60_000;
const hour = 60 * minute;

/** Facts of station CP-1, each so many milliseconds after the station is known. */
type Fact = HealthFact extends infer Each
  ? Each extends HealthFact
    ? Omit<Each, 'stationId' | 'at' | 'toldAt'> & { after: number; ahead?: number }
    : never
  : never;

function after(facts: readonly Fact[], before: Partial<StationHealth> = {}): StationHealth {
  const station = { ...newStationHealth(start), ...before };
  for (const { after: ms, ahead = 0, ...fact } of facts)
    hearFact(station, { stationId: 'CP-1', at: start + ms, toldAt: start + ms + ahead, ...fact } as HealthFact);
  return station;
}

const drop = (ms: number, reason = 'no-answer'): Fact => ({ kind: 'offline', after: ms, reason });
const boot = (ms: number, more: { reason?: string | null; model?: string; firmwareVersion?: string } = {}): Fact => ({
  ...{ kind: 'boot', after: ms, vendor: 'A', model: 'B', firmwareVersion: '1', reason: null },
  ...more,
});
const status = (ms: number, more: Partial<Extract<Fact, { kind: 'status' }>> = {}): Fact => ({
  ...{ kind: 'status', after: ms, evseId: 1, connectorId: 1, status: 'available', activity: null, code: null },
  ...more,
});
const command = (ms: number, name: string, more: { status?: string; tookMs?: number | null } = {}): Fact => ({
  ...{ kind: 'command', after: ms, name, status: 'accepted', tookMs: null, evseId: 2, connectorId: null },
  ...more,
});

/** The station as it is after its first boot. */
const known = { model: 'B', firmwareVersion: '1' };

test.each([
  { why: 'once', facts: [drop(0)], troubles: 1, row: 1 },
  { why: 'within half an hour', facts: [drop(0), drop(30 * minute - 1)], troubles: 1, row: 2 },
  { why: 'after half an hour', facts: [drop(0), drop(30 * minute)], troubles: 2, row: 1 },
  { why: 'six times in a row', facts: [0, 1, 2, 3, 4, 5].map((nth) => drop(nth)), troubles: 2, row: 6 },
  { why: 'five times in a row', facts: [0, 1, 2, 3, 4].map((nth) => drop(nth)), troubles: 1, row: 5 },
  { why: 'by our own doing', facts: [drop(0, 'replaced')], troubles: 0, row: 0 },
  { why: 'after a restart that was asked for', facts: [command(0, 'reset'), drop(30 * minute)], troubles: 0, row: 0 },
  { why: 'long after it', facts: [command(0, 'reset'), drop(30 * minute + 1)], troubles: 1, row: 1 },
  {
    why: 'after one that was refused',
    facts: [command(0, 'reset', { status: 'rejected' }), drop(1)],
    troubles: 1,
    row: 1,
  },
  {
    why: 'while firmware is installed',
    facts: [{ kind: 'firmware', after: 0, hasFailed: false }, drop(1)],
    troubles: 0,
    row: 0,
  },
] satisfies { why: string; facts: Fact[]; troubles: number; row: number }[])(
  'a connection that breaks $why',
  ({ facts, troubles, row }) => {
    expect(after(facts)).toMatchObject({ troubles, dropsInRow: row });
  },
);

test('since when a station is lost is known, but not where we ended the connection; it is back when it connects', () => {
  const at = (...facts: Fact[]) => {
    const { onlineSince, lostAt } = after(facts);
    return [onlineSince, lostAt].map((time) => time && time - start);
  };
  expect([
    at({ kind: 'online', after: 5 }),
    at(drop(7)),
    at(drop(7, 'rejected')),
    at(drop(7), { kind: 'online', after: 9 }),
  ]).toEqual([
    [5, null],
    [null, 7],
    [null, null],
    [9, null],
  ]);
});

const online: Fact = { kind: 'online', after: 0 };
test.each([
  { why: 'out of nowhere', facts: [boot(hour)], troubles: 1 },
  { why: 'asked for by whoever says so', facts: [boot(hour, { reason: 'RemoteReset' })], troubles: 0 },
  { why: 'of another reason', facts: [boot(hour, { reason: 'Watchdog' })], troubles: 1 },
  { why: 'right after a lost connection', facts: [drop(0), online, boot(minute - 1)], troubles: 1 },
  { why: 'a minute after a lost connection', facts: [drop(0), online, boot(minute)], troubles: 2 },
  {
    why: 'right after a lost connection, by a watchdog',
    facts: [drop(0), online, boot(1, { reason: 'Watchdog' })],
    troubles: 2,
  },
  {
    why: 'after a connection long lost',
    facts: [drop(0), { ...online, after: 5 * minute }, boot(5 * minute)],
    troubles: 2,
  },
  { why: 'after one lost just now', facts: [drop(1), { ...online, after: 5 * minute }, boot(5 * minute)], troubles: 1 },
  { why: 'while it is away', facts: [drop(0), boot(1)], troubles: 2 },
  { why: 'with other firmware', facts: [boot(hour, { firmwareVersion: '2' })], troubles: 0 },
  { why: 'as another model', facts: [boot(hour, { model: 'C' })], troubles: 0 },
  { why: 'within the time of a restart', facts: [command(0, 'reset'), boot(30 * minute)], troubles: 0 },
] satisfies { why: string; facts: Fact[]; troubles: number }[])('a restart $why', ({ facts, troubles }) => {
  expect(after(facts, known)).toMatchObject({ troubles, vendor: 'A' });
});

test('an alert counts up to severity 4; one without severity by its code', () => {
  const troubles = (severity: number | null, code: string | null) =>
    after([{ kind: 'alert', after: 0, evseId: 1, connectorId: 1, severity, code }]).troubles;
  expect([
    troubles(4, 'E1'),
    troubles(5, 'E1'),
    troubles(null, 'E1'),
    troubles(null, 'HighTemperature'),
    troubles(0, null),
  ]).toEqual([...[1, 0, 0, 1, 0]]);
});

test.each([
  ['PowerSwitchFailure', ['contactor'], 1, false],
  ['ConnectorLockFailure', ['lock'], 1, true],
  ['HighTemperature', ['faults'], 1, false],
  ['PowerMeterFailure', ['meterCount'], 1, false],
  ['GroundFailure', ['faults'], 1, false],
  ['E-17', ['faults'], 1, false],
  ['EmergencyStop', [], 0, false],
  ['WeakSignal', [], 0, false],
  ['EVCommunicationError', [], 0, false],
])('the code %s counts for %j', (code, watched, troubles, hasLockFailed) => {
  const station = after([status(0, { code })]);
  expect(station).toMatchObject({ troubles, lastCode: code });
  expect(station.connectors['1.1']).toMatchObject({ hasLockFailed });
  expect(Object.keys(station.connectors['1.1']?.watches ?? {})).toEqual(watched);
});

test('a connector is faulted since it first said so, until it says otherwise', () => {
  const faulted = (ms: number) => status(ms, { status: 'faulted', code: 'E-17', ahead: -5 });
  const station = after([faulted(1), faulted(2)]);
  expect(station).toMatchObject({ failures: 1 });
  expect(station.connectors['1.1']).toMatchObject({
    faultedSince: start + 1,
    faultedToldAt: start - 4,
    faultCode: 'E-17',
  });
  expect(after([faulted(1), status(2)]).connectors['1.1']).toMatchObject({ faultedSince: null, faultCode: null });
  expect(after([faulted(1), status(2), faulted(3)]).failures).toBe(2);
});

test('a car is plugged in since it was first seen', () => {
  const pluggedAt = (...facts: Fact[]) => after(facts).connectors['1.1']?.pluggedAt;
  const occupied = (ms: number) => status(ms, { status: 'occupied' });
  expect(pluggedAt(occupied(1), occupied(2))).toBe(start + 1);
  expect(pluggedAt(status(1, { activity: 'preparing' }))).toBe(start + 1);
  expect(pluggedAt(occupied(1), status(2))).toBeNull();
});

test.each([
  { why: 'of a quiet station', online: null, ahead: 90_000, seconds: 90 },
  { why: 'that is behind', online: null, ahead: -90_000, seconds: 90 },
  { why: 'an hour behind, at most', online: null, ahead: -hour, seconds: 3_600 },
  { why: 'further behind, which may be late', online: null, ahead: -hour - 1, seconds: undefined },
  { why: 'almost a week behind', online: null, ahead: -7 * 24 * hour + 1, seconds: undefined },
  { why: 'a week behind', online: null, ahead: -7 * 24 * hour, seconds: 3_600 },
  { why: 'far ahead', online: null, ahead: 2 * hour, seconds: 3_600 },
  { why: 'of a station that connected just now', online: -15 * minute, ahead: 90_000, seconds: undefined },
  { why: 'of one that connected before', online: -15 * minute - 1, ahead: 90_000, seconds: 90 },
])('a clock $why', ({ online: since, ahead, seconds }) => {
  const station = after([status(0, { ahead })], { onlineSince: since === null ? null : start + since });
  expect((station.watches.clock?.state as { mean: number } | undefined)?.mean).toBe(seconds);
});

test('an unlock that was refused counts for the lock of its connector', () => {
  const refused = after([command(0, 'unlock', { status: 'rejected' })]);
  expect(Object.keys(refused.connectors['2.1']?.watches ?? {})).toEqual(['lock']);
  const others = [command(0, 'unlock'), command(0, 'reset', { status: 'rejected' })];
  expect(after(others).troubles).toBe(0);
});

test('how long answers take is compared from the sixth of a kind on, and only of those that came', () => {
  const asked = (times: number, more: { status?: string; tookMs?: number | null }) =>
    after(Array.from({ length: times }, (_, nth) => command(nth, 'trigger', more)));
  const heard = (station: StationHealth) => (station.watches.answers?.state as { count: number } | undefined)?.count;
  expect(heard(asked(5, { tookMs: 500 }))).toBeUndefined();
  expect(heard(asked(7, { tookMs: 500 }))).toBe(2);
  expect(asked(7, { tookMs: null }).answers).toBeUndefined();
  expect(asked(7, { tookMs: 500, status: 'not-sent' }).answers).toBeUndefined();
  expect(asked(3, { tookMs: 2_000 }).answers).toEqual({ trigger: { count: 3, mean: Math.log(2) } });
  expect(asked(1, { tookMs: 1 }).answers).toEqual({ trigger: { count: 1, mean: Math.log(0.02) } });
});

test('what is usual follows slowly, and not what is being noticed', () => {
  const meanAfter = (tookMs: number) => {
    const usual = Array.from({ length: 5 }, (_, nth) => command(nth, 'trigger', { tookMs: 1_000 }));
    return after([...usual, command(9, 'trigger', { tookMs })]).answers?.['trigger']?.mean;
  };
  expect(meanAfter(2_000)).toBeCloseTo(0.01 * Math.log(2));
  expect(meanAfter(1_000 * Math.E)).toBe(0);
  expect(meanAfter(100_000)).toBe(0);
});

test('sixty kinds of commands are compared', () => {
  const station = after(Array.from({ length: 70 }, (_, nth) => command(nth, `kind-${nth}`, { tookMs: 500 })));
  expect(Object.keys(station.answers ?? {})).toHaveLength(60);
});

test('what is told of no EVSE, or of EVSE 0, is of the station; a connector that is not named is the first', () => {
  const places = (evseId: number, connectorId: number) =>
    Object.keys(after([status(0, { evseId, connectorId })]).connectors);
  expect([places(0, 1), places(2, 3)]).toEqual([[], ['2.3']]);
  expect(Object.keys(after([command(0, 'unlock', { status: 'rejected' })]).connectors)).toEqual(['2.1']);
  const whole: Fact = { ...command(0, 'unlock', { status: 'rejected' }), evseId: null } as Fact;
  expect(after([whole])).toMatchObject({ troubles: 1, connectors: {} });
});
