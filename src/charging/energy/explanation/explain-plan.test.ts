import { expect, test } from 'vitest';
import { inWords } from '#contract/problems/problem-words.ts';
import { loadHighs } from '../planner/load-highs.ts';
import type { PlanProblem } from '../planner/plan-problem.ts';
import { solvePlan } from '../planner/solve-plan.ts';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { explainPlan } from './explain-plan.ts';

const highs = await loadHighs();

function sentenceFor(problem: PlanProblem, id = 'car-1') {
  const plan = solvePlan(highs, problem, 30);
  if (plan === undefined) throw new Error('The solver found no plan.');
  const sentence = explainPlan(plan, problem).get(id);
  if (sentence === undefined) throw new Error('The car has no sentence.');
  return sentence;
}

const cheapFromTwo = [
  { from: midnight, value: 0.1 + 0.2 }, // not 0.3 to a computer: what is said is rounded
  { from: midnight + 2 * hourMs, value: 0.1 },
];
const prices = (changes: Partial<PlanProblem['prices']>) => ({
  ...exampleProblem(exampleSite(), []).prices,
  ...changes,
});

test('a car alone charges at full power, said in both languages', () => {
  const sentence = sentenceFor(exampleProblem(exampleSite(), [exampleVehicle(1)]));
  expect(sentence).toMatchObject({ code: 'plan-charges-at-full-power', values: { powerKw: 22.1 } });
  expect(inWords(sentence, { language: 'en' })).toMatch(/^It charges at its full 22.1 kW/);
  expect(inWords(sentence, { language: 'pt-BR' })).toMatch(/^Carrega com a potência máxima/);
});

test('a car that waits for cheap hours says from when, and both prices', () => {
  const sentence = sentenceFor(
    exampleProblem(exampleSite(), [exampleVehicle(1)], { prices: prices({ importPerKwh: cheapFromTwo }) }),
  );
  expect(sentence).toMatchObject({
    code: 'plan-waits-for-price',
    values: { startsAt: '2026-01-12T02:00:00.000Z', priceNow: 0.3, priceThen: 0.1 },
  });
});

test('a fuse that binds is named with its line and its amperes', () => {
  const twoCars = [1, 2].map((number) =>
    exampleVehicle(number, { departsAt: midnight + 3 * hourMs, energyWh: 30_000 }),
  );
  const problem = exampleProblem(exampleSite({ limitA: 40 }), twoCars);
  const sentences = ['car-1', 'car-2'].map((id) => sentenceFor(problem, id));
  const [held] = sentences.filter(({ code }) => code !== 'plan-charges-at-full-power');
  expect(held?.values).toMatchObject({ node: 'grid', limit: '40 A', line: 'L1' });
});

test('what cannot be done in time says how much is missing and when it would be there', () => {
  const sentence = sentenceFor(
    exampleProblem(exampleSite(), [exampleVehicle(1, { departsAt: midnight + 0.5 * hourMs })]),
  );
  expect(sentence).toMatchObject({ code: 'plan-short-by-time', values: { shortKwh: 9 } });
  expect(sentence.values['metAt']).toBe('2026-01-12T00:54:20.869Z');
});

test('a shortfall by a limit names the limit', () => {
  const cars = [1, 2, 3].map((number) => exampleVehicle(number, { departsAt: midnight + hourMs }));
  expect(sentenceFor(exampleProblem(exampleSite({ limitA: 20 }), cars), 'car-3')).toMatchObject({
    code: 'plan-short-by-node',
    values: { node: 'grid', limit: '20 A' },
  });
});

test('a full car is done', () => {
  const problem = exampleProblem(exampleSite(), [exampleVehicle(1), exampleVehicle(2, { energyWh: 0 })]);
  const plan = solvePlan(highs, problem, 30);
  const empty = { id: 'car-2', evseNodeId: 'CP-2:1', phases: 3 as const, currentsA: [], shortWh: 0 };
  expect(plan && explainPlan({ ...plan, vehicles: [empty] }, problem).get('car-2')?.code).toBe('plan-done');
});

test('a car below a paid peak says so', () => {
  const demandCharge = { perKw: 10, peakW: 0, share: 1 };
  const calm = exampleVehicle(1, { minA: 0 });
  const sentence = sentenceFor(exampleProblem(exampleSite({ minA: 0 }), [calm], { prices: prices({ demandCharge }) }));
  expect(sentence).toMatchObject({ code: 'plan-keeps-peak', values: { powerKw: 2.9, peakKw: 2.9 } });
});

test('room that is kept free for what another station falls back to is a limit, too', () => {
  const hasty = exampleVehicle(1, { departsAt: midnight + hourMs, energyWh: 20_000 });
  const patient = exampleVehicle(2, { departsAt: midnight + 9 * hourMs, reservedA: 6 });
  const problem = exampleProblem(exampleSite({ limitA: 32 }), [hasty, patient], {
    prices: prices({ importPerKwh: cheapFromTwo }),
  });
  expect(sentenceFor(problem)).toMatchObject({ code: 'plan-short-by-node', values: { node: 'grid' } });
  expect(sentenceFor(problem, 'car-2').code).toBe('plan-waits-for-price');
});

test('a car that goes on with its least current until energy is cheap says so', () => {
  const car = exampleVehicle(1, { currentA: 6 });
  const weights = { ...exampleProblem(exampleSite(), []).weights, pause: 100 };
  const problem = exampleProblem(exampleSite(), [car], { prices: prices({ importPerKwh: cheapFromTwo }), weights });
  expect(sentenceFor(problem)).toMatchObject({
    code: 'plan-holds-for-price',
    values: { powerKw: 4.1, startsAt: '2026-01-12T02:00:00.000Z', priceNow: 0.3, priceThen: 0.1 },
  });
});

test('a car that takes what the sun leaves over says so, and not that it keeps a peak', () => {
  const sun = [{ from: midnight, value: -5_000 }];
  const car = exampleVehicle(1, { minA: 0 });
  const problem = exampleProblem(exampleSite({ minA: 0 }), [car], {
    given: [{ nodeId: 'grid', limitW: [{ from: midnight, value: 0 }], costW: sun }],
    prices: prices({
      importPerKwh: [{ from: midnight, value: 0.3 }],
      demandCharge: { perKw: 1, peakW: 30_000, share: 1 },
    }),
  });
  expect(sentenceFor(problem)).toMatchObject({ code: 'plan-follows-sun', values: { powerKw: 5 } });
});

test('a car is ready at the latest when it leaves, however long the slot is', () => {
  const car = exampleVehicle(1, { departsAt: midnight + 2.5 * hourMs, energyWh: 50_000 });
  const problem = exampleProblem(exampleSite(), [car], { maxSlots: 2, isFirstSlotExact: false });
  const other = exampleVehicle(2, { departsAt: midnight + 9 * hourMs });
  const { values } = sentenceFor({ ...problem, vehicles: [car, other] });
  expect(values['doneAt']).toBe(new Date(car.departsAt).toISOString());
});
