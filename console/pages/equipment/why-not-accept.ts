import type { Principal } from '#contract/principal.ts';
import type { Station } from '#contract/station.ts';
import { type WhyNotAct, whyNotAct } from '../../parts/why-not-act.ts';

export type WhyNotAccept = WhyNotAct | 'noVersion';

/** What keeps this person from accepting this station; null: nothing. */
export function whyNotAccept(principal: Principal | null, station: Station): WhyNotAccept | null {
  return notAllowed(principal) ?? (isSpeechless(station) ? 'noVersion' : null);
}

/** What keeps this person from accepting any station. */
export function notAllowed(principal: Principal | null): WhyNotAct | null {
  return whyNotAct(principal, 'stations:accept');
}

function isSpeechless({ link }: Station): boolean {
  return link.state === 'knocking' && link.reason === 'no-common-version';
}
