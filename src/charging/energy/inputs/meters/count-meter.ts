import type { SiteMeter } from '#contract/energy/site-energy.ts';
import type { SiteTree } from '#contract/energy/site-tree.ts';
import { wattsAtLimit } from '../../network/fed-lines.ts';
import type { LatestReading } from './meter-store.ts';

export type CountedMeter = {
  meter: SiteMeter;
  latest: LatestReading | null;
  isSilent: boolean;
  /** What the planner takes it for. */
  countsW: number;
};

type Facts = {
  meter: SiteMeter;
  /** What passes its node at its limit; null: it has none. */
  limitW: number | null;
  latest: LatestReading | null;
  highestLikeW: number | null;
  now: number;
};

/**
 * A meter that speaks counts as it reads. One that is silent counts as its settings say, else as the highest reading of like days,
 * else as the most that can flow there, which a fuse without a better word is able to carry whole. Sun that nobody sees is no sun,
 * and a battery that nobody reads is taken to charge with all it can.
 */
export function countMeter({ meter, limitW, latest, highestLikeW, now }: Facts): CountedMeter {
  const isSilent =
    meter.source.kind !== 'forecast' &&
    (latest === null || now - latest.readAt.getTime() > meter.staleAfterSeconds * 1000);
  if (!isSilent && latest !== null && meter.source.kind !== 'forecast')
    return { meter, latest, isSilent, countsW: latest.powerW };
  const countsW = meter.silentW ?? unseenW({ meter, limitW, highestLikeW });
  return { meter, latest, isSilent, countsW };
}

function unseenW({ meter, limitW, highestLikeW }: Pick<Facts, 'meter' | 'limitW' | 'highestLikeW'>): number {
  if (meter.kind === 'pv') return 0;
  if (meter.kind === 'battery') return meter.maxW ?? 0;
  return highestLikeW ?? meter.maxW ?? limitW ?? 0;
}

/** Short of a fault of the meter nothing flows that is so many times as much as there can be. */
const implausibleTimes = 20;

/** What a reading cannot be above, in either direction; null: nothing near it has a limit. */
export function maxPlausibleW({ maxW, nodeId }: Pick<SiteMeter, 'maxW' | 'nodeId'>, tree: SiteTree): number | null {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  let highestW = maxW ?? 0;
  for (let node = byId.get(nodeId); node !== undefined && highestW === 0; node = byId.get(node.parentId ?? ''))
    highestW = limitOf(tree, node.id) ?? 0;
  return highestW === 0 ? null : implausibleTimes * highestW;
}

/** What passes a node when it is at its limit, at the voltage of the EVSEs below it. */
export function limitOf(tree: SiteTree, nodeId: string): number | null {
  const node = tree.nodes.find(({ id }) => id === nodeId);
  if (node === undefined) return null;
  const { limitA, limitW } = node;
  const byLines = limitA === null ? null : wattsAtLimit(tree, nodeId, limitA);
  if (byLines === null || limitW === null) return byLines ?? limitW;
  return Math.min(byLines, limitW);
}
