import type { Principal } from '#contract/agents/principal.ts';

/** What a key needs to ask something of a station. */
export const commandScope = 'stations:command';

export type WhyNotAct = 'notSignedIn' | 'lowRole' | 'noScope';

/** What keeps this person from doing something to equipment; null: nothing. The server decides again when it is asked. */
export function whyNotAct(principal: Principal | null, scope: `${string}:${string}`): WhyNotAct | null {
  if (principal === null) return 'notSignedIn';
  if (principal.role === 'viewer' || principal.role === 'accountant') return 'lowRole';
  const { scopes } = principal;
  const isCovered =
    scopes.length === 0 || scopes.includes(scope) || scopes.some((held) => held === scope.split(':')[0]);
  return isCovered ? null : 'noScope';
}
