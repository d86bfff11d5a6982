import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadHighs } from '../../src/charging/energy/planner/load-highs.ts';
import { readAcnSessions } from '../energy/acn-sessions.ts';
import { measureG1, measureG2 } from '../energy/congestion-goals.ts';
import { measureG13, measureG14 } from '../energy/forecast-goals.ts';
import type { GoalRow } from '../energy/goal-row.ts';
import { measureG4, measureG5 } from '../energy/latency-goals.ts';
import type { Work } from '../harness/bench.ts';
import { table } from '../harness/show-results.ts';

const folder = process.env['SIGEC_BENCH_DATA'] ?? join(import.meta.dirname, '..', 'data');
const weekPeriods = 7 * 288;

/** Planning against real months of charging. No product is started: these are the planner, the forecasts and the guard by themselves. */
export const energy: Work = {
  name: 'energy',
  about: 'plans on real charging sessions beside the heuristics and the optimum, and forecasts (a quarter of an hour)',
  async run({ isQuick, only }) {
    const path = join(folder, 'acn-caltech-2019-03.json.gz');
    if (!existsSync(path))
      throw new Error(`${path} is missing: restore bench/data, or name its folder in SIGEC_BENCH_DATA.`);
    const highs = await loadHighs();
    const month = readAcnSessions(path);
    const sessions = isQuick ? month.filter(({ departure }) => departure < weekPeriods) : month;
    const capacities = isQuick ? [30] : [10, 20, 30, 40, 50];
    const goals: Record<string, () => GoalRow[] | Promise<GoalRow[]>> = {
      G1: () => measureG1(highs, sessions, capacities),
      G2: () => measureG2(highs, sessions, isQuick ? [30] : [20, 30, 50]),
      G4: async () => [await measureG4(sessions)],
      G5: () => [measureG5(isQuick ? 500 : 5_000)],
      G13: () => measureG13(folder),
      G14: () => measureG14(folder, isQuick ? 9 : 1),
    };
    const rows: GoalRow[] = [];
    for (const [name, measure] of Object.entries(goals)) {
      if (only !== '' && !only.split(',').includes(name)) continue;
      rows.push(...(await measure()));
      console.log(`  ${name} measured`);
    }
    const cells = rows.map(({ goal, what, anchors, ours, target, verdict }) => [
      goal,
      what,
      anchors,
      ours,
      target,
      verdict,
    ]);
    console.log(table(['#', 'goal', 'others on the same input', 'ours', 'target', 'verdict'], cells));
    return [];
  },
};
