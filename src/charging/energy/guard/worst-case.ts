import type { SiteNode, SiteTree } from '#contract/energy/site-tree.ts';
import { type Complex, type LineSums, loadOf, sumsAt } from './node-sums.ts';

/** All that an EVSE may come to draw: what the plan says, what it falls back to, or its maximum when it ignores us. */
export type PossibleCurrents = { evseNodeId: string; phases: 1 | 2 | 3; possibleA: readonly number[] };

export type WorstCase = {
  nodeId: string;
  line: 1 | 2 | 3 | null;
  /** Amperes on a line, watts where the line is null; the worst that any subset of the EVSEs can do together. */
  worst: number;
  limit: number;
  isSafe: boolean;
};

const directionCount = 720;

type Reach = { evseNodeId: string; most: number; least: number; per: readonly [number, number] };

/** One limit, and what an ampere of each EVSE below adds to it. */
type ReachedLimit = { nodeId: string; line: 1 | 2 | 3 | null; limit: number; fixed: Complex; parts: Reach[] };

/**
 * The worst that each limit can meet when any subset of the stations is offline, ignores its profile or falls back, each on its
 * own. Currents at different angles are summed along every direction: the largest sum is the worst, within a hundredth of a per mille.
 */
export function worstCases(
  tree: SiteTree,
  possible: readonly PossibleCurrents[],
  evenW: ReadonlyMap<string, number> = new Map(),
): WorstCase[] {
  return limitsReached(tree, possible, evenW).map(({ nodeId, line, limit, fixed, parts }) => {
    const worst = farthest(parts, fixed, line === null);
    return { nodeId, line, worst, limit, isSafe: worst <= limit + (line === null ? 1 : 0.01) };
  });
}

function limitsReached(
  tree: SiteTree,
  possible: readonly PossibleCurrents[],
  evenW: ReadonlyMap<string, number>,
): ReachedLimit[] {
  const extremes = possible.map(({ evseNodeId, phases, possibleA }) => ({
    evseNodeId,
    most: Math.max(0, ...possibleA),
    least: Math.min(0, ...possibleA),
    sums: sumsAt(tree, [{ nodeId: evseNodeId, sums: loadOf(tree, evseNodeId, phases, 1) }], []),
  }));
  const even = [...evenW].map(([nodeId, watts]) => ({ nodeId, watts }));
  const given = sumsAt(tree, [], even);
  return tree.nodes.flatMap((node) => {
    const reached = extremes.flatMap(({ sums, ...rest }) => {
      const atNode = sums.get(node.id);
      return atNode === undefined ? [] : [{ ...rest, atNode }];
    });
    const partsBy = (of: (sums: LineSums) => Complex) =>
      reached.map(({ atNode, ...rest }) => ({ ...rest, per: of(atNode) }));
    const fixed = given.get(node.id);
    const lines = ([1, 2, 3] as const).flatMap((line): ReachedLimit[] => {
      const limit = lineLimit(node, line);
      if (limit === undefined) return [];
      const ofLine = (sums: LineSums) => sums.lines[line - 1] ?? [0, 0];
      return [
        { nodeId: node.id, line, limit, fixed: fixed === undefined ? [0, 0] : ofLine(fixed), parts: partsBy(ofLine) },
      ];
    });
    if (node.limitW === null) return lines;
    const limit = node.limitW * (1 - node.safetyMarginPercent / 100);
    const parts = partsBy(({ watts }) => [watts, 0]);
    return [...lines, { nodeId: node.id, line: null, limit, fixed: [fixed?.watts ?? 0, 0], parts }];
  });
}

function lineLimit({ limitA, safetyMarginPercent }: SiteNode, line: 1 | 2 | 3): number | undefined {
  const limit = typeof limitA === 'number' ? limitA : limitA?.[line - 1];
  return limit === undefined ? undefined : limit * (1 - safetyMarginPercent / 100);
}

/** How far from zero a sum of currents can come, each between its least and most; of power only upwards. */
function farthest(parts: readonly Reach[], fixed: Complex, isPower: boolean): number {
  const towards = ([x, y]: Complex) => {
    let sum = fixed[0] * x + fixed[1] * y;
    for (const { most, least, per } of parts) {
      const along = per[0] * x + per[1] * y;
      sum += along > 0 ? along * most : along * least;
    }
    return sum;
  };
  if (isPower) return towards([1, 0]);
  const first = parts.find(({ per }) => Math.hypot(...per) > 1e-9);
  if (first === undefined) return Math.hypot(...fixed);
  const length = Math.hypot(...first.per);
  const ahead: Complex = [first.per[0] / length, first.per[1] / length];
  const isParallel = [...parts.map(({ per }) => per), fixed].every(
    ([re, im]) => Math.abs(re * ahead[1] - im * ahead[0]) < 1e-9,
  );
  if (isParallel) return Math.max(towards(ahead), towards([-ahead[0], -ahead[1]]));
  let worst = 0;
  for (let step = 0; step < directionCount; step += 1) {
    const angle = (step / directionCount) * 2 * Math.PI;
    worst = Math.max(worst, towards([Math.cos(angle), Math.sin(angle)]));
  }
  return worst / Math.cos(Math.PI / directionCount);
}

/**
 * Currents that every station can hold without us: all EVSEs rise together, and those below a limit that is reached stay where they
 * are. Installed beforehand, no limit is passed whoever is offline. Rounded down to a tenth of an ampere, as profiles carry it.
 */
export function safeFallbacks(tree: SiteTree, evenW: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  const evses = tree.nodes.flatMap(({ id, evse }) => (evse === null ? [] : [{ id, maxA: evse.maxA }]));
  const possible = evses.map(({ id, maxA }) => ({ evseNodeId: id, phases: 3 as const, possibleA: [maxA] }));
  const limits = limitsReached(tree, possible, evenW);
  const levels = new Map(evses.map(({ id }) => [id, 0]));
  const rising = new Set(evses.map(({ id }) => id));
  while (rising.size > 0) {
    const level = [...rising].map((id) => levels.get(id) ?? 0)[0] ?? 0;
    const reached = highestLevel(limits, {
      levels,
      rising,
      from: level,
      most: Math.max(...evses.map(({ maxA }) => maxA)),
    });
    for (const { id, maxA } of evses) {
      if (!rising.has(id)) continue;
      levels.set(id, Math.min(maxA, reached));
      if (maxA <= reached) rising.delete(id);
    }
    const before = rising.size;
    for (const limit of limits)
      if (isFull(limit, levels)) for (const { evseNodeId } of limit.parts) rising.delete(evseNodeId);
    if (rising.size === before) break; // all that still rise are at their maximum
  }
  return new Map([...levels].map(([id, amperes]) => [id, Math.floor(amperes * 10 + 1e-6) / 10]));
}

function isFull(limit: ReachedLimit, levels: ReadonlyMap<string, number>): boolean {
  return farthest(atLevels(limit, levels), limit.fixed, limit.line === null) >= limit.limit * (1 - 1e-4);
}

function atLevels({ parts }: ReachedLimit, levels: ReadonlyMap<string, number>): Reach[] {
  return parts.map((part) => ({ ...part, most: levels.get(part.evseNodeId) ?? 0, least: 0 }));
}

type Rise = { levels: ReadonlyMap<string, number>; rising: ReadonlySet<string>; from: number; most: number };

/** By halving: a level fits when no limit is passed with all that rise at it. */
function highestLevel(limits: readonly ReachedLimit[], { levels, rising, from, most }: Rise): number {
  const fits = (level: number) => {
    const tried = new Map([...levels].map(([id, at]) => [id, rising.has(id) ? level : at]));
    return limits.every((each) => farthest(atLevels(each, tried), each.fixed, each.line === null) <= each.limit + 1e-6);
  };
  if (fits(most)) return most;
  let [low, high] = [from, most];
  for (let halvings = 0; halvings < 24; halvings += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
