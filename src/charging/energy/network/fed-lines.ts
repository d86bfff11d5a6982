import type { SiteNode, SiteTree } from '#contract/energy/site-tree.ts';

/**
 * How a building hangs on the site: on all three lines, on one, or between two of them. A meter that tells one power of it does not
 * say, and a third of that power on each line of a house with one line would leave room that is not there.
 */
export type Feed = {
  /** 0, 1 and 2 are L1, L2 and L3. */
  lines: readonly number[];
  /** Between two lines without neutral, as the EVSEs are. */
  isBetween: boolean;
  /** Of the EVSEs: from line to neutral, or between the two lines where they hang there. */
  voltageV: number;
  /** What the node draws with one ampere on each of its lines. */
  wattsPerA: number;
};

const usualVoltageV = 230;
const all = [0, 1, 2] as const;

/** Known of a tree as long as it is the same one. */
const known = new WeakMap<SiteTree, Map<string, Feed>>();

export function feedOf(tree: SiteTree, nodeId: string): Feed {
  const ofTree = known.get(tree) ?? new Map<string, Feed>();
  known.set(tree, ofTree);
  const feed = ofTree.get(nodeId) ?? findFeed(tree, nodeId);
  ofTree.set(nodeId, feed);
  return feed;
}

/** What passes a node whose lines are at their limits. */
export function wattsAtLimit(tree: SiteTree, nodeId: string, limitA: number | readonly number[]): number {
  const { lines, wattsPerA } = feedOf(tree, nodeId);
  const limits = lines.map((line) => (typeof limitA === 'number' ? limitA : (limitA[line] ?? 0)));
  return (limits.reduce((sum, amperes) => sum + amperes, 0) / lines.length) * wattsPerA;
}

/** A limit of zero is a line that is not connected. Where limits do not say, EVSEs that all hang on the same line do. */
function findFeed({ nodes }: SiteTree, nodeId: string): Feed {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const evse = nearestEvse(nodes, byId, nodeId);
  const isBetween = evse?.connection === 'line-to-line';
  const voltageV = evse?.voltageV ?? usualVoltageV;
  const lines = linesByLimits(byId, nodeId) ?? linesByEvses(nodes);
  if (lines.length === 2 && isBetween) return { lines, isBetween, voltageV, wattsPerA: voltageV };
  const lineV = isBetween ? voltageV / Math.sqrt(3) : voltageV;
  return { lines, isBetween: false, voltageV: lineV, wattsPerA: lines.length * lineV };
}

/** One below the node, else any: a building stands beside the EVSEs at the same voltage. */
function nearestEvse(nodes: readonly SiteNode[], byId: ReadonlyMap<string, SiteNode>, nodeId: string) {
  const isBelow = (node: SiteNode | undefined): boolean =>
    node !== undefined && (node.id === nodeId || isBelow(byId.get(node.parentId ?? '')));
  const evses = nodes.filter(({ evse }) => evse !== null);
  return (evses.find(isBelow) ?? evses[0])?.evse ?? null;
}

/** undefined: no limit names its lines one by one. */
function linesByLimits(byId: ReadonlyMap<string, SiteNode>, nodeId: string): readonly number[] | undefined {
  let lines: readonly number[] | undefined;
  for (let node = byId.get(nodeId); node !== undefined; node = byId.get(node.parentId ?? '')) {
    const { limitA } = node;
    if (limitA === null || typeof limitA === 'number') continue;
    const connected = (lines ?? all).filter((line) => (limitA[line] ?? 0) > 0);
    if (connected.length > 0) lines = connected;
  }
  return lines;
}

function linesByEvses(nodes: readonly SiteNode[]): readonly number[] {
  const used = new Set(
    nodes.flatMap(({ evse }) => {
      if (evse === null) return [];
      const order = evse.phaseRotation.split('').map((letter) => 'RST'.indexOf(letter));
      if (evse.connection === 'single-phase') return [String(order[0])];
      return [evse.connection === 'line-to-line' ? String(order.slice(0, 2).toSorted((a, b) => a - b)) : 'all'];
    }),
  );
  const [only = 'all', ...others] = used;
  return only === 'all' || others.length > 0 ? all : only.split(',').map(Number);
}
