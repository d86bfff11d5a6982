import type { Principal } from '#contract/agents/principal.ts';
import type { PendingReason, Station } from '#contract/stations/station.ts';
import { type WhyNotAct, whyNotAct } from '../../parts/why-not-act.ts';

export type WhyNotAccept = WhyNotAct | 'noVersion' | 'noId';

/** What keeps this person from accepting this station; null: nothing. */
export function whyNotAccept(principal: Principal | null, station: Station): WhyNotAccept | null {
  const refusal = notAllowed(principal);
  if (refusal !== null || station.link.state !== 'pending') return refusal;
  return hopeless[station.link.reason] ?? null;
}

/** What keeps this person from accepting any station. */
export function notAllowed(principal: Principal | null): WhyNotAct | null {
  return whyNotAct(principal, 'stations:accept');
}

/** Reasons that accepting does not mend. */
const hopeless: Partial<Record<PendingReason, WhyNotAccept>> = {
  'no-common-version': 'noVersion',
  'no-station-id': 'noId',
};
