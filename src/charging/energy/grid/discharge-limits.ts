import type { TemporaryLimit } from '#contract/energy/site-energy.ts';
import type { SiteTree } from '#contract/energy/site-tree.ts';

/** An EVSE of OCPP 2.1 whose station takes controls for the grid. */
export type DerEvse = { stationId: string; maxDischargeW: number };

export type DischargeLimit = { stationId: string; percent: number };

/** What the site may give at a moment: the lowest of its own limit and those that hold for a while; null: not limited. */
export function exportLimitAt(tree: SiteTree, limits: readonly TemporaryLimit[], now: number): number | null {
  const root = tree.nodes.find(({ parentId }) => parentId === null);
  const holding = limits.filter(
    ({ nodeId, from, until }) =>
      nodeId === root?.id && (from === null || Date.parse(from) <= now) && (until === null || Date.parse(until) > now),
  );
  const own = root?.exportLimitW ?? null;
  const watts = [...(own === null ? [] : [own]), ...holding.flatMap(({ exportLimitW }) => exportLimitW ?? [])];
  return watts.length === 0 ? null : Math.min(...watts);
}

/**
 * What each station may give of its maximum, so that all together keep to what the site may give, whatever they are told besides: the
 * control holds in the station, also when it does not reach us (OCPP 2.1 block R, LimitMaxDischarge). Rounded down.
 */
export function dischargeLimits(exportLimitW: number | null, evses: readonly DerEvse[]): DischargeLimit[] {
  const sumW = evses.reduce((sum, { maxDischargeW }) => sum + maxDischargeW, 0);
  const share = exportLimitW === null || sumW === 0 ? 1 : Math.min(1, exportLimitW / sumW);
  return [...new Set(evses.map(({ stationId }) => stationId))].map((stationId) => ({
    stationId,
    percent: Math.floor(share * 1000) / 10,
  }));
}
