import type { SiteNode, SiteTree } from '#contract/energy/site-tree.ts';
import { phasesOf } from './evse-wiring.ts';
import { feedOf } from './fed-lines.ts';
import { evenCurrents, type LineCurrents, lineCurrentsPerAmpere, scaled, throughDeltaWye } from './line-currents.ts';

/** A limit that can bind: the current on one line of a node, or its power. The safety margin is already taken off. */
export type LimitRow = { nodeId: string; line: 1 | 2 | 3 | null; limit: number };

/** What one ampere of a load adds to a limit: a phasor for a line, watts for power. */
export type Share = { row: number; re: number; im: number };

/** A car at an EVSE, by how many phases it uses there. */
export type Load = { evseNodeId: string; phases: 1 | 2 | 3 };

/** The tree of a site as rows of limits, and what a load adds to each of them. */
export type SiteNetwork = {
  rows: readonly LimitRow[];
  rootId: string;
  sharesOf(load: Load): readonly Share[];
  /** Of a load that is spread evenly over the lines that feed a node, in watts: unmanaged loads, sun and battery. */
  evenSharesOf(nodeId: string): readonly Share[];
  wattsPerAmpere(load: Load): number;
};

/** A tree never changes once it was read, so its network is built once. */
const networks = new WeakMap<SiteTree, SiteNetwork>();

export function siteNetwork(tree: SiteTree): SiteNetwork {
  const network = networks.get(tree) ?? buildSiteNetwork(tree);
  networks.set(tree, network);
  return network;
}

export function buildSiteNetwork(tree: SiteTree): SiteNetwork {
  const { nodes } = tree;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rows = nodes.flatMap(rowsOf);
  const rowOf = new Map(rows.map(({ nodeId, line }, index) => [`${nodeId} ${line}`, index]));
  const known = new Map<string, readonly Share[]>();
  const nodeOf = (id: string): SiteNode => {
    const node = byId.get(id);
    if (node === undefined) throw new Error(`The site has no node ${id}.`);
    return node;
  };

  const pathShares = (start: SiteNode, perUnit: LineCurrents, wattsPerUnit: number): Share[] => {
    const shares: Share[] = [];
    let currents = perUnit;
    for (let node: SiteNode | undefined = start; node !== undefined; node = byId.get(node.parentId ?? '')) {
      if (node.deltaWyeRatio !== null) currents = throughDeltaWye(currents, node.deltaWyeRatio);
      for (const [index, { re, im }] of currents.entries()) {
        const row = rowOf.get(`${node.id} ${index + 1}`);
        if (row !== undefined && Math.hypot(re, im) > 1e-9) shares.push({ row, re, im });
      }
      const power = rowOf.get(`${node.id} null`);
      if (power !== undefined) shares.push({ row: power, re: wattsPerUnit, im: 0 });
    }
    return shares;
  };
  const wattsPerAmpere = ({ evseNodeId, phases }: Load) => {
    const { evse } = nodeOf(evseNodeId);
    if (evse === null) throw new Error(`${evseNodeId} is no EVSE.`);
    return evse.voltageV * (phasesOf(evse) === 3 ? phases : 1);
  };
  const remember = (key: string, compute: () => Share[]) => {
    const shares = known.get(key) ?? compute();
    known.set(key, shares);
    return shares;
  };
  return {
    rows,
    rootId: nodes.find(({ parentId }) => parentId === null)?.id ?? '',
    wattsPerAmpere,
    sharesOf: (load) =>
      remember(`${load.evseNodeId} ${load.phases}`, () => {
        const node = nodeOf(load.evseNodeId);
        if (node.evse === null) throw new Error(`${load.evseNodeId} is no EVSE.`);
        return pathShares(node, lineCurrentsPerAmpere(node.evse, load.phases), wattsPerAmpere(load));
      }),
    evenSharesOf: (nodeId) =>
      remember(`${nodeId} even`, () => {
        const feed = feedOf(tree, nodeId);
        return pathShares(nodeOf(nodeId), scaled(evenCurrents(feed), 1 / feed.wattsPerA), 1);
      }),
  };
}

function rowsOf({ id, limitA, limitW, safetyMarginPercent }: SiteNode): LimitRow[] {
  const kept = 1 - safetyMarginPercent / 100;
  const perLine = typeof limitA === 'number' ? [limitA, limitA, limitA] : (limitA ?? []);
  const lines = ([1, 2, 3] as const).flatMap((line) => {
    const limit = perLine[line - 1];
    return limit === undefined ? [] : [{ nodeId: id, line, limit: limit * kept }];
  });
  return limitW === null ? lines : [...lines, { nodeId: id, line: null, limit: limitW * kept }];
}
