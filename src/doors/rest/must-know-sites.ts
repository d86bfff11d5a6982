import type { Grant } from '#contract/agents/principal.ts';
import type { RouteNeeds } from './route.ts';

/** A role at a site that is not there lets nobody do anything, and a slip of the pen in its id is seen by nobody. */
export async function mustKnowSites(
  { charging: { sites } }: Pick<RouteNeeds, 'charging'>,
  siteIds: readonly (string | null)[],
): Promise<void> {
  for (const siteId of siteIds) if (siteId !== null) await sites.get(siteId);
}

export function sitesInGrants(grants: readonly Pick<Grant, 'siteId'>[]): (string | null)[] {
  return grants.map(({ siteId }) => siteId);
}
