import { afterAll, expect, test } from 'vitest';
import { checkPlan } from '../guard/check-plan.ts';
import { exampleProblem, exampleSite, exampleVehicle } from '../testing/example-site.ts';
import { planSite } from './plan-site.ts';
import { Solver } from './solver.ts';

const solver = new Solver();
afterAll(() => solver.close());

const tree = exampleSite({ limitA: 63, evses: 12 });
const cars = Array.from({ length: 12 }, (_, index) => exampleVehicle(index + 1));
const problem = exampleProblem(tree, cars);

test('the solver plans in its thread, and the guard has nothing against it', async () => {
  const { plan, fallbackReason } = await planSite(solver, problem);
  expect({ madeBy: plan.madeBy, fallbackReason }).toEqual({ madeBy: 'solver', fallbackReason: null });
  expect(checkPlan(plan, problem)).toEqual([]);
});

test('a solver that is late is replaced by water-filling, and works again afterwards', async () => {
  const late = await planSite(solver, problem, { timeLimitMs: 1, maxVehicles: 100 });
  expect(late.plan.madeBy).toBe('water-filling');
  expect(late.fallbackReason?.code).toMatch(/^solver-(late|no-solution)$/);
  expect(checkPlan(late.plan, problem)).toEqual([]);
  expect((await planSite(solver, problem)).plan.madeBy).toBe('solver');
});

test('a problem that the solver cannot take is planned without it', async () => {
  const broken = exampleProblem(tree, [exampleVehicle(1, { maxA: Number.NaN }), exampleVehicle(2)]);
  const { plan, fallbackReason } = await planSite(solver, broken);
  expect(plan.madeBy).toBe('water-filling');
  expect(fallbackReason).not.toBeNull();
});

test('a site without a car has a plan without one, and nobody is blamed for it', async () => {
  const { plan, fallbackReason } = await planSite(solver, exampleProblem(tree, []));
  expect({ vehicles: plan.vehicles, fallbackReason }).toEqual({ vehicles: [], fallbackReason: null });
});

test('a site of too many cars does not go to the solver', async () => {
  const { fallbackReason } = await planSite(solver, problem, { timeLimitMs: 5_000, maxVehicles: 10 });
  expect(fallbackReason).toEqual({ code: 'solver-too-many', values: { max: 10 } });
});

test('what is sent now is in {0} or at least the minimum, from the solver and without it', async () => {
  for (const limits of [undefined, { timeLimitMs: 5_000, maxVehicles: 1 }]) {
    const { plan } = await planSite(solver, problem, limits);
    for (const { currentsA } of plan.vehicles) expect(currentsA[0] === 0 || (currentsA[0] ?? 0) >= 6).toBe(true);
  }
});

test('a large site is planned without the solver in its thread all the same, and here where that fails', async () => {
  const wide = exampleSite({ limitA: 400, evses: 120 });
  const many = exampleProblem(
    wide,
    Array.from({ length: 120 }, (_, index) => exampleVehicle(index + 1)),
  );
  const limits = { timeLimitMs: 5_000, maxVehicles: 10 };
  let fills = 0;
  const watched = {
    solve: solver.solve.bind(solver),
    close: () => Promise.resolve(),
    async fill(...asked: Parameters<Solver['fill']>) {
      const outcome = await solver.fill(...asked);
      if ('plan' in outcome) fills += 1;
      return outcome;
    },
  };
  const inThread = await planSite(watched, many, limits);
  expect({ fills, madeBy: inThread.plan.madeBy }).toEqual({ fills: 1, madeBy: 'water-filling' });
  expect(checkPlan(inThread.plan, many)).toEqual([]);
  const broken = { ...watched, fill: () => Promise.resolve({ failure: 'the thread is gone' }) };
  expect((await planSite(broken, many, limits)).plan.vehicles).toEqual(inThread.plan.vehicles);
});
