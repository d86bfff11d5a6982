import type { ChargingProfile } from '#contract/energy/charging-profile.ts';
import type { EnergyTransfer } from '#contract/energy/energy-transfer.ts';
import type { PlannedAnswer } from './charging-profile-needs.ts';
import type { Decision, NeedsReport } from './ev-projections.ts';

type Facts = {
  needs: Pick<NeedsReport, 'transfer' | 'departureAt' | 'maxPeriods'>;
  sessionRef: string | null;
  profile: Pick<ChargingProfile, 'periods' | 'alternatives'> | undefined;
  /** Which ways of energy transfer the session may use; undefined: nothing was decided, so any. */
  allowed: readonly EnergyTransfer[] | undefined;
  /** What the energy plan of the site has for the car; null: nobody plans for it. */
  planned: PlannedAnswer | null;
  now: Date;
};

/**
 * What a car that tells its needs hears: accepted promises a profile at once, processing one that comes later. Where an energy plan
 * steers the EVSE, it makes the profile; elsewhere a person has made one, or may still do so.
 */
export function decideNeeds({ needs, sessionRef, profile, allowed, planned, now }: Facts): Decision {
  if (allowed !== undefined && !allowed.includes(needs.transfer))
    return { decision: 'rejected', reason: 'transfer-not-allowed' };
  // A departure that has passed is no reason to send a car away: the plan foresees one instead.
  if (planned !== null) return planned;
  if (needs.departureAt !== null && needs.departureAt <= now)
    return { decision: 'rejected', reason: 'departure-passed' };
  if (profile === undefined) return { decision: 'processing', reason: 'no-charging-profile' };
  if (sessionRef === null) return { decision: 'processing', reason: 'no-session' };
  // K15: a car takes so many periods and no more.
  if (needs.maxPeriods !== null && maxPeriods(profile) > needs.maxPeriods)
    return { decision: 'processing', reason: 'too-many-periods' };
  return { decision: 'accepted', reason: null };
}

function maxPeriods({ periods, alternatives = [] }: Pick<ChargingProfile, 'periods' | 'alternatives'>): number {
  return Math.max(periods.length, ...alternatives.map((schedule) => schedule.periods.length));
}
