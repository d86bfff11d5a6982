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

export function reachesOf(tree: SiteTree): Reaches {
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
  const moments = [...new Set([...limitMoments(site.limits, from, until), ...others.flatMap((other) => other.moments)])]
    .filter((moment) => moment >= from && moment < until)
    .toSorted((a, b) => a - b);
  const rooms = new Map<string, NodeLimit & { steps: { from: number; value: number }[] }>();
  for (const moment of moments) {
    const taken = takenAt(site, others, moment);
    for (const each of limitsOf(treeAt(site.tree, site.limits, moment))) {
      const key = `${each.nodeId} ${each.line}`;
      const room = rooms.get(key) ?? { ...each, steps: [] };
      room.steps.push({ from: moment, value: Math.max(0, each.limit - (taken.get(key) ?? 0)) });
      rooms.set(key, room);
    }
  }
  return [...rooms.values()].map(({ nodeId, line, steps }) => ({ nodeId, line, limit: merged(steps) }));
}

function merged(steps: Steps): Steps {
  return steps.filter(({ value }, index) => value !== steps[index - 1]?.value);
}

function takenAt({ reaches }: SiteState, takers: readonly Taker[], moment: number): Map<string, number> {
  const taken = new Map<string, number>();
  const add = (key: string, amount: number) => taken.set(key, (taken.get(key) ?? 0) + amount);
  for (const { nodeId: evseNodeId, draws } of takers)
    for (const { phases, amperes } of draws(moment))
      for (const { key, perAmpere } of reaches(evseNodeId, phases)) add(key, perAmpere * amperes);
  return taken;
}

type NodeLimit = { nodeId: string; line: 1 | 2 | 3 | null; limit: number };

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
