import { expect, test } from 'vitest';
import type { WatchName } from '../detectors/watches.ts';
import type { HealthFact, MeterFact, SessionHealthFact } from './health-fact.ts';
import { hearFact } from './hear-fact.ts';
import { type ConnectorHealth, newConnectorHealth, newStationHealth } from './station-health.ts';

const start = Date.UTC(2026, 2, 1);
const second = 1_000;
const minute = 60 * second;
const place = { stationId: 'CP-1', evseId: 1, connectorId: 1 };

type Message = Partial<SessionHealthFact> & { after?: number };
type Told = (station: ReturnType<typeof newStationHealth>) => void;

function message({ after = 0, ...given }: Message): Told {
  const at = start + after;
  const said = { isOffline: false, isAuthorized: true, chargingState: null, stopReason: null, registerWh: null };
  const fact: HealthFact = {
    ...place,
    ...said,
    kind: 'session',
    type: 'updated',
    ref: 'S-1',
    at,
    toldAt: at,
    ...given,
  };
  return (station) => hearFact(station, fact);
}

const begin = (given: Message = {}) => message({ type: 'started', registerWh: 1_000, ...given });
const update = (after: number, registerWh: number | null, given: Message = {}) =>
  message({ after, registerWh, ...given });
const end = (after: number, registerWh: number, given: Message = {}) =>
  message({ after, registerWh, type: 'ended', stopReason: 'Other', ...given });

function meter(after: number, given: Partial<MeterFact>): Told {
  const at = start + after;
  const said = { ref: 'S-1', evseId: 1, temperatureC: null, powerW: null, offeredW: null };
  return (station) => hearFact(station, { stationId: 'CP-1', kind: 'meter', at, toldAt: at, ...said, ...given });
}

/** The connector after what was told, with a history that a test may give it. */
function connectorAfter(told: readonly Told[], before: Partial<ConnectorHealth> = {}): ConnectorHealth {
  const station = newStationHealth(start);
  const connector = Object.assign(newConnectorHealth(), before);
  station.connectors['1.1'] = connector;
  for (const tell of told) tell(station);
  return connector;
}

/** Of each watch that was touched, the first value that it heard, or how many events it counted. */
function heardBy({ watches }: ConnectorHealth): Partial<Record<WatchName, number>> {
  const values = Object.entries(watches).map(([name, { state }]) => [name, 'mean' in state ? state.mean : state.sum]);
  return Object.fromEntries(
    values.map(([name, value]) => [name, Math.round(Number(value) * 1000) / 1000] as const),
  ) as Partial<Record<WatchName, number>>;
}

test.each([
  { why: 'energy of 100 Wh is a start', told: [begin(), end(5 * minute, 1_100)], starts: [0] },
  { why: 'energy of 99 Wh is none', told: [begin(), end(5 * minute, 1_099)], starts: [1] },
  { why: 'an end within 20 s by the driver', told: [begin(), end(19_999, 1_000, { stopReason: 'Local' })], starts: [] },
  {
    why: 'an end after 20 s by the driver',
    told: [begin(), end(20 * second, 1_000, { stopReason: 'Local' })],
    starts: [1],
  },
  { why: 'an early end by the station', told: [begin(), end(5 * second, 1_000)], starts: [1] },
  { why: 'an early end of no reason', told: [begin(), end(5 * second, 1_000, { stopReason: null })], starts: [1] },
  { why: 'energy before an early end', told: [begin(), end(5 * second, 1_200, { stopReason: 'Local' })], starts: [0] },
  { why: 'an end told after an outage', told: [begin(), end(5 * minute, 1_000, { isOffline: true })], starts: [] },
  {
    why: 'energy of who was held back',
    told: [begin({ chargingState: 'suspended-by-vehicle' }), end(minute, 1_500)],
    starts: [0],
  },
  { why: 'a session whose start is unknown', told: [end(5 * minute, 1_000)], starts: [] },
  { why: 'an end of another session', told: [begin(), end(5 * minute, 1_000, { ref: 'S-2' })], starts: [] },
  { why: 'a start without a register', told: [begin({ registerWh: null }), end(5 * minute, 1_000)], starts: [1] },
])('whether a session began: $why', ({ told, starts }) => {
  expect(connectorAfter(told).starts).toEqual(starts);
});

test('a session that stood two minutes without energy or power is the contactor, unless the lock failed', () => {
  const counted = (told: readonly Told[], before: Partial<ConnectorHealth> = {}) =>
    'contactor' in heardBy(connectorAfter(told, before));
  expect([
    counted([begin(), end(2 * minute, 1_000)]),
    counted([begin(), end(2 * minute - 1, 1_000)]),
    counted([begin(), end(2 * minute, 1_000)], { hasLockFailed: true }),
    counted([begin(), meter(minute, { powerW: 99 }), end(2 * minute, 1_000)]),
    counted([begin(), meter(minute, { powerW: 100 }), end(2 * minute, 1_000)]),
  ]).toEqual([true, false, false, true, false]);
  expect(connectorAfter([begin(), end(2 * minute, 1_000)], { hasLockFailed: true }).hasLockFailed).toBe(false);
});

test('the last twenty starts are remembered', () => {
  const connector = connectorAfter([begin(), end(5 * minute, 1_000)], { starts: Array<number>(20).fill(0) });
  expect(connector.starts).toEqual([...Array<number>(19).fill(0), 1]);
});

test.each([
  {
    why: 'when the station says that it charges',
    told: [update(8 * second, null, { chargingState: 'charging' })],
    delay: 8,
  },
  { why: 'when the register first rises', told: [update(5 * second, 1_000), update(9 * second, 1_001)], delay: 9 },
  {
    why: 'at the first of both',
    told: [update(4 * second, 1_001), update(9 * second, null, { chargingState: 'charging' })],
    delay: 4,
  },
  { why: 'not before a second', told: [update(100, 1_001)], delay: 1 },
])('how long energy took to flow is known $why', ({ told, delay }) => {
  expect(heardBy(connectorAfter([begin(), ...told, end(30 * minute, 5_000)])).energyDelay).toBeCloseTo(Math.log(delay));
});

test('energy that was held back says nothing of how long it takes to flow', () => {
  const held = update(5 * second, null, { chargingState: 'suspended-by-station' });
  expect(heardBy(connectorAfter([begin(), held, end(30 * minute, 5_000)]))).not.toHaveProperty('energyDelay');
});

test.each([
  { why: 'two updates in a row', told: [update(minute, 1_000), update(2 * minute, 1_000)], seconds: 60 },
  { why: 'twenty minutes apart', told: [update(0, 1_000), update(20 * minute, 1_000)], seconds: 1_200 },
  { why: 'further apart', told: [update(0, 1_000), update(20 * minute + 1, 1_000)], seconds: undefined },
  { why: 'at the same time', told: [update(minute, 1_000), update(minute, 1_000)], seconds: undefined },
  {
    why: 'told after an outage',
    told: [update(minute, 1_000), update(2 * minute, 1_000, { isOffline: true })],
    seconds: undefined,
  },
  { why: 'one update', told: [update(minute, 1_000)], seconds: undefined },
  { why: 'an update and the end', told: [update(minute, 1_000), end(2 * minute, 1_000)], seconds: undefined },
])('the rhythm of meter values: $why', ({ told, seconds }) => {
  expect(heardBy(connectorAfter([begin(), ...told])).meterRhythm).toBe(seconds);
});

/** Two readings a minute apart while so much power flows. */
function moved(
  movedWh: number,
  powerW: number,
  { step, powerAt = 90 * second }: { step?: number; powerAt?: number } = {},
) {
  const told = [begin(), update(minute, 5_000), meter(powerAt, { powerW }), update(2 * minute, 5_000 + movedWh)];
  const connector = connectorAfter(told, step === undefined ? {} : { registerStepWh: step });
  return connector.watches.meterCount?.signs.map(({ signal }) => signal) ?? [];
}

type Follows = { why: string; given: Parameters<typeof moved>; expected: string[] };

test.each<Follows>([
  { why: 'a register that falls', given: [-1, 0], expected: ['register-fell'] },
  { why: 'one that stands while its smallest steps explain it', given: [0, 7_200, { step: 48.1 }], expected: [] },
  {
    why: 'one that owes two and a half of its steps',
    given: [0, 7_200, { step: 48 }],
    expected: ['register-stuck'],
  },
  { why: 'one that owes at least 20 Wh', given: [0, 1_500, { step: 1 }], expected: ['register-stuck'] },
  { why: 'power too small to be sure', given: [0, 1_499, { step: 1 }], expected: [] },
  { why: 'one whose steps are unknown', given: [0, 119_999], expected: [] },
  { why: 'one whose steps are unknown, and that owes 2 kWh', given: [0, 120_000], expected: ['register-stuck'] },
  {
    why: 'power that was told before the first reading',
    given: [0, 7_200, { step: 1, powerAt: 30 * second }],
    expected: [],
  },
  {
    why: 'power that was told with the first reading',
    given: [0, 7_200, { step: 1, powerAt: minute }],
    expected: ['register-stuck'],
  },
  {
    why: 'one that moves by less than a fifth of what flowed',
    given: [23, 7_200, { step: 1 }],
    expected: ['register-stuck'],
  },
  { why: 'one that moves by a fifth of what flowed', given: [24, 7_200, { step: 1 }], expected: [] },
  {
    why: 'one that moves too little, where too little flowed',
    given: [1, 7_200, { step: 1_000 }],
    expected: ['register-stuck'],
  },
])('whether the register follows: $why', ({ given, expected }) => {
  expect(moved(...given)).toEqual(expected);
});

test('the finest step of the register is learnt, from its movements and from what lies between two of them', () => {
  const stepAfter = (...readings: number[]) =>
    connectorAfter([begin(), ...readings.map((wh, index) => update((index + 1) * minute, 2_000 + wh))]).registerStepWh;
  expect([stepAfter(0, 100), stepAfter(0, 100, 200), stepAfter(0, 100, 130), stepAfter(0, 100, 210)]).toEqual([
    ...[100, 100, 30, 10],
  ]);
  expect(stepAfter(0, 100, 200.4)).toBeCloseTo(100.4);
  // A coarser register is believed after a while.
  expect(stepAfter(0, 100, 1_100, 2_100)).toBeCloseTo(100 * 1.02 ** 2);
});

test('of what the register owes, a movement forgives all', () => {
  const owed = (...registers: number[]) => {
    const readings = registers.flatMap((wh, index) => [
      meter((index + 1) * minute - 1, { powerW: 6_000 }),
      update((index + 1) * minute, 2_000 + wh),
    ]);
    return connectorAfter([begin(), ...readings]).session?.owedWh;
  };
  expect([owed(0, 0), owed(0, 0, 0), owed(0, 0, 0, 100)]).toEqual([100, 200, 0]);
});

test('power and heat are of the session that runs, at their highest', () => {
  const run = [
    begin(),
    meter(minute, { powerW: 7_000, offeredW: 10_000, temperatureC: 20 }),
    meter(2 * minute, { powerW: 9_000, offeredW: 10_000, temperatureC: 35 }),
    meter(3 * minute, { powerW: 5_000, offeredW: 1_000, temperatureC: 31 }),
  ];
  const shown = { powerW: 5_000, powerAt: start + 3 * minute, maxPowerW: 9_000, maxShare: 0.9, firstC: 20, maxC: 35 };
  expect(connectorAfter(run).session).toMatchObject(shown);
  expect(connectorAfter([...run, meter(4 * minute, { ref: 'S-2', powerW: 1 })]).session).toMatchObject(shown);
  const unnamed = meter(4 * minute, { ref: null, temperatureC: 44 });
  expect(connectorAfter([...run, unnamed]).session).toMatchObject({ ...shown, maxC: 44 });
  expect(connectorAfter([meter(minute, { powerW: 7_000 })]).session).toBeNull();
});

test.each([
  [-50.1, null],
  [-50, -50],
  [200, 200],
  [200.1, null],
])('a temperature of %d °C counts as %s', (temperatureC, firstC) => {
  expect(connectorAfter([begin(), meter(minute, { temperatureC })]).session).toMatchObject({ firstC, maxC: firstC });
});

test('the share of the offered power is heard once the session has charged', () => {
  const run = (registerWh: number, offeredW: number) =>
    heardBy(connectorAfter([begin(), meter(minute, { powerW: 800, offeredW }), end(5 * minute, registerWh)])).power;
  expect([run(1_500, 1_600), run(1_000, 1_600), run(1_500, 1_000)]).toEqual([0.5, undefined, undefined]);
});

test.each([
  { why: 'at full power', powerW: 10_000, lasts: 20, rise: 20 },
  { why: 'at three fifths, as if it were full', powerW: 6_000, lasts: 20, rise: 55.556 },
  { why: 'below three fifths', powerW: 5_900, lasts: 20, rise: undefined },
  { why: 'in a short session', powerW: 10_000, lasts: 19.9, rise: undefined },
])('how far the connector warms up: $why', ({ powerW, lasts, rise }) => {
  const told = [
    begin(),
    meter(minute, { powerW, temperatureC: 20 }),
    meter(2 * minute, { temperatureC: 40 }),
    end(lasts * minute, 5_000),
  ];
  expect(heardBy(connectorAfter(told, { maxPowerW: 10_000 / 0.999 })).heat).toBe(rise);
});

test('a connector through which little ever flowed, or whose heat is untold, is not judged by its heat', () => {
  const told = (powerW: number, temperatureC: number | null) => [
    begin(),
    meter(minute, { powerW, temperatureC }),
    end(30 * minute, 5_000),
  ];
  expect(heardBy(connectorAfter(told(1_499, 20)))).not.toHaveProperty('heat');
  expect(heardBy(connectorAfter(told(1_500, 20)))).toHaveProperty('heat', 0);
  expect(heardBy(connectorAfter(told(9_000, null)))).not.toHaveProperty('heat');
});
