import type { SiteMeter } from '#contract/energy/site-energy.ts';
import type { SiteNode } from '#contract/energy/site-tree.ts';
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
  node: SiteNode | undefined;
  latest: LatestReading | null;
  highestLikeW: number | null;
  now: number;
};

/**
 * A meter that speaks counts as it reads. One that is silent counts as its settings say, else as the highest reading of like days,
 * else as the most that can flow there, which a fuse without a better word is able to carry whole. Sun that nobody sees is no sun,
 * and a battery that nobody reads does nothing.
 */
export function countMeter({ meter, node, latest, highestLikeW, now }: Facts): CountedMeter {
  const isSilent =
    meter.source.kind !== 'forecast' &&
    (latest === null || now - latest.readAt.getTime() > meter.staleAfterSeconds * 1000);
  if (!isSilent && latest !== null && meter.source.kind !== 'forecast')
    return { meter, latest, isSilent, countsW: latest.powerW };
  const dark = meter.kind === 'pv' || meter.kind === 'battery';
  const countsW = meter.silentW ?? (dark ? 0 : (highestLikeW ?? meter.maxW ?? limitOf(node) ?? 0));
  return { meter, latest, isSilent, countsW };
}

const usualVoltage = 230;

/** What passes a node when it is at its limit. */
export function limitOf(node: SiteNode | undefined): number | null {
  if (node === undefined) return null;
  const { limitA, limitW } = node;
  const lines = limitA === null ? null : typeof limitA === 'number' ? [limitA, limitA, limitA] : limitA;
  const byLines = lines === null ? null : lines.reduce((sum, amperes) => sum + amperes * usualVoltage, 0);
  if (byLines === null || limitW === null) return byLines ?? limitW;
  return Math.min(byLines, limitW);
}
