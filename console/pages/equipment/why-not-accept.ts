import type { Principal } from '#contract/principal.ts';
import type { Station } from '#contract/station.ts';

export type WhyNotAccept = 'notSignedIn' | 'lowRole' | 'noScope' | 'noVersion';

/** What keeps this person from accepting this station; null: nothing. The server decides again when it is asked. */
export function whyNotAccept(principal: Principal | null, station: Station): WhyNotAccept | null {
  return notAllowed(principal) ?? (isSpeechless(station) ? 'noVersion' : null);
}

/** What keeps this person from accepting any station. */
export function notAllowed(principal: Principal | null): WhyNotAccept | null {
  if (principal === null) return 'notSignedIn';
  if (principal.role === 'viewer') return 'lowRole';
  return coversAccepting(principal.scopes) ? null : 'noScope';
}

function coversAccepting(scopes: readonly string[]): boolean {
  return scopes.length === 0 || scopes.includes('stations') || scopes.includes('stations:accept');
}

function isSpeechless({ link }: Station): boolean {
  return link.state === 'knocking' && link.reason === 'no-common-version';
}
