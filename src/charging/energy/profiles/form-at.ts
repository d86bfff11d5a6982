import type { SiteEvse } from '#contract/energy/site-tree.ts';
import type { ProfileAbilities } from './profile-abilities.ts';

/** What a station takes at one of its EVSEs: amperes of direct current mean nothing to the lines before it, so it is told watts. */
export function formAt({ connection }: Pick<SiteEvse, 'connection'>, abilities: ProfileAbilities): ProfileAbilities {
  return connection !== 'direct-current' || abilities.refusesWatts === true ? abilities : { ...abilities, unit: 'W' };
}
