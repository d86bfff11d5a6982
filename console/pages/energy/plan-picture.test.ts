import { expect, test } from 'vitest';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import { examplePlan } from './example-plan.ts';
import { limitSteps, maxColours, planPicture } from './plan-picture.ts';

const names = {
  base: 'Building',
  sun: 'Sun',
  battery: 'Battery',
  others: 'Others',
  car: ({ stationId }: { stationId: string }) => stationId,
};
const hourMs = 3_600_000;

test('cars lie on the building, and all together they are the sum', () => {
  const picture = planPicture(
    examplePlan({
      baseLoadW: [2000, 1000],
      cars: [
        [11_000, 0],
        [4000, 7000],
      ],
    }),
    names,
  );
  expect(picture.layers.map(({ name, low, high }) => ({ name, low, high }))).toEqual([
    { name: 'Building', low: [0, 0], high: [2000, 1000] },
    { name: 'CP-1', low: [2000, 1000], high: [13_000, 1000] },
    { name: 'CP-2', low: [13_000, 1000], high: [17_000, 8000] },
  ]);
  expect(picture.totalW).toEqual([17_000, 8000]);
  expect(picture.topW).toBe(17_000);
  expect(picture.to - picture.from).toBe(2 * hourMs);
});

test('sun that nobody uses and cars that feed back lie below zero', () => {
  const { layers, bottomW, totalW } = planPicture(
    examplePlan({ baseLoadW: [-3000, 500], cars: [[-2000, 7000]] }),
    names,
  );
  expect(layers.map(({ name, low }) => [name, low[0]])).toEqual([
    ['Building', 0],
    ['Sun', -3000],
    ['CP-1', -5000],
  ]);
  expect(bottomW).toBe(-5000);
  expect(totalW[0]).toBe(-5000);
});

test('more cars than colours share a last band', () => {
  const cars = Array.from({ length: maxColours + 2 }, () => [1000, 0]);
  const { layers } = planPicture(examplePlan({ cars }), names);
  expect(layers).toHaveLength(maxColours);
  expect(layers.at(-1)).toMatchObject({ name: 'Others', powersW: [3000, 0] });
});

const settings = siteEnergy.parse({
  tree: { nodes: [{ id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63, safetyMarginPercent: 10 }] },
});
const day = { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-03-02T00:00:00Z') };

test('the limit of the connection is shown in watts, less its margin', () => {
  expect(limitSteps(settings, [], day)).toEqual([{ from: day.from, value: 63 * 3 * 230 * 0.9 }]);
});

test('a limit for a while holds from and until its times', () => {
  const limit = { nodeId: 'grid', limitA: null, limitW: 10_000, why: null };
  const [from, until] = ['2026-03-01T18:00:00.000Z', '2026-03-01T21:00:00.000Z'];
  const usual = 63 * 3 * 230 * 0.9;
  expect(limitSteps(settings, [{ ...limit, from, until }], day)).toEqual([
    { from: day.from, value: usual },
    { from: Date.parse(from), value: 10_000 },
    { from: Date.parse(until), value: usual },
  ]);
});

test('a limit of what may be given to the grid leaves the limit as it is', () => {
  const given = { nodeId: 'grid', limitA: null, limitW: null, exportLimitW: 5000, from: null, until: null, why: null };
  expect(limitSteps(settings, [given], day)).toEqual([{ from: day.from, value: 63 * 3 * 230 * 0.9 }]);
});
