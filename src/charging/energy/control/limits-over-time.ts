import type { StoredLimit } from '#contract/energy/site-energy.ts';
import type { LineLimits, SiteNode, SiteTree } from '#contract/energy/site-tree.ts';

/** The limit of a node while it is limited only for a while: it has to be a number, so that there is a row for it. */
const unlimitedA = 100_000;
const unlimitedW = 1e9;

export type TimedLimit = Pick<StoredLimit, 'nodeId' | 'limitA' | 'limitW' | 'exportLimitW' | 'from' | 'until'>;

/** The tree as it is at a moment: of the limits that hold for a while at a node, the lowest takes the place of its own. */
export function treeAt(tree: SiteTree, limits: readonly TimedLimit[], moment: number): SiteTree {
  const holding = limits.filter(({ from, until }) => isWithin(moment, from, until));
  if (limits.length === 0) return tree;
  const everLimited = Map.groupBy(limits, ({ nodeId }) => nodeId);
  const limitedNow = Map.groupBy(holding, ({ nodeId }) => nodeId);
  const nodes = tree.nodes.map((node) => {
    const ever = everLimited.get(node.id);
    return ever === undefined ? node : withLimits(node, ever, limitedNow.get(node.id) ?? []);
  });
  return { nodes };
}

/** The moments from which on other limits hold. */
export function limitMoments(limits: readonly TimedLimit[], from: number, until: number): number[] {
  const moments = limits
    .flatMap((limit) => [limit.from, limit.until])
    .flatMap((at) => (at === null ? [] : Date.parse(at)));
  return [...new Set([from, ...moments.filter((moment) => moment > from && moment < until)])].toSorted((a, b) => a - b);
}

/** The tree with the lowest limit that each node has in a stretch of time. */
export function lowestTree(tree: SiteTree, limits: readonly TimedLimit[], from: number, until: number): SiteTree {
  const trees = limitMoments(limits, from, until).map((moment) => treeAt(tree, limits, moment));
  return {
    nodes: tree.nodes.map((node, index) => {
      const each = trees.map(({ nodes }) => nodes[index] ?? node);
      return {
        ...node,
        limitA: each.map(({ limitA }) => limitA).reduce(lowerLines),
        limitW: each.map(({ limitW }) => limitW).reduce(lower),
      };
    }),
  };
}

function isWithin(moment: number, from: string | null, until: string | null): boolean {
  return (from === null || moment >= Date.parse(from)) && (until === null || moment < Date.parse(until));
}

function withLimits(node: SiteNode, ever: readonly TimedLimit[], now: readonly TimedLimit[]): SiteNode {
  const amperes = now.flatMap(({ limitA }) => limitA ?? []);
  const watts = now.flatMap(({ limitW }) => limitW ?? []);
  const given = now.flatMap(({ exportLimitW }) => exportLimitW ?? []);
  const ownA = node.limitA ?? (ever.some(({ limitA }) => limitA !== null) ? unlimitedA : null);
  const ownW = node.limitW ?? (ever.some(({ limitW }) => limitW !== null) ? unlimitedW : null);
  return {
    ...node,
    limitA: amperes.length > 0 ? Math.min(...amperes) : ownA,
    limitW: watts.length > 0 ? Math.min(...watts) : ownW,
    exportLimitW:
      given.length > 0 ? Math.min(...given, node.exportLimitW ?? Number.POSITIVE_INFINITY) : node.exportLimitW,
  };
}

function lower(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function lowerLines(a: LineLimits | null, b: LineLimits | null): LineLimits | null {
  if (a === null || b === null) return a ?? b;
  const [of, other] = [asLines(a), asLines(b)];
  return [Math.min(of[0], other[0]), Math.min(of[1], other[1]), Math.min(of[2], other[2])];
}

function asLines(limits: LineLimits): [number, number, number] {
  return typeof limits === 'number' ? [limits, limits, limits] : limits;
}
