import type { StoredLimit } from '../../../src/contract/energy/site-energy.ts';
import type { SiteTree } from '../../../src/contract/energy/site-tree.ts';
import type { StationInWorld } from './station.ts';

/** What counts of a station that nobody steers. */
export type Straying = Pick<StationInWorld, 'id' | 'maxA'>;

type Moment = { now: number; forMs: number; evenA: number; limits: readonly StoredLimit[] };

/** Whether stations that nobody steers pass no limit by themselves, whatever they come to: only then can others make room for them. */
export function isMendable(
  { nodes }: SiteTree,
  stations: readonly Straying[],
  { now, forMs, evenA, limits }: Moment,
): boolean {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const flowing = new Map<string, [number, number, number]>([['grid', [evenA, evenA, evenA]]]);
  for (const station of new Set(stations)) {
    const { amperes, phases } = station.maxA(now, forMs);
    const lines = (byId.get(station.id)?.evse?.phaseRotation ?? 'RST').split('').slice(0, phases);
    for (let node = byId.get(station.id); node !== undefined; node = byId.get(node.parentId ?? '')) {
      const sums = flowing.get(node.id) ?? [0, 0, 0];
      for (const letter of lines) sums['RST'.indexOf(letter) as 0 | 1 | 2] += amperes;
      flowing.set(node.id, sums);
    }
  }
  return nodes.every(({ id, limitA }) => {
    if (limitA === null) return true;
    const temporary = limits.filter(({ nodeId }) => nodeId === id).map((limit) => limit.limitA ?? 1e9);
    const perLine = typeof limitA === 'number' ? [limitA, limitA, limitA] : limitA;
    return (flowing.get(id) ?? []).every((amperes, line) => amperes <= Math.min(perLine[line] ?? 0, ...temporary));
  });
}
