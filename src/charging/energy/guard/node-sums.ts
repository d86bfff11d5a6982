import type { SiteNode, SiteTree } from '#contract/energy/site-tree.ts';
import { type Feed, feedOf } from '../network/fed-lines.ts';

/** Real and imaginary part. The guard computes for itself: it shares no arithmetic with the planner. */
export type Complex = readonly [re: number, im: number];

export type LineSums = { lines: readonly [Complex, Complex, Complex]; watts: number };

const third = Math.sqrt(3) / 2;
/** Directions of L1, L2 and L3. */
const directions: readonly [Complex, Complex, Complex] = [
  [1, 0],
  [-0.5, -third],
  [-0.5, third],
];
const none: Complex = [0, 0];

/** A tree never changes once it was read, so its nodes are found by their ids from then on. */
const nodesOfTrees = new WeakMap<SiteTree, ReadonlyMap<string, SiteNode>>();

export function nodesById(tree: SiteTree): ReadonlyMap<string, SiteNode> {
  const byId = nodesOfTrees.get(tree) ?? new Map(tree.nodes.map((node) => [node.id, node]));
  nodesOfTrees.set(tree, byId);
  return byId;
}

/** What an EVSE takes from the lines at a current per phase. */
export function loadOf(tree: SiteTree, evseNodeId: string, phases: 1 | 2 | 3, amperes: number): LineSums {
  const evse = nodesById(tree).get(evseNodeId)?.evse;
  if (evse === undefined || evse === null) throw new Error(`${evseNodeId} is no EVSE of the site.`);
  const [first = 0, second = 1, last = 2] = evse.phaseRotation.split('').map((letter) => 'RST'.indexOf(letter));
  const lines: [Complex, Complex, Complex] = [none, none, none];
  if (evse.connection === 'line-to-line') {
    // The voltage between two lines leads that of the first one by 30 degrees, or lags, by the order of the lines.
    const [a, b] = [directions[first] ?? none, directions[second] ?? none];
    const along: Complex = [(a[0] - b[0]) / Math.sqrt(3), (a[1] - b[1]) / Math.sqrt(3)];
    lines[first] = times(along, amperes);
    lines[second] = times(along, -amperes);
    return { lines, watts: amperes * evse.voltageV };
  }
  const used = evse.connection === 'single-phase' ? [first] : [first, second, last].slice(0, phases);
  for (const line of used) lines[line] = times(directions[line] ?? none, amperes);
  return { lines, watts: amperes * evse.voltageV * used.length };
}

type Draw = { nodeId: string; sums: LineSums };

/** What every node carries: its own draws and those of all below it. */
export function sumsAt(tree: SiteTree, draws: readonly Draw[], even: readonly { nodeId: string; watts: number }[]) {
  const byId = nodesById(tree);
  const sums = new Map<string, LineSums>();
  const addUpwards = (nodeId: string, draw: LineSums) => {
    let passing = draw;
    for (let node = byId.get(nodeId); node !== undefined; node = byId.get(node.parentId ?? '')) {
      passing = aboveTransformer(node, passing);
      sums.set(node.id, plus(sums.get(node.id), passing));
    }
  };
  for (const { nodeId, sums: draw } of draws) addUpwards(nodeId, draw);
  for (const { nodeId, watts } of even) addUpwards(nodeId, evenLoad(watts, feedOf(tree, nodeId)));
  return sums;
}

export function magnitudes(lines: LineSums['lines']): number[] {
  return lines.map(([re, im]) => Math.sqrt(re * re + im * im));
}

function aboveTransformer({ deltaWyeRatio }: SiteNode, draw: LineSums): LineSums {
  if (deltaWyeRatio === null) return draw;
  const [a, b, c] = draw.lines;
  const across = (x: Complex, y: Complex): Complex => [(x[0] - y[0]) / deltaWyeRatio, (x[1] - y[1]) / deltaWyeRatio];
  return { lines: [across(a, c), across(b, a), across(c, b)], watts: draw.watts };
}

function evenLoad(watts: number, { lines: fed, isBetween, voltageV }: Feed): LineSums {
  const lines: [Complex, Complex, Complex] = [none, none, none];
  const [first = 0, second = 1] = fed;
  if (isBetween) {
    const [a, b] = [directions[first] ?? none, directions[second] ?? none];
    const amperes = watts / voltageV / Math.sqrt(3);
    lines[first] = times([a[0] - b[0], a[1] - b[1]], amperes);
    lines[second] = times([b[0] - a[0], b[1] - a[1]], amperes);
    return { lines, watts };
  }
  for (const line of fed) lines[line] = times(directions[line] ?? none, watts / fed.length / voltageV);
  return { lines, watts };
}

function plus(a: LineSums | undefined, b: LineSums): LineSums {
  if (a === undefined) return b;
  const sum = (x: Complex, y: Complex): Complex => [x[0] + y[0], x[1] + y[1]];
  const { lines } = a;
  return {
    lines: [sum(lines[0], b.lines[0]), sum(lines[1], b.lines[1]), sum(lines[2], b.lines[2])],
    watts: a.watts + b.watts,
  };
}

function times([re, im]: Complex, factor: number): Complex {
  return [re * factor, im * factor];
}
