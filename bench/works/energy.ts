import { join } from 'node:path';
import type { Highs } from 'highs';
import { loadHighs } from '../../src/charging/energy/planner/load-highs.ts';
import { type AcnSession, readAcnSessions } from '../energy/acn-sessions.ts';
import { measureG15 } from '../energy/carbon-goal.ts';
import { measureG1, measureG2 } from '../energy/congestion-goals.ts';
import { measureG6 } from '../energy/cost-goal.ts';
import { findDataFolder } from '../energy/data-folder.ts';
import { measureG13, measureG14 } from '../energy/forecast-goals.ts';
import type { GoalRow } from '../energy/goal-row.ts';
import { measureG7 } from '../energy/home-goal.ts';
import { measureG4, measureG5 } from '../energy/latency-goals.ts';
import { measureG8 } from '../energy/profile-goals.ts';
import { measureG3 } from '../energy/profit-goal.ts';
import { measureG10 } from '../energy/setpoint-goal.ts';
import { measureG9 } from '../energy/verification-goal.ts';
import type { Work } from '../harness/bench.ts';
import { table } from '../harness/show-results.ts';

const weekPeriods = 7 * 288;
const seeds = ['a', 'b', 'c', 'd', 'e'];

type Input = { highs: Highs; isQuick: boolean; folder: string; sessions: readonly AcnSession[] };

/** Goals that need the real sessions, and those that make their own input. */
const onSessions: Record<string, (input: Input) => GoalRow[] | Promise<GoalRow[]>> = {
  G1: ({ highs, sessions, isQuick }) => measureG1(highs, sessions, isQuick ? [30] : [10, 20, 30]),
  G2: ({ highs, sessions, isQuick }) => measureG2(highs, sessions, isQuick ? [30] : [20, 30]),
  G3: ({ highs, sessions }) => measureG3(highs, sessions),
  G4: async ({ sessions }) => [await measureG4(sessions)],
  G13: ({ folder }) => measureG13(folder),
  G14: ({ folder, isQuick }) => measureG14(folder, isQuick ? 9 : 1),
  G15: ({ folder, isQuick }) => measureG15(folder, isQuick ? 40 : 4),
};
const onOwnInput: Record<string, (input: Pick<Input, 'highs' | 'isQuick'>) => GoalRow[] | Promise<GoalRow[]>> = {
  G5: ({ highs, isQuick }) => measureG5(highs, isQuick ? 500 : 5_000),
  G6: ({ highs, isQuick }) => measureG6(highs, isQuick ? seeds.slice(0, 1) : seeds),
  G7: ({ highs }) => measureG7(highs),
  G8: ({ isQuick }) => [measureG8(isQuick ? 500 : 10_000)],
  G9: async ({ isQuick }) => [await measureG9(isQuick ? { seeds: 1, sessions: 500 } : { seeds: 5, sessions: 10_000 })],
  G10: () => [measureG10()],
};
const order = ['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8', 'G9', 'G10', 'G13', 'G14', 'G15'];

/** Planning against real months of charging. No product is started: these are the planner, the forecasts and the guard by themselves. */
export const energy: Work = {
  name: 'energy',
  about: 'plans on real charging sessions beside the heuristics and the optimum, and forecasts (a quarter of an hour)',
  async run({ isQuick, only }) {
    const folder = findDataFolder();
    if (folder === undefined)
      console.log(
        '  The real sessions are absent (bench/data, or the folder in SIGEC_BENCH_DATA): goals on them are not measured.',
      );
    const highs = await loadHighs();
    const month = folder === undefined ? [] : readAcnSessions(join(folder, 'acn-caltech-2019-03.json.gz'));
    const sessions = isQuick ? month.filter(({ departure }) => departure < weekPeriods) : month;
    const rows: GoalRow[] = [];
    for (const goal of order.filter((each) => only === '' || only.split(',').includes(each))) {
      const startedAt = performance.now();
      const measured = await (folder === undefined
        ? (onOwnInput[goal]?.({ highs, isQuick }) ?? [notHere(goal, 'on real sessions', 'the sessions are absent')])
        : (onOwnInput[goal] ?? onSessions[goal])?.({ highs, isQuick, folder, sessions }));
      rows.push(...(measured ?? []));
      console.log(`  ${goal} measured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      for (const { what, ours, verdict } of measured ?? []) console.log(`    ${what}: ${ours} (${verdict})`);
    }
    show(rows);
    return [];
  },
};

function notHere(goal: string, what: string, why: string): GoalRow {
  return { goal, what, anchors: '', ours: why, target: '', verdict: 'not measured' };
}

function show(rows: readonly GoalRow[]): void {
  const cells = rows.map(({ goal, what, anchors, ours, target, verdict, remark }, index) => [
    goal,
    what,
    anchors,
    ours,
    target,
    remark === undefined ? verdict : `${verdict} (${index + 1})`,
  ]);
  console.log(table(['#', 'goal', 'others on the same input', 'ours', 'target', 'verdict'], cells));
  for (const [index, { goal, remark }] of rows.entries())
    if (remark !== undefined) console.log(`  (${index + 1}) ${goal}: ${remark}.`);
}
