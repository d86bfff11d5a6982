import type { SiteTree } from '#contract/energy/site-tree.ts';
import type { CountedMeter } from './count-meter.ts';

export type NodePower = { nodeId: string; powerW: number };

/**
 * What a meter of kind grid sees besides the cars that are steered and what other meters see below it. Each watt is taken off the
 * nearest grid meter above it: where two of them stand in a row, the upper one sees the lower one as one load.
 */
export function restOfGridMeters(
  tree: SiteTree,
  meters: readonly CountedMeter[],
  cars: readonly NodePower[],
): Map<string, number> {
  const parents = new Map(tree.nodes.map(({ id, parentId }) => [id, parentId]));
  const gridAt = new Map(
    meters.filter(({ meter }) => meter.kind === 'grid').map((counted) => [counted.meter.nodeId, counted]),
  );
  const rests = new Map([...gridAt.values()].map(({ meter, countsW }) => [meter.id, countsW]));
  const takeOff = (from: string | null, powerW: number) => {
    const above = nearest(from, parents, gridAt);
    if (above !== undefined) rests.set(above.meter.id, (rests.get(above.meter.id) ?? 0) - powerW);
  };
  for (const { nodeId, powerW } of cars) takeOff(nodeId, powerW);
  for (const { meter, countsW } of meters) {
    if (meter.kind === 'grid') takeOff(parents.get(meter.nodeId) ?? null, countsW);
    else takeOff(meter.nodeId, meter.kind === 'pv' ? -countsW : countsW);
  }
  return rests;
}

/** What stands at a node, or at the first one above it where something does. */
export function nearest<Found>(
  from: string | null,
  parents: ReadonlyMap<string, string | null>,
  at: ReadonlyMap<string, Found>,
): Found | undefined {
  for (let id = from; id !== null; id = parents.get(id) ?? null) {
    const found = at.get(id);
    if (found !== undefined) return found;
  }
  return undefined;
}
