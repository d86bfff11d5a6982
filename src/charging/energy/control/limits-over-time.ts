import type { StoredLimit } from '#contract/energy/site-energy.ts';
import type { LineLimits, SiteNode, SiteTree } from '#contract/energy/site-tree.ts';

/** The limit of a node while it is limited only for a while: it has to be a number, so that there is a row for it. */
const unlimitedA = 100_000;
const unlimitedW = 1e9;

export type TimedLimit = Pick<StoredLimit, 'nodeId' | 'limitA' | 'limitW' | 'exportLimitW' | 'from' | 'until'>;

/** Trees with limits for a while, by what they were made of: what is computed of a tree is kept as long as the tree is. */
const limitedTrees = new WeakMap<SiteTree, Map<string, SiteTree>>();
/** Few limits hold at once; those of last week are not asked for again. */
const maxLimitedTrees = 50;

/** The tree as it is at a moment: what holds for a while at a node only lowers its own limit, on each of its lines. */
export function treeAt(tree: SiteTree, limits: readonly TimedLimit[], moment: number): SiteTree {
  if (limits.length === 0) return tree;
  const holding = limits.filter(({ from, until }) => isWithin(moment, from, until));
  const grounds = limits.map((limit) => [
    limit.nodeId,
    limit.limitA,
    limit.limitW,
    limit.exportLimitW,
    holding.includes(limit),
  ]);
  return remembered(tree, JSON.stringify(grounds), () => limitedTree(tree, limits, holding));
}

function remembered(tree: SiteTree, grounds: string, make: () => SiteTree): SiteTree {
  const known = limitedTrees.get(tree) ?? new Map<string, SiteTree>();
  limitedTrees.set(tree, known);
  const made = known.get(grounds) ?? make();
  if (known.size >= maxLimitedTrees && !known.has(grounds)) known.clear();
  known.set(grounds, made);
  return made;
}

function limitedTree(tree: SiteTree, limits: readonly TimedLimit[], holding: readonly TimedLimit[]): SiteTree {
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
  const moments = limitMoments(limits, from, until);
  const trees = [...new Set(moments.map((moment) => treeAt(tree, limits, moment)))];
  const [first = tree, ...later] = trees;
  return later.reduce((lowest, each) => lowerOf(lowest, each), first);
}

const lowerTrees = new WeakMap<SiteTree, WeakMap<SiteTree, SiteTree>>();

/** Of each node the lower limits of two trees that differ in nothing else. */
function lowerOf(one: SiteTree, other: SiteTree): SiteTree {
  const known = lowerTrees.get(one) ?? new WeakMap<SiteTree, SiteTree>();
  lowerTrees.set(one, known);
  const made = known.get(other) ?? {
    nodes: one.nodes.map((node, index) => {
      const { limitA, limitW } = other.nodes[index] ?? node;
      return { ...node, limitA: lowerLines(node.limitA, limitA), limitW: lower(node.limitW, limitW) };
    }),
  };
  known.set(other, made);
  return made;
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
    limitA: amperes.reduce(lowerLines, ownA),
    limitW: watts.reduce(lower, ownW),
    exportLimitW:
      given.length > 0 ? Math.min(...given, node.exportLimitW ?? Number.POSITIVE_INFINITY) : node.exportLimitW,
  };
}

/** The tree as if its nodes could carry what is asked of them: for a question what a larger connection would bring. */
export function withRoomFor(
  tree: SiteTree,
  limits: readonly Pick<TimedLimit, 'nodeId' | 'limitA' | 'limitW'>[],
): SiteTree {
  const asked = Map.groupBy(limits, ({ nodeId }) => nodeId);
  return {
    nodes: tree.nodes.map((node) => {
      const ofNode = asked.get(node.id);
      if (ofNode === undefined) return node;
      const [highestA, highestW] = [
        Math.max(0, ...ofNode.map(({ limitA }) => limitA ?? 0)),
        Math.max(0, ...ofNode.map(({ limitW }) => limitW ?? 0)),
      ];
      const [one, two, three] = asLines(node.limitA ?? 0);
      const raised: LineLimits = [Math.max(one, highestA), Math.max(two, highestA), Math.max(three, highestA)];
      return {
        ...node,
        limitA: node.limitA === null ? null : raised,
        limitW: node.limitW === null ? null : Math.max(node.limitW, highestW),
      };
    }),
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
