import { expect, test } from 'vitest';
import { exampleSite } from '../../testing/example-site.ts';
import { durationMs, readEvents } from './event.ts';
import { demandsOf } from './site-demands.ts';

const now = Date.UTC(2026, 2, 1, 12);
const hour = 3_600_000;
const at = (hours: number) => new Date(now + hours * hour).toISOString();
const site = { siteId: 'GARAGE', tree: exampleSite({ limitW: 40_000, evses: 2 }), venName: 'sigec' };

const event = (id: string, type: string, values: unknown[][], more: object = {}) => ({
  id,
  objectType: 'EVENT',
  programID: 'limits',
  intervalPeriod: { start: at(1), duration: 'PT1H' },
  intervals: values.map((each, index) => ({ id: index, payloads: [{ type, values: each }] })),
  ...more,
});
const demands = (...events: unknown[]) => {
  const read = readEvents(events);
  return { ...demandsOf(read.events, site, now), unread: read.problems };
};

test.each([
  ['PT1H', hour],
  ['P1DT30M', 24.5 * hour],
  ['PT5S', 5000],
  ['P9999Y', Number.POSITIVE_INFINITY],
  ['1 hour', undefined],
  ['PT', undefined],
  ['P', undefined],
])('the duration %s', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test('intervals of a limit follow each other from the start, in kW', () => {
  const { limits } = demands(event('E1', 'IMPORT_CAPACITY_LIMIT', [[22], [11]]));
  const why = 'OpenADR IMPORT_CAPACITY_LIMIT';
  expect(limits).toEqual([
    { nodeId: 'grid', limitA: null, limitW: 22_000, from: at(1), until: at(2), why },
    { nodeId: 'grid', limitA: null, limitW: 11_000, from: at(2), until: at(3), why },
  ]);
});

test('of limits that overlap the best priority counts, and of those alike the lowest', () => {
  const { limits } = demands(
    event('E1', 'IMPORT_CAPACITY_LIMIT', [[10]], { priority: 5, intervalPeriod: { start: at(0), duration: 'PT4H' } }),
    event('E2', 'IMPORT_CAPACITY_LIMIT', [[30]], { priority: 1 }),
    event('E3', 'IMPORT_CAPACITY_LIMIT', [[25]], { priority: 1 }),
  );
  expect(limits.map(({ limitW, from, until }) => [limitW, from, until])).toEqual([
    [10_000, null, at(1)],
    [25_000, at(1), at(2)],
    [10_000, at(2), at(4)],
  ]);
});

test('a spread start comes later by chance, the same at each look, and never after the end', () => {
  const spread = { start: at(1), duration: 'PT1H', randomizeStart: 'PT30M' };
  const begins = Array.from({ length: 50 }, (_, index) => {
    const read = demands(event(`E${index}`, 'IMPORT_CAPACITY_LIMIT', [[10]], { intervalPeriod: spread }));
    return Date.parse(read.limits[0]?.from ?? '') - now - hour;
  });
  expect(Math.min(...begins)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...begins)).toBeLessThanOrEqual(hour / 2);
  expect(new Set(begins).size).toBeGreaterThan(40);
  const [first] = demands(event('E0', 'IMPORT_CAPACITY_LIMIT', [[10]], { intervalPeriod: spread })).limits;
  expect(Date.parse(first?.from ?? '') - now - hour).toBe(begins[0]);
});

test.each([
  [0, []],
  [1, [['grid', null, 30_000]]],
  [2, [['grid', null, 20_000]]],
  [
    3,
    [
      ['CP-1:1', 6, null],
      ['CP-2:1', 6, null],
    ],
  ],
])('level %i of a simple signal', (level, expected) => {
  const { limits } = demands(event('E1', 'SIMPLE', [[level]]));
  expect(limits.map(({ nodeId, limitA, limitW }) => [nodeId, limitA, limitW])).toEqual(expected);
});

test('an emergency leaves every EVSE its minimum', () => {
  const { limits } = demands(event('E1', 'ALERT_GRID_EMERGENCY', [['Please help']]));
  expect(limits.map(({ nodeId, limitA }) => [nodeId, limitA])).toEqual([
    ['CP-1:1', 6],
    ['CP-2:1', 6],
  ]);
});

test('exports are limited; a set-point below zero is named and stops nobody', () => {
  const exported = demands(event('E1', 'EXPORT_CAPACITY_LIMIT', [[5]]));
  expect(exported.limits).toMatchObject([{ nodeId: 'grid', limitW: null, exportLimitW: 5_000 }]);
  const dispatched = demands(event('E1', 'DISPATCH_SETPOINT', [[15], [-5]]));
  expect(dispatched.limits.map(({ limitW }) => limitW)).toEqual([15_000]);
  expect(dispatched.problems).toEqual([
    'DISPATCH_SETPOINT of event E1 asks the site to give power, which is not followed here',
  ]);
});

test.each(['CHARGE_STATE_SETPOINT', 'IMPORT_CAPACITY_SUBSCRIPTION', 'EXPORT_CAPACITY_RESERVATION', 'CURVE'])(
  '%s is not followed, and the people of the site hear so',
  (type) => {
    const { limits, problems } = demands(event('E1', type, [[5]]));
    expect({ limits, problems }).toEqual({ limits: [], problems: [`${type} of event E1 is not followed here`] });
  },
);

test('prices per MWh and grams of carbon become what the planner counts in', () => {
  const descriptors = { payloadDescriptors: [{ payloadType: 'PRICE', units: 'MWH', currency: 'EUR' }] };
  const { series } = demands(
    event('E1', 'PRICE', [[120], [-20]], descriptors),
    event('E2', 'EXPORT_PRICE', [[0.08]]),
    event('E3', 'GHG', [[250]]),
  );
  expect(series).toEqual([
    {
      kind: 'import-price',
      points: [
        { from: at(1), value: 0.12 },
        { from: at(2), value: -0.02 },
      ],
      until: at(3),
    },
    { kind: 'export-price', points: [{ from: at(1), value: 0.08 }], until: at(2) },
    { kind: 'carbon', points: [{ from: at(1), value: 0.25 }], until: at(2) },
  ]);
});

test('an event counts for the sites and names it is meant for', () => {
  const targets = (values: string[]) => ({ targets: [{ type: 'RESOURCE_NAME', values }] });
  const of = (more: object) => demands(event('E1', 'IMPORT_CAPACITY_LIMIT', [[10]], more)).limits.length;
  expect([
    of(targets(['GARAGE'])),
    of(targets(['sigec'])),
    of(targets(['OTHER'])),
    of({ targets: ['GARAGE'] }),
  ]).toEqual([1, 1, 0, 1]);
});

test('what is over, wrong or unknown is named and leaves the rest as it is', () => {
  const read = demands(
    event('E1', 'IMPORT_CAPACITY_LIMIT', [[10]]),
    event('E2', 'IMPORT_CAPACITY_LIMIT', [[-10]]),
    event('E3', 'IMPORT_CAPACITY_LIMIT', [['much']]),
    event('E4', 'SIMPLE', [[7]]),
    event('E5', 'x-LIGHTS', [[1]]),
    event('E6', 'IMPORT_CAPACITY_LIMIT', [[10]], { intervalPeriod: { start: 'soon', duration: 'PT1H' } }),
    event('E7', 'IMPORT_CAPACITY_LIMIT', [[5]], { intervalPeriod: { start: at(-5), duration: 'PT1H' } }),
    { nothing: true },
  );
  expect(read.limits.map(({ limitW }) => limitW)).toEqual([10_000]);
  expect(read.problems).toEqual([
    'IMPORT_CAPACITY_LIMIT of event E2 is below zero',
    'IMPORT_CAPACITY_LIMIT of event E3 has no number as its value',
    'SIMPLE of event E4 is 7, which is no level from 0 to 3',
    'x-LIGHTS of event E5 is not known here',
  ]);
  expect(read.unread).toHaveLength(2);
});

test('one that begins at once and has no end holds until it is taken away', () => {
  const { limits } = demands(
    event('E1', 'IMPORT_CAPACITY_LIMIT', [[10]], { intervalPeriod: { start: '0000-00-00', duration: 'P9999Y' } }),
  );
  expect(limits).toMatchObject([{ limitW: 10_000, from: null, until: null }]);
});
