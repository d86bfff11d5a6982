import { expect, test } from 'vitest';
import { loadHighs } from '../../src/charging/energy/planner/load-highs.ts';
import { solvePlan } from '../../src/charging/energy/planner/solve-plan.ts';
import { scale } from '../support/scale.ts';
import { type Troubles, World } from './world/world.ts';

/** How long a limit may be passed because somebody does what nobody told: from the first reading to the last answer. */
const reactionSeconds = 120;
/** The month is looked at in longer steps, in which the product answers later, too. */
const size = scale({
  test: { stations: 20, hours: 2, stepSeconds: 10, maxSlots: 24 },
  soak: { stations: 200, hours: 15 * 24, stepSeconds: 20, maxSlots: 8 },
});

/**
 * Two worlds that make a month together. In the first, defaults are nothing and every limit of the tree binds; in the second, stations
 * fall back to 6 A, and a panel is full when all of them do. Neither keeps a margin.
 */
const sites = [
  { seed: 'tight', perStationA: 4.5, safetyMarginPercent: 0 },
  { seed: 'roomy', perStationA: 8, safetyMarginPercent: 0 },
] as const;

/** Half a month of two hundred stations is the better part of an hour's work. */
const patienceMs = scale({ test: 300_000, soak: 12 * 3_600_000 });

const troubles: Troubles = {
  lostCommands: 0.03,
  lostAnswers: 0.03,
  outagesPerStation: 1.5,
  restartsPerStation: 0.3,
  disobedientPerStation: 6,
  crashes: 40,
  solverFailures: 0.5,
  limitsForAWhile: 4,
};

test.each(sites)(
  `${size.stations} stations, ${size.hours} hours, $seed: no limit is passed for longer than it takes to react, whatever fails`,
  async (site) => {
    const highs = await loadHighs();
    const solver = {
      solve: (...[problem]: Parameters<typeof solveInTime>) => Promise.resolve(solveInTime(problem)),
      close: () => Promise.resolve(),
    };
    function solveInTime(problem: Parameters<typeof solvePlan>[1]) {
      const plan = solvePlan(highs, { ...problem, isFirstSlotExact: false, maxSlots: size.maxSlots }, 10);
      return plan === undefined ? { failure: 'no plan' } : { plan, solveMs: 0 };
    }
    const world = new World(size.stations, { ...site, troubles, solver });
    await world.run(size.hours * 3_600_000, size.stepSeconds);
    await world.close();
    const { counts, watch, unforeseen } = world;
    expect(watch.all.filter(({ seconds }) => seconds > reactionSeconds)).toEqual([]);
    expect(unforeseen).toEqual([]);
    expect(counts.offlineDisobedient).toBeGreaterThan(0);
    expect(counts.crashes * counts.lost * counts.disobedient * counts.solverFailures).toBeGreaterThan(0);
    expect(counts.energyKwh).toBeGreaterThan(0);
  },
  patienceMs,
);
