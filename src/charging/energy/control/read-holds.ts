import type { Pool } from 'pg';
import type { StoredChargingProfile } from '#contract/energy/charging-profile.ts';
import type { SiteEvse } from '#contract/energy/site-tree.ts';
import { ownSource } from '../../charging-profiles/charging-profile-projections.ts';
import { readChargingProfiles } from '../../charging-profiles/charging-profile-store.ts';
import { phasesOf, toldVolts } from '../network/evse-wiring.ts';
import { compositeA, type HeldProfile } from '../profiles/composite-schedule.ts';
import type { PlanPurpose } from '../profiles/profile-abilities.ts';
import type { EvseState, Hold } from './evse-state.ts';
import { type BookedProfile, foreignHolds, isForeign } from './foreign-profiles.ts';

type Known = Pick<EvseState, 'defaultA' | 'holds'>;
type Evse = { evseId: number; evse: SiteEvse };
export type ReadHolds = (stationId: string, evses: readonly Evse[], asked: Asked) => Promise<Map<number, Known>>;
/** `purpose`: by which the station takes plans. */
type Asked = { now: number; purpose: PlanPurpose };

const dayMs = 86_400_000;
/** When every plan is long over. */
const farMs = 3_650 * dayMs;

/**
 * What a station holds by the books: its default, plans of sessions, and what others set beside them. A command that nobody saw
 * answered, as after a crash, may have been taken, and counts as well.
 */
export async function readHolds(
  pool: Pool,
  stationId: string,
  evses: readonly Evse[],
  asked: Asked,
): Promise<Map<number, Known>> {
  const [profiles, unanswered, clearedAt] = await Promise.all([
    readChargingProfiles(pool, stationId),
    readUnanswered(pool, stationId),
    readUnansweredClearing(pool, stationId),
  ]);
  const active = profiles
    .filter(({ state }) => state === 'active')
    .map((profile) => ({ ...profile, isOwn: profile.source === ownSource }));
  return holdsFrom({ active, unanswered, clearedAt }, evses, asked);
}

type Books = {
  active: readonly BookedProfile[];
  unanswered: readonly HeldProfile[];
  /** When it was told to drop profiles and nobody saw an answer: what it was told before may be gone. */
  clearedAt?: number | null;
};

export function holdsFrom(
  { active, unanswered, clearedAt = null }: Books,
  evses: readonly Evse[],
  { now, purpose }: Asked,
): Map<number, Known> {
  return new Map(
    evses.map(({ evseId, evse }) => {
      const place = { evseId, evse, now };
      const isHere = (profile: HeldProfile) =>
        profile.evseId === evseId || (evses.length === 1 && profile.evseId === 0 && isLastingPlan(profile));
      const others = { evseId, purpose, all: active };
      const isOurs = (profile: BookedProfile) => isHere(profile) && !isForeign(profile, others);
      const known = active.filter(isOurs);
      const mayHold = unanswered.filter(isOurs);
      // Any of those that nobody saw answered may be the one that was taken, so each counts by itself.
      const possible = [known, ...mayHold.map((profile) => [profile])];
      const defaults = possible.flatMap((each) => defaultOf(each, place));
      const isUnanswered = mayHold.some((profile) => profile.purpose === 'tx-default-profile');
      const isGone = ({ since }: BookedProfile) =>
        clearedAt !== null && since !== undefined && Date.parse(since) <= clearedAt;
      const [proven] = defaultOf(
        known.filter((profile) => !isGone(profile)),
        place,
      );
      return [
        evseId,
        {
          defaultA: proven === undefined ? null : isUnanswered ? Math.max(...defaults) : proven,
          holds: [
            ...possible.flatMap((each) => holdOf(each, place)),
            ...foreignHolds(
              [...active, ...unanswered].filter((profile) => isForeign(profile, others)),
              place,
            ),
            // A default of ours that ends by itself is followed by what the next one says.
            ...foreignHolds(known.filter(isPassingDefault), place).map(({ foreign: _, ...hold }) => hold),
          ],
        },
      ];
    }),
  );
}

type Place = { evseId: number; evse: SiteEvse; now: number };

function isLasting({ validTo, durationSeconds }: HeldProfile): boolean {
  return validTo === undefined && durationSeconds === undefined;
}

function isPassingDefault(profile: HeldProfile): boolean {
  return profile.purpose === 'tx-default-profile' && !isLasting(profile);
}

/** A plan that was sent as a default or a maximum ends with what is safe, for ever. */
function isLastingPlan(profile: HeldProfile): boolean {
  return profile.purpose !== 'tx-profile' && isLasting(profile) && profile.periods.length > 1;
}

/** Only what holds for ever is a default that can be relied on. */
function defaultOf(profiles: readonly HeldProfile[], { evseId, evse, now }: Place): number[] {
  const lasting = profiles.filter((profile) => profile.purpose === 'tx-default-profile' && isLasting(profile));
  const moment = now + farMs;
  const amperes = compositeA(lasting, { evseId, moment, voltageV: toldVolts(evse), phases: phasesOf(evse) });
  return amperes === null ? [] : [amperes];
}

function holdOf(profiles: readonly HeldProfile[], place: Place): Hold[] {
  const plans = profiles.filter(({ purpose }) => purpose === 'tx-profile');
  return [...sessionHold(plans, place), ...profiles.filter(isLastingPlan).flatMap((plan) => lastingHold(plan, place))];
}

function lastingHold(plan: HeldProfile, place: Place): Hold[] {
  const { startsAt, periods } = plan;
  const begins = startsAt === undefined ? place.now : Date.parse(startsAt);
  const until = begins + (periods.at(-1)?.startSeconds ?? 0) * 1000;
  return sessionHold([plan], place).map((hold) => ({ ...hold, until, outlastsSession: true }));
}

function sessionHold(plans: readonly HeldProfile[], { evseId, evse, now }: Place): Hold[] {
  if (plans.length === 0) return [];
  const phases = plans[0]?.periods[0]?.phases ?? phasesOf(evse);
  const asked = { evseId, voltageV: toldVolts(evse), phases: phasesOf(evse) };
  const moments = plans
    .flatMap(({ startsAt, periods, validTo }) => [
      ...periods.map(({ startSeconds }) => (startsAt === undefined ? now : Date.parse(startsAt)) + startSeconds * 1000),
      // Where one profile ends, another one below it may say more.
      ...(validTo === undefined ? [] : [Date.parse(validTo)]),
    ])
    .filter((moment) => moment > now);
  const steps = [now, ...moments.toSorted((a, b) => a - b)].map((from) => ({
    from,
    amperes: compositeA(plans, { ...asked, moment: from }) ?? 0,
  }));
  const ends = plans.map(({ validTo }) => (validTo === undefined ? now + dayMs : Date.parse(validTo)));
  const until = Math.max(...ends);
  const levels = Math.max(...plans.map(({ stackLevel }) => stackLevel + 1));
  return until <= now ? [] : [{ steps, until, phases: phases === 1 || phases === 2 ? phases : 3, levels }];
}

/** Profiles of the last day whose command ended without an answer, whoever asked for it. */
async function readUnanswered(pool: Pool, stationId: string): Promise<HeldProfile[]> {
  const { rows } = await pool.query<{ input: StoredChargingProfile }>(
    `select input from command
     where station_id = $1 and name = 'set-charging-profile'
       and asked_at > now() - interval '1 day' and coalesce(status, 'no-answer') = 'no-answer'
       and not exists (select from command as later where later.station_id = command.station_id and later.id > command.id
         and later.name = command.name and later.status = 'accepted'
         and later.input->>'evseId' = command.input->>'evseId' and later.input->>'purpose' = command.input->>'purpose'
         and later.input->>'stackLevel' = command.input->>'stackLevel')
       and not exists (select from command as later where later.station_id = command.station_id and later.id > command.id
         and later.name = 'clear-charging-profiles' and later.status in ('accepted', 'rejected')
         and not later.input ? 'chargingProfileId'
         and coalesce(later.input->>'evseId', command.input->>'evseId') = command.input->>'evseId'
         and coalesce(later.input->>'purpose', command.input->>'purpose') = command.input->>'purpose'
         and coalesce(later.input->>'stackLevel', command.input->>'stackLevel') = command.input->>'stackLevel')
     order by id desc limit 50`,
    [stationId],
  );
  return rows.map(({ input }) => input);
}

/** The latest of the last day. */
async function readUnansweredClearing(pool: Pool, stationId: string): Promise<number | null> {
  const { rows } = await pool.query<{ asked_at: Date | null }>(
    `select max(coalesce(ended_at, now())) as asked_at from command
     where station_id = $1 and name = 'clear-charging-profiles' and asked_at > now() - interval '1 day'
       and coalesce(status, 'no-answer') = 'no-answer'`,
    [stationId],
  );
  return rows[0]?.asked_at?.getTime() ?? null;
}
