import { expect, test } from 'vitest';
import { checkPlan } from '../guard/check-plan.ts';
import { buildSiteNetwork } from '../network/site-network.ts';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { sendAsPilots } from './send-as-pilots.ts';
import type { SitePlan } from './site-plan.ts';

const slots = [{ from: midnight, to: midnight + hourMs, hours: 1 }];

function planOf(...currents: number[]): SitePlan {
  return {
    madeAt: midnight,
    slots,
    batteryW: [],
    madeBy: 'solver',
    vehicles: currents.map((amperes, index) => ({
      id: `car-${index + 1}`,
      evseNodeId: `CP-${index + 1}:1`,
      phases: 3,
      currentsA: [amperes],
      shortWh: 0,
    })),
  };
}

const whole = Array.from({ length: 27 }, (_, index) => index + 6);

test('what rounding leaves goes to a car that charges, before another one begins', () => {
  const [charging, waiting] = [
    exampleVehicle(1, { pilotsA: whole, currentA: 10 }),
    exampleVehicle(2, { pilotsA: whole, departsAt: midnight + 2 * hourMs }),
  ];
  const problem = exampleProblem(exampleSite({ limitA: 16 }), [charging, waiting]);
  const sent = sendAsPilots(planOf(10.5, 5.5), problem, buildSiteNetwork(problem.tree));
  expect(sent.vehicles.map(({ currentsA }) => currentsA[0])).toEqual([16, 0]);
});

test('a car begins when nobody else can use what is left', () => {
  const cars = [exampleVehicle(1, { pilotsA: whole, maxA: 10, currentA: 10 }), exampleVehicle(2, { pilotsA: whole })];
  const problem = exampleProblem(exampleSite({ limitA: 16 }), cars);
  const sent = sendAsPilots(planOf(10, 6), problem, buildSiteNetwork(problem.tree));
  expect(sent.vehicles.map(({ currentsA }) => currentsA[0])).toEqual([10, 6]);
});

test('where what stations fall back to passes a line, no car begins on account of it', () => {
  const onOnePhase = { phases: 1, pilotsA: whole, reservedA: 6 } as const;
  const cars = [
    exampleVehicle(1, { phases: 1, pilotsA: [6], currentA: 6 }),
    exampleVehicle(2, onOnePhase), // with the fifth on the second line
    exampleVehicle(5, onOnePhase),
  ];
  const problem = exampleProblem(exampleSite({ limitA: 10, evses: 5 }), cars);
  const vehicles = cars.map(({ id, evseNodeId }, index) => {
    return { id, evseNodeId, phases: 1 as const, currentsA: [index === 0 ? 9 : 5], shortWh: 0 };
  });
  const sent = sendAsPilots({ ...planOf(), vehicles }, problem, buildSiteNetwork(problem.tree));
  expect(checkPlan(sent, problem)).toEqual([]);
  expect(sent.vehicles.map(({ currentsA }) => (currentsA[0] ?? 0) > 0)).toEqual([true, true, false]);
});
