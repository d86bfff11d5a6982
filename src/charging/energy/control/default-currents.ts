import type { SiteTree } from '#contract/energy/site-tree.ts';
import { safeFallbacks } from '../guard/worst-case.ts';

/**
 * The current that each station keeps to by itself, as its default profile: all together pass no limit, whoever is away. Where limits
 * bind it is the least that a car charges with, or nothing where not even that fits: what a default takes, no plan can give to
 * another car, since a station may fall back to it at any time.
 */
export function defaultCurrents(tree: SiteTree, highestGivenW: ReadonlyMap<string, number>): Map<string, number> {
  const safe = safeFallbacks(tree, highestGivenW);
  return new Map(
    tree.nodes.flatMap(({ id, evse }) => {
      if (evse === null) return [];
      const amperes = safe.get(id) ?? 0;
      if (amperes >= evse.maxA) return [[id, evse.maxA] as const];
      return [[id, amperes >= evse.minA ? evse.minA : 0] as const];
    }),
  );
}
