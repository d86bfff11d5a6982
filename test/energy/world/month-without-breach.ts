import { expect, vi } from 'vitest';
import { loadHighs } from '../../../src/charging/energy/planner/load-highs.ts';
import { solvePlan } from '../../../src/charging/energy/planner/solve-plan.ts';
import { randomFrom } from '../../../src/simulator/random.ts';
import { scale } from '../../support/scale.ts';
import { type Troubles, World } from './world.ts';

/** How long a limit may be passed because somebody does what nobody told: from the first reading to the last answer. */
const reactionSeconds = 120;
/**
 * The month is looked at in longer steps, in which the product answers later, too, and its plans have few slots: an hour of two hundred
 * stations takes two seconds of processor then.
 */
export const size = scale({
  test: { stations: 20, hours: 2, stepSeconds: 10, maxSlots: 24 },
  soak: { stations: 200, hours: 30 * 24, stepSeconds: 20, maxSlots: 5 },
});
/** So often it says how far it is. */
const lookEveryHours = 24;
/** It ends what hangs; a busy machine takes several times as long as a quiet one. */
export const patienceMs = scale({ test: 300_000, soak: 6 * 3_600_000 });

const troubles: Troubles = {
  lostCommands: 0.03,
  lostAnswers: 0.03,
  outagesPerStation: 1.5,
  restartsPerStation: 0.3,
  disobedientPerStation: 6,
  crashes: 40,
  solverFailures: 0.5,
  limitsForAWhile: 4,
  meddlingPerStation: 3,
};

/** Plays a site in which everything fails now and then, and looks whether a limit was passed for longer than it takes to react. */
export async function expectNoBreach(site: { seed: string; perStationA: number; safetyMarginPercent: number }) {
  const highs = await loadHighs();
  const solver = {
    solve: (...[problem]: Parameters<typeof solveInTime>) => Promise.resolve(solveInTime(problem)),
    close: () => Promise.resolve(),
  };
  function solveInTime(problem: Parameters<typeof solvePlan>[1]) {
    const plan = solvePlan(highs, { ...problem, isFirstSlotExact: false, maxSlots: size.maxSlots }, 10);
    return plan === undefined ? { failure: 'no plan' } : { plan, solveMs: 0 };
  }
  // The product spreads rises by chance; a month that failed is played again by its seed.
  using _spread = vi.spyOn(Math, 'random').mockImplementation(randomFrom(`spread of ${site.seed}`));
  const world = new World(size.stations, { ...site, troubles, solver });
  const { counts, watch, unforeseen } = world;
  for (let hours = 0; hours < size.hours; hours += lookEveryHours) {
    const played = Math.min(lookEveryHours, size.hours - hours);
    await world.run(played * 3_600_000, size.stepSeconds);
    const longestSeconds = watch.longestSeconds();
    const { user, system } = process.cpuUsage();
    const cpuMinutes = ((user + system) / 6e7).toFixed(1);
    const sofar = { ...site, ...size, hours: hours + played, ...counts, longestSeconds, cpuMinutes };
    console.log(JSON.stringify(sofar));
    if (longestSeconds > reactionSeconds) break; // the rest of the month would say the same
  }
  await world.close();
  expect(watch.all.filter(({ seconds }) => seconds > reactionSeconds)).toEqual([]);
  expect(unforeseen).toEqual([]);
  expect(counts.offlineDisobedient).toBeGreaterThan(0);
  expect(counts.crashes * counts.lost * counts.disobedient * counts.solverFailures * counts.meddling).toBeGreaterThan(
    0,
  );
  expect(counts.energyKwh).toBeGreaterThan(0);
}
