import type { SiteEvse } from '#contract/energy/site-tree.ts';
import { phasesOf, toldVolts } from '../network/evse-wiring.ts';
import type { HeldProfile } from '../profiles/composite-schedule.ts';
import type { PlanPurpose } from '../profiles/profile-abilities.ts';
import { endOfTime, type Hold, type ProfileChoice } from './evse-state.ts';

/** A profile as the books know it. Absent: nothing is known of it but what it says. */
export type BookedProfile = HeldProfile & {
  chargingProfileId?: number;
  since?: string;
  /** Set by us, whoever of us it was. */
  isOwn?: boolean;
};

type Around = {
  evseId: number;
  /** By which the station takes plans. */
  purpose: PlanPurpose;
  all: readonly BookedProfile[];
};

/**
 * Whether a profile stands where the control puts none, so that it outweighs ours and nothing of ours takes its place: a default on a
 * higher level or for the whole station, one of a session above a gap in the levels, one of priority, or one of somebody else.
 */
export function isForeign(profile: BookedProfile, { evseId, purpose, all }: Around): boolean {
  if (profile.evseId !== 0 && profile.evseId !== evseId) return false;
  const { isOwn = true, stackLevel } = profile;
  if (profile.purpose === 'priority-charging') return true;
  if (profile.purpose === 'tx-default-profile') return !isOwn || stackLevel > 0 || profile.evseId === 0;
  // A maximum only lowers, unless the station follows nothing else.
  if (profile.purpose === 'charging-station-max-profile')
    return purpose === 'charging-station-max-profile' && (!isOwn || stackLevel > 0);
  if (profile.purpose !== 'tx-profile') return false;
  return !isOwn || stackLevel > highestOwnLevel(all.filter((each) => isOfSession(each, evseId)));
}

function isOfSession({ purpose, evseId, isOwn = true }: BookedProfile, ofEvse: number): boolean {
  return purpose === 'tx-profile' && evseId === ofEvse && isOwn;
}

/** Plans of ours fill the levels from the lowest on. */
function highestOwnLevel(plans: readonly BookedProfile[]): number {
  const levels = new Set(plans.map(({ stackLevel }) => stackLevel));
  let level = -1;
  while (levels.has(level + 1)) level += 1;
  return level;
}

/** They count with the highest that they say, at any time until they end. */
export function foreignHolds(
  profiles: readonly BookedProfile[],
  { evse, now }: { evse: SiteEvse; now: number },
): Hold[] {
  return profiles.flatMap((profile): Hold[] => {
    const until = endOf(profile);
    if (until <= now) return [];
    const amperes = Math.min(evse.maxA, Math.max(0, ...profile.periods.map((period) => ratedA(period, profile, evse))));
    return [
      {
        steps: [{ from: 0, amperes }],
        until,
        phases: phasesOf(evse),
        // Those of priority outweigh a plan, too.
        outlastsSession: profile.purpose !== 'tx-profile' && profile.purpose !== 'priority-charging',
        foreign: choiceOf(profile),
      },
    ];
  });
}

/** One whose setting nobody saw answered has no number yet. */
function choiceOf({ chargingProfileId, evseId, purpose, stackLevel }: BookedProfile): ProfileChoice {
  return chargingProfileId === undefined ? { evseId, purpose, stackLevel } : { chargingProfileId };
}

function ratedA(
  { limit, setpoint, phases }: HeldProfile['periods'][number],
  { unit }: HeldProfile,
  evse: SiteEvse,
): number {
  const rate = setpoint ?? limit;
  if (rate === undefined) return evse.maxA;
  return unit === 'A' ? rate : rate / (toldVolts(evse) * (phases ?? phasesOf(evse)));
}

function endOf({ validTo, startsAt, durationSeconds, kind }: HeldProfile): number {
  const validUntil = validTo === undefined ? endOfTime : Date.parse(validTo);
  if (kind !== 'absolute' || startsAt === undefined || durationSeconds === undefined) return validUntil;
  return Math.min(validUntil, Date.parse(startsAt) + durationSeconds * 1000);
}
