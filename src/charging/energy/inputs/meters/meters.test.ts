import { expect, test } from 'vitest';
import { siteMeter } from '#contract/energy/site-energy.ts';
import { siteTree } from '#contract/energy/site-tree.ts';
import { valueAt } from '../../planner/plan-problem.ts';
import { batteryPower } from './battery-power.ts';
import { type CountedMeter, countMeter, limitOf } from './count-meter.ts';
import { givenPower } from './given-power.ts';
import { meterHistory } from './load-history.ts';
import type { Quarter } from './meter-store.ts';
import { readTopicMessage } from './read-topic.ts';
import { RecentPowers } from './recent-powers.ts';
import { restOfGridMeters } from './unmanaged-power.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2026, 2, 11, 10, 20); // a Wednesday
const { nodes } = siteTree.parse({
  nodes: [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
    { id: 'hall', parentId: 'grid', kind: 'panel' },
    { id: 'e1', parentId: 'hall', kind: 'evse', evse: { stationId: 'CP-1', evseId: 1 } },
    { id: 'e2', parentId: 'grid', kind: 'evse', evse: { stationId: 'CP-2', evseId: 1 } },
  ],
});
const meter = (id: string, kind: string, changes: object = {}) =>
  siteMeter.parse({ id, kind, nodeId: 'grid', source: { kind: 'push' }, ...changes });
const reading = (powerW: number, secondsAgo = 1) => ({
  meterId: 'm',
  readAt: new Date(now - secondsAgo * 1000),
  powerW,
  lineA: null,
  storedPercent: null,
});
const counted = (of: ReturnType<typeof meter>, powerW: number): CountedMeter => ({
  meter: of,
  latest: reading(powerW),
  isSilent: false,
  countsW: powerW,
});
const limitW = 63 * 230 * 3;

test('a meter that speaks counts as it reads', () => {
  const facts = { meter: meter('m', 'load'), limitW, latest: reading(4200), highestLikeW: 9000, now };
  expect(countMeter(facts)).toMatchObject({ isSilent: false, countsW: 4200 });
});

test.each([
  ['its settings', { silentW: 1000, maxW: 8000 }, 9000, 1000],
  ['the highest of like days', { maxW: 20_000 }, 9000, 9000],
  ['the most that can flow', { maxW: 8000 }, null, 8000],
  ['what the fuse carries', {}, null, 63 * 230 * 3],
])('a silent meter counts as %s', (_what, changes, highestLikeW, countsW) => {
  const facts = { meter: meter('m', 'load', changes), limitW, latest: reading(100, 61), highestLikeW, now };
  expect(countMeter(facts)).toMatchObject({ isSilent: true, countsW });
});

test('sun that nobody sees is no sun', () => {
  expect(
    countMeter({ meter: meter('m', 'pv', { maxW: 9000 }), limitW, latest: null, highestLikeW: 5000, now }).countsW,
  ).toBe(0);
});

test('a battery that nobody reads is taken to charge with all it can', () => {
  const facts = { meter: meter('m', 'battery', { maxW: 9000 }), limitW, latest: null, highestLikeW: null, now };
  expect(countMeter(facts)).toMatchObject({ isSilent: true, countsW: 9000 });
});

test('what passes a node at its limit goes by the voltage of the stations and the lines that are there', () => {
  const evse = { stationId: 'CP-1', evseId: 1, voltageV: 120, connection: 'single-phase' };
  const tree = siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 100 },
      { id: 'shop', parentId: 'grid', kind: 'feeder', limitA: [100, 100, 100] },
      { id: 'e1', parentId: 'grid', kind: 'evse', evse },
    ],
  });
  expect(limitOf(tree, 'grid')).toBe(12_000); // all that stands there hangs on one line
  expect(limitOf(tree, 'shop')).toBe(36_000);
});

test('what a battery takes is load, what it gives is room until its meter tells again', () => {
  const powerOf = (powerW: number, isPlanned: boolean) => {
    const { limitW } = batteryPower({
      counted: counted(meter('m', 'battery'), powerW),
      cautiousW: powerW,
      isPlanned,
      now,
    });
    return [now, now + hourMs].map((moment) => valueAt(limitW, moment));
  };
  expect(powerOf(10_000, false)).toEqual([10_000, 10_000]);
  expect(powerOf(10_000, true)).toEqual([10_000, 0]);
  expect(powerOf(-4_000, false)).toEqual([-4_000, 0]);
});

test('what a grid meter sees less cars, other meters and lower grid meters is the rest', () => {
  const meters = [
    counted(meter('main', 'grid'), 30_000),
    counted(meter('hall', 'grid', { nodeId: 'hall' }), 12_000),
    counted(meter('roof', 'pv'), 5_000),
  ];
  const cars = [
    { nodeId: 'e1', powerW: 11_000 },
    { nodeId: 'e2', powerW: 7_000 },
  ];
  expect(restOfGridMeters({ nodes }, meters, cars)).toEqual(
    new Map([
      ['main', 30_000 - 12_000 - 7_000 + 5_000],
      ['hall', 1_000],
    ]),
  );
});

/** Three weeks of working days: 2 kW by night, 10 kW from 8 to 18 o'clock. */
const quarters = Array.from({ length: 21 * 96 }, (_, index): Quarter => {
  const beginsAt = new Date(Date.UTC(2026, 1, 18) + index * 900_000);
  const hour = beginsAt.getUTCHours();
  const meanW = hour >= 8 && hour < 18 ? 10_000 : 2_000;
  return { beginsAt, meanW, maxW: meanW + 500, minW: meanW - 500 };
});

test('like days foresee the hours to come and the highest of this hour', () => {
  const history = meterHistory(quarters, 'UTC');
  const foreseen = history.foresee(now, now + 24 * hourMs);
  expect(foreseen?.medianW[0]).toEqual({ from: Date.UTC(2026, 2, 11, 10), value: 10_000 });
  expect(valueAt(foreseen?.medianW ?? [], Date.UTC(2026, 2, 11, 21))).toBe(2_000);
  expect(history.highestLikeNow(now)).toBe(10_500);
  expect(meterHistory(quarters.slice(-100), 'UTC').foresee(now, now + hourMs)).toBeNull();
});

test('what is measured now goes over into what like days have shown', () => {
  const load = counted(meter('m', 'load'), 16_000);
  const history = meterHistory(quarters, 'UTC');
  const facts = { counted: load, history, powerW: 16_000, cautiousW: 18_000, now, until: now + 24 * hourMs };
  const { limitW, costW } = givenPower(facts);
  expect(valueAt(costW, now)).toBe(16_000);
  expect(valueAt(costW, now + 2 * hourMs)).toBeLessThan(13_000);
  expect(valueAt(limitW, now)).toBe(18_000);
  expect(valueAt(costW, Date.UTC(2026, 2, 11, 22))).toBeCloseTo(2_000, -2);
});

test('a silent meter keeps its cautious value for limits through the whole plan', () => {
  const silent = { ...counted(meter('m', 'load'), 20_000), isSilent: true };
  const facts = {
    history: meterHistory(quarters, 'UTC'),
    powerW: 20_000,
    cautiousW: 20_000,
    now,
    until: now + 24 * hourMs,
  };
  const { limitW } = givenPower({ counted: silent, ...facts });
  expect(limitW.every(({ value }) => value >= 20_000)).toBe(true);
});

test('sun counts below zero, without a history for an hour', () => {
  const sun = counted(meter('m', 'pv'), 6_000);
  const facts = { history: meterHistory([], 'UTC'), powerW: 6_000, cautiousW: 4_000, now, until: now + 24 * hourMs };
  const { limitW, costW } = givenPower({ counted: sun, ...facts });
  expect(
    [valueAt(limitW, now), valueAt(costW, now), valueAt(costW, now + 2 * hourMs)].map((value) => value + 0),
  ).toEqual([-4_000, -6_000, 0]);
});

test('the highest of the last two minutes holds', () => {
  const recent = new RecentPowers();
  recent.note('a', now, 9);
  recent.note('a', now + 60_000, 4);
  expect(recent.highest('a', now + 60_000)).toBe(9);
  expect(recent.highest('a', now + 121_000)).toBe(4);
  expect(recent.lowest('a', now + 300_000)).toBe(Infinity);
});

test.each([
  ['1250.5', null, 'W', 1250.5],
  ['1.25', null, 'kW', 1250],
  ['{"em":{"total_act_power":-300}}', 'em.total_act_power', 'W', -300],
  ['{"phases":[{"w":10},{"w":"20"}]}', 'phases.1.w', 'W', 20],
  ['{"w":10}', 'x', 'W', undefined],
  ['offline', null, 'W', undefined],
  ['', null, 'W', undefined],
] as const)('the message %s of a meter', (text, field, unit, powerW) => {
  expect(readTopicMessage(text, { field, unit })).toBe(powerW);
});
