import type { SiteTree } from '#contract/energy/site-tree.ts';
import { feedOf } from '../../network/fed-lines.ts';
import { lineCurrentsPerAmpere } from '../../network/line-currents.ts';
import type { ChargingCar } from '../site-inputs.ts';
import type { CountedMeter } from './count-meter.ts';
import { nearest } from './unmanaged-power.ts';

type Site = {
  tree: SiteTree;
  meters: readonly CountedMeter[];
  cars: readonly Pick<ChargingCar, 'nodeId' | 'phases' | 'measuredA'>[];
};
type Lines = [number, number, number];

/**
 * What a load counts as where its meter tells the current of each line: a building with all on one of them leaves no more room than
 * one with that much on all three, since cars draw from every line. Of a grid meter what it sees besides cars and other meters. null:
 * the power says as much.
 */
export function busiestLineW(counted: CountedMeter, { tree, meters, cars }: Site): number | null {
  const { meter } = counted;
  const lines = linesOf(counted);
  if (lines === null || meter.kind === 'pv' || meter.kind === 'battery') return null;
  const { wattsPerA, lines: fed } = feedOf(tree, meter.nodeId);
  if (meter.kind === 'load') return wattsPerA * Math.max(...lines);
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const parents = new Map(tree.nodes.map(({ id, parentId }) => [id, parentId]));
  const grids = new Map(
    meters.filter((each) => each.meter.kind === 'grid').map((each) => [each.meter.nodeId, each.meter.id]),
  );
  const isSeen = (from: string | null) => nearest(from, parents, grids) === meter.id;
  const rest: Lines = [...lines];
  for (const { nodeId, phases, measuredA } of cars) {
    const evse = byId.get(nodeId)?.evse;
    if (evse === undefined || evse === null || measuredA === null || !isSeen(nodeId)) continue;
    for (const [line, { re, im }] of lineCurrentsPerAmpere(evse, phases).entries())
      rest[line] = (rest[line] ?? 0) - measuredA * Math.hypot(re, im);
  }
  for (const other of meters) {
    const { id, kind, nodeId } = other.meter;
    if (id === meter.id || !isSeen(kind === 'grid' ? (parents.get(nodeId) ?? null) : nodeId)) continue;
    const evenA = (kind === 'pv' ? -other.countsW : other.countsW) / wattsPerA;
    const onLines = kind === 'pv' ? null : linesOf(other);
    for (const line of rest.keys())
      rest[line] = (rest[line] ?? 0) - (onLines === null ? (fed.includes(line) ? evenA : 0) : (onLines[line] ?? 0));
  }
  return wattsPerA * Math.max(0, ...rest);
}

/** Some meters tell the amount alone: where more is given than taken, it does not say which line draws. */
function linesOf({ latest, isSilent }: CountedMeter): Lines | null {
  const [one, two, three] = latest?.lineA ?? [];
  if (isSilent || latest === null || one === undefined || two === undefined || three === undefined) return null;
  return latest.powerW > 0 || Math.min(one, two, three) < 0 ? [one, two, three] : null;
}
