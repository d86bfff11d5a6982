import type { z } from 'zod';
import type { SiteNode, SiteTree, siteNode } from './site-tree.ts';

export type StationOfTree = { stationId: string; evseIds: readonly number[] };
export type FirstTree = {
  limit: Partial<Pick<SiteNode, 'limitA' | 'limitW'>>;
  stations: readonly StationOfTree[];
  /** Of every EVSE; what is not said is as the contract has it. */
  evse?: Partial<Pick<NonNullable<SiteNode['evse']>, 'connection' | 'maxA' | 'voltageV'>>;
};
/** As it is sent: what is left out is filled in by the contract. */
export type DrawnNode = z.input<typeof siteNode>;

export const rootId = 'grid';

/** The smallest tree of a site: one limit at the connection to the grid, and every EVSE of its stations right below. */
export function firstTree({ limit, stations, evse = {} }: FirstTree): { nodes: DrawnNode[] } {
  const root = { id: rootId, parentId: null, kind: 'grid-connection' as const, ...limit };
  return { nodes: [root, ...nodesOf(stations, { under: rootId, takenIds: new Set([rootId]), evse })] };
}

type Below = { under: string; takenIds: ReadonlySet<string>; evse: NonNullable<FirstTree['evse']> };

/** A node for each EVSE that the tree does not have yet. */
export function missingNodes(
  tree: SiteTree,
  stations: readonly StationOfTree[],
  evse: Below['evse'] = {},
): DrawnNode[] {
  const known = new Set(tree.nodes.flatMap((node) => (node.evse === null ? [] : [placeOf(node.evse)])));
  const missing = stations.map(({ stationId, evseIds }) => ({
    stationId,
    evseIds: evseIds.filter((evseId) => !known.has(placeOf({ stationId, evseId }))),
  }));
  const takenIds = new Set(tree.nodes.map(({ id }) => id));
  const under = tree.nodes.find(({ parentId }) => parentId === null)?.id ?? rootId;
  return nodesOf(missing, { under, takenIds, evse });
}

function placeOf({ stationId, evseId }: { stationId: string; evseId: number }): string {
  return `${evseId} ${stationId}`;
}

function nodesOf(stations: readonly StationOfTree[], { under, takenIds, evse }: Below): DrawnNode[] {
  const taken = new Set(takenIds);
  return stations.flatMap(({ stationId, evseIds }) =>
    evseIds.map((evseId) => {
      const id = freeId(`${stationId.replaceAll(/[^\w.-]+/gu, '-')}:${evseId}`, taken);
      taken.add(id);
      return { id, parentId: under, kind: 'evse' as const, evse: { stationId, evseId, ...evse } };
    }),
  );
}

/** Two stations may differ only in characters that no id of a node has. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}.${number}`;
  return id;
}
