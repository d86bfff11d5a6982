import { expect, test } from 'vitest';
import { checkPlan } from '../guard/check-plan.ts';
import { buildSiteNetwork } from '../network/site-network.ts';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { loadHighs } from './load-highs.ts';
import type { PlanProblem } from './plan-problem.ts';
import { coordinateByPrice, planCost } from './price-coordination.ts';
import { cutIntoSlots } from './slots.ts';
import { solvePlan } from './solve-plan.ts';

const highs = await loadHighs();

/** Thirty cars at a connection for three, a price for each hour, everybody with a stay of their own. */
function fullSite(): PlanProblem {
  const cars = Array.from({ length: 30 }, (_, index) =>
    exampleVehicle(index + 1, {
      minA: 0,
      maxA: 16,
      energyWh: 4_000 + ((index * 7) % 11) * 1_500,
      availableFrom: midnight + ((index * 5) % 8) * hourMs,
      departsAt: midnight + (9 + ((index * 3) % 14)) * hourMs,
    }),
  );
  const importPerKwh = Array.from({ length: 24 }, (_, hour) => ({
    from: midnight + hour * hourMs,
    value: 0.1 + (((hour * 7) % 12) * 0.2) / 12,
  }));
  const tree = exampleSite({ evses: 30, limitA: 45, minA: 0 });
  const { prices } = exampleProblem(tree, []);
  return exampleProblem(tree, cars, { prices: { ...prices, importPerKwh }, isFirstSlotExact: false });
}

test('cars with other cheap hours leave the full ones to cars without, close to what the solver finds', () => {
  const problem = fullSite();
  const network = buildSiteNetwork(problem.tree);
  const slots = cutIntoSlots(problem);
  const bound = solvePlan(highs, problem, 30);
  if (bound === undefined) throw new Error('The solver found no plan.');
  const costs = [1, 12].map((rounds) =>
    planCost(coordinateByPrice(problem, network, slots, { rounds }), problem, network),
  );
  expect(costs[1]).toBeLessThan(costs[0] ?? 0);
  expect((costs[1] ?? 0) / planCost(bound, problem, network)).toBeLessThan(1.03);
});

test('no round passes a limit', () => {
  const problem = fullSite();
  const network = buildSiteNetwork(problem.tree);
  for (const rounds of [1, 2, 5])
    expect(checkPlan(coordinateByPrice(problem, network, cutIntoSlots(problem), { rounds }), problem)).toEqual([]);
});
