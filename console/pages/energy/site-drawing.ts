import type { SiteEnergy } from '#contract/energy/site-energy.ts';
import { type Connection, type SiteNode, siteNode } from '#contract/energy/site-tree.ts';

/** The EVSEs that stand at a site. */
export type StationEvses = { stationId: string; evseIds: readonly number[] };

type Simple = {
  limitA: number;
  maxA: number;
  connection: Connection;
  name: string;
  stations: readonly StationEvses[];
};

/** One limit for all: the connection to the grid, and every EVSE directly below it. */
export function simpleTree({ limitA, maxA, connection, name, stations }: Simple): SiteNode[] {
  const root = siteNode.parse({ id: 'grid', parentId: null, kind: 'grid-connection', name, limitA });
  return evsesOf(stations).reduce<SiteNode[]>(
    (nodes, place) => [...nodes, evseNode(nodes, { parentId: 'grid', ...place, connection, maxA })],
    [root],
  );
}

type NewEvse = { parentId: string; stationId: string; evseId: number; connection?: Connection; maxA?: number };

export function evseNode(nodes: readonly SiteNode[], { parentId, ...evse }: NewEvse): SiteNode {
  const id = freeId(nodes, `${evse.stationId}:${evse.evseId}`);
  return siteNode.parse({ id, parentId, kind: 'evse', evse });
}

export function panelNode(
  nodes: readonly SiteNode[],
  { parentId, kind, name }: { parentId: string; kind: 'feeder' | 'panel'; name: string },
): SiteNode {
  return siteNode.parse({ id: freeId(nodes, `${kind}-1`), parentId, kind, name });
}

/** An id never changes, since meters and limits name it; so it is made once, of what the node is. */
function freeId(nodes: readonly SiteNode[], wanted: string): string {
  const plain = wanted.replaceAll(/[^\w.:-]/g, '-');
  const isTaken = (id: string) => nodes.some((node) => node.id === id);
  if (!isTaken(plain)) return plain;
  const stem = plain.replace(/-\d+$/, '');
  for (let number = 2; ; number += 1) if (!isTaken(`${stem}-${number}`)) return `${stem}-${number}`;
}

export function evsesOf(stations: readonly StationEvses[]): { stationId: string; evseId: number }[] {
  return stations.flatMap(({ stationId, evseIds }) => evseIds.map((evseId) => ({ stationId, evseId })));
}

/** Those that no node names yet. */
export function freeEvses(nodes: readonly SiteNode[], stations: readonly StationEvses[]) {
  return evsesOf(stations).filter(
    ({ stationId, evseId }) => !nodes.some(({ evse }) => evse?.stationId === stationId && evse.evseId === evseId),
  );
}

export type TreeRow = { node: SiteNode; place: number; depth: number; childCount: number };

/** From the connection to the grid downwards, each with what it feeds below it. */
export function treeRows(nodes: readonly SiteNode[]): TreeRow[] {
  const below = Map.groupBy(nodes, ({ parentId }) => parentId);
  const rows: TreeRow[] = [];
  const walk = (node: SiteNode, depth: number) => {
    const children = below.get(node.id) ?? [];
    rows.push({ node, place: nodes.indexOf(node), depth, childCount: children.length });
    for (const child of children) walk(child, depth + 1);
  };
  for (const root of below.get(null) ?? []) walk(root, 0);
  return rows;
}

/** What could feed a node: neither an EVSE nor anything below the node itself. */
export function possibleParents(nodes: readonly SiteNode[], id: string): SiteNode[] {
  const own = new Set([id]);
  for (const { node } of treeRows(nodes)) if (node.parentId !== null && own.has(node.parentId)) own.add(node.id);
  return nodes.filter((node) => node.kind !== 'evse' && !own.has(node.id));
}

/** What the node fed is fed by its parent from then on, and what measured there measures above. */
export function withoutNode(settings: SiteEnergy, id: string): SiteEnergy {
  const parentId = settings.tree.nodes.find((node) => node.id === id)?.parentId ?? null;
  if (parentId === null) return settings;
  const nodes = settings.tree.nodes
    .filter((node) => node.id !== id)
    .map((node) => (node.parentId === id ? { ...node, parentId } : node));
  const moved = <Part extends { nodeId: string }>(part: Part): Part =>
    part.nodeId === id ? { ...part, nodeId: parentId } : part;
  return {
    ...settings,
    tree: { nodes },
    meters: settings.meters.map(moved),
    battery: settings.battery === null ? null : moved(settings.battery),
  };
}

export function nodeName({ name, evse, id }: Pick<SiteNode, 'name' | 'evse' | 'id'>): string {
  return name ?? (evse === null ? id : `${evse.stationId} · ${evse.evseId}`);
}
