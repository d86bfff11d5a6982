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
/** A fallback loses less than a tenth of a per cent by looking in fewer directions, and is quickly found for every plan. */
const fallbackDirections = 72;

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
  const reachedBy = new Map<string, { evseNodeId: string; most: number; least: number; atNode: LineSums }[]>();
  for (const { evseNodeId, phases, possibleA } of possible) {
    const [most, least] = [Math.max(0, ...possibleA), Math.min(0, ...possibleA)];
    const perAmpere = sumsAt(tree, [{ nodeId: evseNodeId, sums: loadOf(tree, evseNodeId, phases, 1) }], []);
    for (const [nodeId, atNode] of perAmpere) {
      const reached = reachedBy.get(nodeId) ?? [];
      reached.push({ evseNodeId, most, least, atNode });
      reachedBy.set(nodeId, reached);
    }
  }
  const even = [...evenW].map(([nodeId, watts]) => ({ nodeId, watts }));
  const given = sumsAt(tree, [], even);
  return tree.nodes.flatMap((node) => {
    const reached = reachedBy.get(node.id) ?? [];
    const partsBy = (of: (sums: LineSums) => Complex) =>
      reached.map(({ evseNodeId, most, least, atNode }) => ({ evseNodeId, most, least, per: of(atNode) }));
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
  let worst = 0;
  const { ways, slack } = waysOf(parts, { fixed, isPower }, directionCount);
  for (const [x, y] of ways) {
    let sum = fixed[0] * x + fixed[1] * y;
    for (const { most, least, per } of parts) {
      const along = per[0] * x + per[1] * y;
      sum += along > 0 ? along * most : along * least;
    }
    worst = Math.max(worst, sum);
  }
  return worst / slack;
}

type Ways = { ways: readonly Complex[]; slack: number };

/** Directions in which a sum can be farthest from zero: two where all currents are parallel. `slack` is for what lies between them. */
function waysOf(
  parts: readonly Reach[],
  { fixed, isPower }: { fixed: Complex; isPower: boolean },
  count: number,
): Ways {
  if (isPower) return { ways: [[1, 0]], slack: 1 };
  const first = [fixed, ...parts.map(({ per }) => per)].find((per) => Math.hypot(...per) > 1e-9);
  if (first === undefined) return { ways: [], slack: 1 };
  const length = Math.hypot(...first);
  const [x, y] = [first[0] / length, first[1] / length];
  const isAlong = ([re, im]: Complex) => Math.abs(re * y - im * x) < 1e-9 * Math.max(1, length);
  const isParallel = isAlong(fixed) && parts.every(({ per }) => isAlong(per));
  if (isParallel)
    return {
      ways: [
        [x, y],
        [-x, -y],
      ],
      slack: 1,
    };
  const around = Array.from({ length: count }, (_, step): Complex => {
    const angle = (step / count) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return { ways: around, slack: Math.cos(Math.PI / count) };
}

/**
 * Currents that every station can hold without us: all EVSEs rise together, and those below a limit that is reached stay where they
 * are. Installed beforehand, no limit is passed whoever is offline. Rounded down to a tenth of an ampere, as profiles carry it.
 */
export function safeFallbacks(tree: SiteTree, evenW: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  const evses = tree.nodes.flatMap(({ id, evse }) => (evse === null ? [] : [{ id, maxA: evse.maxA }]));
  const possible = evses.map(({ id, maxA }) => ({ evseNodeId: id, phases: 3 as const, possibleA: [maxA] }));
  const bounds = limitsReached(tree, possible, evenW).flatMap(boundsOf);
  const levels = new Map(evses.map(({ id }) => [id, 0]));
  const rising = new Map(evses.map(({ id, maxA }) => [id, maxA]));
  while (rising.size > 0) {
    const most = Math.min(...rising.values());
    const level = Math.max(0, Math.min(most, ...bounds.map((bound) => highestLevel(bound, levels, rising))));
    for (const [id, maxA] of rising) {
      levels.set(id, level);
      if (maxA <= level) rising.delete(id);
    }
    for (const bound of bounds)
      if (fixedSum(bound, levels, new Map()) >= bound.limit * (1 - 1e-4))
        for (const { id } of bound.parts) rising.delete(id);
  }
  return new Map([...levels].map(([id, amperes]) => [id, Math.floor(amperes * 10 + 1e-6) / 10]));
}

/** A limit in one direction: what is fixed and what each EVSE adds per ampere come to no more than the limit. */
type Bound = { limit: number; fixed: number; parts: { id: string; along: number }[] };

function boundsOf({ parts, fixed, line, limit }: ReachedLimit): Bound[] {
  const { ways, slack } = waysOf(parts, { fixed, isPower: line === null }, fallbackDirections);
  return ways.map(([x, y]) => ({
    limit: limit * slack,
    fixed: fixed[0] * x + fixed[1] * y,
    // Whoever would make room by drawing may be away.
    parts: parts.flatMap(({ evseNodeId, per }) => {
      const along = per[0] * x + per[1] * y;
      return along > 1e-12 ? [{ id: evseNodeId, along }] : [];
    }),
  }));
}

/** So far those that rise may all rise together; without end where none of them is below the limit. */
function highestLevel(bound: Bound, levels: ReadonlyMap<string, number>, rising: ReadonlyMap<string, number>): number {
  let slope = 0;
  for (const { id, along } of bound.parts) if (rising.has(id)) slope += along;
  return slope === 0 ? Number.POSITIVE_INFINITY : (bound.limit - fixedSum(bound, levels, rising)) / slope;
}

/** What all that do not rise come to. */
function fixedSum(
  { fixed, parts }: Bound,
  levels: ReadonlyMap<string, number>,
  rising: ReadonlyMap<string, number>,
): number {
  let sum = fixed;
  for (const { id, along } of parts) if (!rising.has(id)) sum += along * (levels.get(id) ?? 0);
  return sum;
}
