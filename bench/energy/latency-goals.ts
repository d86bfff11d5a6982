import { checkPlan } from '../../src/charging/energy/guard/check-plan.ts';
import { buildSiteNetwork } from '../../src/charging/energy/network/site-network.ts';
import type { PlanProblem } from '../../src/charging/energy/planner/plan-problem.ts';
import { cutIntoSlots } from '../../src/charging/energy/planner/slots.ts';
import { Solver } from '../../src/charging/energy/planner/solver.ts';
import { fillByLaxity } from '../../src/charging/energy/planner/water-filling.ts';
import { siteTree } from '../../src/contract/energy/site-tree.ts';
import type { AcnSession } from './acn-sessions.ts';
import { caltechSite } from './caltech-site.ts';
import { type GoalRow, verdict } from './goal-row.ts';
import { momentOf, problemOf, vehicleOf } from './planned.ts';

/** G4: how long a plan takes at every arrival of the month, from the question to the answer of the thread. */
export async function measureG4(sessions: readonly AcnSession[]): Promise<GoalRow> {
  const tree = caltechSite(30);
  const solver = new Solver();
  const times: number[] = [];
  try {
    for (const { arrival } of sessions) {
      const here = sessions.filter((each) => each.arrival <= arrival && each.departure > arrival);
      const problem = problemOf(
        momentOf(arrival),
        tree,
        here.map((each) => vehicleOf(each, tree)),
      );
      const startedAt = performance.now();
      await solver.solve(problem, 30_000);
      times.push(performance.now() - startedAt);
    }
  } finally {
    await solver.close();
  }
  const sorted = times.slice(5).toSorted((a, b) => a - b); // the first ones wait for the thread to begin
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const [p50, p99] = [at(0.5), at(0.99)];
  return {
    goal: 'G4',
    what: 'time of a plan, 54 EVSEs, in its thread',
    anchors: 'published 300-400 ms mean (MOSEK) · evcc p95 1.5 s',
    ours: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${sorted.length}`,
    target: 'p50 ≤ 50 ms, p99 ≤ 250 ms',
    verdict: verdict(p50 <= 50 && p99 <= 250),
  };
}

/** G5: one huge site without the solver; no limit may be passed. */
export function measureG5(evCount: number): GoalRow {
  const problem = hugeProblem(evCount);
  const network = buildSiteNetwork(problem.tree);
  const slots = cutIntoSlots(problem);
  fillByLaxity(problem, network, slots); // compiled once before it is measured
  const startedAt = performance.now();
  const plan = fillByLaxity(problem, network, slots);
  const seconds = (performance.now() - startedAt) / 1000;
  const breaches = checkPlan({ ...plan, slots: plan.slots.slice(0, 12) }, problem).length;
  const shortWh = plan.vehicles.reduce((sum, each) => sum + each.shortWh, 0);
  const wantedWh = problem.vehicles.reduce((sum, { energyWh }) => sum + energyWh, 0);
  return {
    goal: 'G5',
    what: `${evCount.toLocaleString('en')} cars × ${slots.length} slots without the solver`,
    anchors: 'LP 5.3 s · coordination 1.9 s with 1.25 % overshoot',
    ours: `${seconds.toFixed(2)} s, ${breaches} breaches, ${((100 * shortWh) / wantedWh).toFixed(2)} % short`,
    target: '≤ 0.5 s, gap ≤ 0.5 %, 0 breaches (the gap to the LP is not measured yet)',
    verdict: seconds <= 0.5 && breaches === 0 ? 'not measured' : 'missed',
  };
}

/** Feeders of fifty cars with 160 kW each, cars over a day in quarter hours, a price by the hour. */
function hugeProblem(evCount: number): PlanProblem {
  const now = momentOf(0);
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const rotations = ['RST', 'STR', 'TRS'] as const;
  const feeders = Array.from({ length: Math.ceil(evCount / 50) }, (_, index) => ({
    id: `F${index}`,
    parentId: 'grid',
    kind: 'feeder' as const,
    limitA: 160_000 / 690,
  }));
  const evses = Array.from({ length: evCount }, (_, index) => ({
    id: `E${index}`,
    parentId: `F${Math.floor(index / 50)}`,
    kind: 'evse' as const,
    evse: { stationId: `S${index}`, evseId: 1, minA: 0, phaseRotation: rotations[index % 3] },
  }));
  const tree = siteTree.parse({
    nodes: [{ id: 'grid', parentId: null, kind: 'grid-connection', limitW: evCount * 2_000 }, ...feeders, ...evses],
  });
  const quarter = 900_000;
  const vehicles = evses.map(({ id }, index) => {
    const arrival = Math.floor(random() * 48);
    const stay = 8 + Math.floor(random() * 40);
    const session = { id, stationId: id, arrival: 0, departure: 0, energyWh: 5_000 + random() * 25_000 };
    return vehicleOf(session, tree, {
      phases: index % 2 === 0 ? 1 : 3,
      maxA: index % 2 === 0 ? 32 : 16,
      minA: 0,
      availableFrom: now + arrival * quarter,
      departsAt: now + (arrival + stay) * quarter,
    });
  });
  const importPerKwh = Array.from({ length: 24 }, (_, hour) => ({
    from: now + hour * 4 * quarter,
    value: 0.1 + 0.2 * random(),
  }));
  const problem = problemOf(now, tree, vehicles, { maxSlots: 96 });
  return { ...problem, prices: { ...problem.prices, importPerKwh }, commandSeconds: 900 };
}
