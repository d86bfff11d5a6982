import { expect, test } from 'vitest';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { cutIntoSlots } from './slots.ts';

const secondsOf = (problem: ReturnType<typeof exampleProblem>) =>
  cutIntoSlots(problem).map(({ from, to }) => (to - from) / 1000);

test('the first slot is what is sent, though a price is as of this very instant', () => {
  const problem = exampleProblem(exampleSite(), [exampleVehicle(1)]);
  const prices = { ...problem.prices, importPerKwh: [{ from: midnight + 407, value: 0.3 }] };
  expect(secondsOf({ ...problem, prices })[0]).toBe(problem.commandSeconds);
});

test('cars that leave within the same second end one slot', () => {
  const departures = [771, 772, 858].map((ms) => midnight + 4 * hourMs + ms);
  const cars = departures.map((departsAt, index) => exampleVehicle(index + 1, { departsAt }));
  expect(Math.min(...secondsOf(exampleProblem(exampleSite(), cars)))).toBeGreaterThanOrEqual(1);
});
