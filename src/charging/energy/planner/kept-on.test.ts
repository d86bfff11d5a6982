import { expect, test } from 'vitest';
import { checkPlan } from '../guard/check-plan.ts';
import { siteNetwork } from '../network/site-network.ts';
import { exampleProblem, exampleSite, exampleVehicle } from '../testing/example-site.ts';
import { fillPlan } from './fill-plan.ts';
import { keptOn } from './kept-on.ts';

/** Three cars at 6 A that have paused before, at stations that fall back to 6 A, where nobody steers what else flows. */
const problemWith = ({ limitA }: { limitA: number }) =>
  exampleProblem(
    exampleSite({ limitA, evses: 3 }),
    [1, 2, 3].map((number) => exampleVehicle(number, { currentA: 6, pauses: 1, reservedA: 6 })),
  );

test('cars that have paused before go on at their least current where all that stations fall back to fits', () => {
  const problem = problemWith({ limitA: 18 });
  expect([...keptOn(problem, siteNetwork(problem.tree)).values()]).toEqual([6, 6, 6]);
});

test('where what stations fall back to passes a limit, only those go on for whom there is room', () => {
  const problem = problemWith({ limitA: 13 });
  expect([...keptOn(problem, siteNetwork(problem.tree)).values()]).toEqual([6, 6]);
  const plan = fillPlan(problem);
  expect(checkPlan(plan, problem)).toEqual([]);
  expect(plan.vehicles.map(({ currentsA }) => currentsA[0]).filter((amperes) => amperes === 0)).toHaveLength(1);
});
