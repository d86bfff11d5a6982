import type { SiteTree } from '#contract/energy/site-tree.ts';
import { safeFallbacks } from '../guard/worst-case.ts';

type Defaults = ReadonlyMap<string, number>;

/** Asked for with every plan, while a tree and the most that its building draws change rarely. */
const latest = new WeakMap<SiteTree, { highest: string; defaults: Defaults }>();

/**
 * The current that each station keeps to by itself, as its default profile: all together pass no limit, whoever is away. Where limits
 * bind it is the least that a car charges with, or nothing where not even that fits: what a default takes, no plan can give to
 * another car, since a station may fall back to it at any time.
 */
export function defaultCurrents(tree: SiteTree, highestGivenW: ReadonlyMap<string, number>): Defaults {
  const highest = JSON.stringify([...highestGivenW]);
  const known = latest.get(tree);
  if (known?.highest === highest) return known.defaults;
  const defaults = computeDefaults(tree, highestGivenW);
  latest.set(tree, { highest, defaults });
  return defaults;
}

function computeDefaults(tree: SiteTree, highestGivenW: ReadonlyMap<string, number>): Defaults {
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
