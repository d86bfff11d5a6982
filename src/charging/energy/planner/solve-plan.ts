import type { Highs } from 'highs';
import { siteNetwork } from '../network/site-network.ts';
import { buildProgram } from './build-program.ts';
import type { Draft } from './draft.ts';
import type { PlanProblem } from './plan-problem.ts';
import type { SitePlan } from './site-plan.ts';
import { cutIntoSlots } from './slots.ts';

/** The plan as the solver finds it; undefined when it found none in time. */
export function solvePlan(highs: Highs, problem: PlanProblem, timeLimitSeconds: number): SitePlan | undefined {
  const network = siteNetwork(problem.tree);
  const draft = buildProgram(problem, network, cutIntoSlots(problem));
  const { isOptimal, values } = draft.program.solve(highs, { timeLimitSeconds });
  return isOptimal ? readPlan(draft, values) : undefined;
}

function readPlan({ problem, slots, vehicles, battery }: Draft, values: Float64Array): SitePlan {
  const value = (column: number | undefined) => (column === undefined ? 0 : (values[column] ?? 0));
  const net = (charge: number | undefined, ...less: readonly (number | undefined)[]) => {
    const difference = less.reduce<number>((left, column) => left - value(column), value(charge));
    return Math.abs(difference) < 1e-6 ? 0 : difference;
  };
  return {
    madeAt: problem.now,
    slots,
    madeBy: 'solver',
    vehicles: vehicles
      .filter(({ vehicle }) => !vehicle.isExpected)
      .map(({ vehicle, charge, discharge, unused, short, shortOfMinimum }) => ({
        id: vehicle.id,
        evseNodeId: vehicle.evseNodeId,
        phases: vehicle.phases,
        currentsA: charge.map((column, slot) => net(column, discharge[slot], unused[slot])),
        shortWh: Math.round((value(short) + value(shortOfMinimum)) * 1000),
      })),
    batteryW: battery?.charge.map((column, slot) => net(column, battery.discharge[slot]) * 1000) ?? [],
  };
}
