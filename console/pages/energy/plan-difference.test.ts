import { expect, test } from 'vitest';
import { examplePlan } from './example-plan.ts';
import { planDifference } from './plan-difference.ts';

const [one, two, three] = ['2026-03-01T01:00:00.000Z', '2026-03-01T02:00:00.000Z', '2026-03-01T03:00:00.000Z'];

test('a lower limit shows its price: the peak falls, one car is later and another lacks energy', () => {
  const before = examplePlan({
    cars: [
      [11_000, 0],
      [11_000, 0],
      [4000, 4000],
    ],
    readyAt: [one, one, two],
    cost: 8,
  });
  const after = examplePlan({
    cars: [
      [7000, 4000],
      [5000, 3000],
      [4000, 4000],
    ],
    readyAt: [two, three, two],
    shortWh: [0, 3000, 0],
    cost: 7.5,
  });
  const difference = planDifference(before, after);
  expect(difference).toMatchObject({
    cost: { before: 8, after: 7.5 },
    peakW: { before: 26_000, after: 16_000 },
    shortWh: { before: 0, after: 3000 },
  });
  expect(difference.cars.map(({ car, shortWh }) => [car.stationId, shortWh.after])).toEqual([
    ['CP-1', 0],
    ['CP-2', 3000],
  ]);
});

test('the same plan differs in nothing', () => {
  const plan = examplePlan({ cars: [[11_000, 0]], readyAt: [one] });
  expect(planDifference(plan, plan).cars).toEqual([]);
});
