import type { SiteTree } from '#contract/energy/site-tree.ts';
import { loadOf, magnitudes, sumsAt } from '../guard/node-sums.ts';
import { worstCases } from '../guard/worst-case.ts';
import { type GivenPower, type Steps, valueAt } from '../planner/plan-problem.ts';
import type { Room } from '../planner/rooms.ts';
import { boundMoments, type Draw, drawsAt, type EvseState } from './evse-state.ts';
import { limitMoments, type TimedLimit, treeAt } from './limits-over-time.ts';

/** What an ampere of an EVSE adds to each limit above it, such as `grid 1`, as amounts: their sum is never below what flows. */
type Reach = readonly { key: string; perAmpere: number }[];

/** What every EVSE of a tree adds to the nodes above it, per ampere and phase. It changes only with the tree. */
export type Reaches = (nodeId: string, phases: 1 | 2 | 3) => Reach;

const reachesOfTrees = new WeakMap<SiteTree, Reaches>();

export function reachesOf(tree: SiteTree): Reaches {
  const reaches = reachesOfTrees.get(tree) ?? computeReaches(tree);
  reachesOfTrees.set(tree, reaches);
  return reaches;
}

function computeReaches(tree: SiteTree): Reaches {
  const known = new Map<string, Reach>();
  return (evseNodeId, phases) => {
    const key = `${evseNodeId} ${phases}`;
    const reach = known.get(key) ?? reachOf(tree, evseNodeId, phases);
    known.set(key, reach);
    return reach;
  };
}

function reachOf(tree: SiteTree, evseNodeId: string, phases: 1 | 2 | 3): Reach {
  const sums = sumsAt(tree, [{ nodeId: evseNodeId, sums: loadOf(tree, evseNodeId, phases, 1) }], []);
  return [...sums].flatMap(([nodeId, { lines, watts }]) => [
    ...magnitudes(lines).map((perAmpere, index) => ({ key: `${nodeId} ${index + 1}`, perAmpere })),
    { key: `${nodeId} null`, perAmpere: watts },
  ]);
}

export type SiteState = {
  tree: SiteTree;
  limits: readonly TimedLimit[];
  given: readonly GivenPower[];
  evses: readonly EvseState[];
  reaches: Reaches;
};

type Taker = { nodeId: string; draws(moment: number): readonly Draw[]; moments: readonly number[] };

/** An EVSE that is not planned for, which counts with all that it may draw. */
export function wholeTaker(state: EvseState): Taker {
  return { nodeId: state.nodeId, draws: (moment) => drawsAt(state, moment), moments: boundMoments(state) };
}

/** What is left of every limit over time beside what others take. */
export function roomsBeside(site: SiteState, others: readonly Taker[], from: number, until: number): Room[] {
  const taken = new Map<string, Change[]>();
  for (const other of others) noteChanges(taken, site.reaches, other, { from, until });
  const limits = new Map<string, NodeLimit & { changes: Change[] }>();
  for (const moment of limitMoments(site.limits, from, until))
    for (const each of limitsOf(treeAt(site.tree, site.limits, moment))) {
      const key = `${each.nodeId} ${each.line}`;
      const known = limits.get(key) ?? { ...each, limit: 0, changes: [...(taken.get(key) ?? [])] };
      known.changes.push({ at: moment, amount: known.limit - each.limit });
      known.limit = each.limit;
      limits.set(key, known);
    }
  return [...limits.values()].map(({ nodeId, line, changes }) => ({ nodeId, line, limit: stepsBelow(changes) }));
}

/** From a moment on, so much more is taken. */
type Change = { at: number; amount: number };

function noteChanges(
  taken: Map<string, Change[]>,
  reaches: Reaches,
  { nodeId, draws, moments }: Taker,
  { from, until }: { from: number; until: number },
): void {
  const before = new Map<string, number>();
  const own = [from, ...moments.filter((moment) => moment > from && moment < until)].toSorted((a, b) => a - b);
  for (const at of own) {
    const amounts = new Map([...before.keys()].map((key) => [key, 0]));
    for (const { phases, amperes } of draws(at))
      for (const { key, perAmpere } of reaches(nodeId, phases))
        if (perAmpere !== 0) amounts.set(key, (amounts.get(key) ?? 0) + perAmpere * amperes);
    for (const [key, amount] of amounts) {
      const more = amount - (before.get(key) ?? 0);
      before.set(key, amount);
      if (more === 0) continue;
      const changes = taken.get(key) ?? [];
      changes.push({ at, amount: more });
      taken.set(key, changes);
    }
  }
}

/** What is left from each change on, never below nothing. */
function stepsBelow(changes: readonly Change[]): Steps {
  const steps: { from: number; value: number }[] = [];
  let left = 0;
  for (const [index, { at, amount }] of changes.toSorted((a, b) => a.at - b.at).entries()) {
    left -= amount;
    const value = Math.max(0, Math.round(left * 1e9) / 1e9); // sums of falls and rises are not exact
    if (steps.at(-1)?.from === at) steps.pop();
    if (index === 0 || steps.at(-1)?.value !== value) steps.push({ from: at, value });
  }
  return steps;
}

export type NodeLimit = { nodeId: string; line: 1 | 2 | 3 | null; limit: number };

/** With the safety margin taken off. */
export function limitsOf({ nodes }: SiteTree): NodeLimit[] {
  return nodes.flatMap(({ id, limitA, limitW, safetyMarginPercent }): NodeLimit[] => {
    const part = 1 - safetyMarginPercent / 100;
    const perLine = typeof limitA === 'number' ? [limitA, limitA, limitA] : (limitA ?? []);
    const lines = ([1, 2, 3] as const).flatMap((line) => {
      const limit = perLine[line - 1];
      return limit === undefined ? [] : [{ nodeId: id, line, limit: limit * part }];
    });
    return limitW === null ? lines : [...lines, { nodeId: id, line: null, limit: limitW * part }];
  });
}

export type NodeWorst = { nodeId: string; line: 1 | 2 | 3 | null; worst: number; limit: number; isSafe: boolean };

/** The worst that each limit can meet at a moment, whichever stations go astray, with what the building draws beside them. */
export function worstAt(site: SiteState, moment: number): NodeWorst[] {
  const tree = treeAt(site.tree, site.limits, moment);
  const evenW = new Map<string, number>();
  for (const { nodeId, limitW } of site.given) evenW.set(nodeId, (evenW.get(nodeId) ?? 0) + valueAt(limitW, moment));
  const possible = site.evses.flatMap((state) =>
    drawsAt(state, moment).map(({ phases, amperes }) => ({
      evseNodeId: state.nodeId,
      phases,
      possibleA: [0, amperes],
    })),
  );
  return worstCases(tree, possible, evenW);
}

/** Whether an EVSE may draw more than before on any phase, from a moment on. */
export function risesAnywhere(before: EvseState, after: EvseState, from: number): boolean {
  const moments = [from, ...boundMoments(before), ...boundMoments(after)].filter((moment) => moment >= from);
  return moments.some((moment) => drawsMore(after, before, moment));
}

function drawsMore(changed: EvseState, before: EvseState | undefined, moment: number): boolean {
  if (before === undefined) return true;
  const [now, then] = [drawsAt(changed, moment), drawsAt(before, moment)];
  return ([1, 2, 3] as const).some((phase) => onPhase(now, phase) > onPhase(then, phase) + 1e-9);
}

function onPhase(draws: readonly Draw[], phase: 1 | 2 | 3): number {
  return draws.reduce((sum, { phases, amperes }) => sum + (phases >= phase ? amperes : 0), 0);
}
