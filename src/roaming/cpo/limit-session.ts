import type { Limiter } from '#base/limiter.ts';
import { compositeSchedule } from '#contract/energy/charging-profile.ts';
import { requestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import type { Session } from '#contract/sessions/session.ts';
import { system } from '#principals/actor.ts';
import { type ChargingProfile, chargingProfile } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';
import { badParameter } from '../roaming-problem.ts';
import { type Asked, type CommandNeeds, type Job, resultOf } from './command-job.ts';

/** What is limited at the station is this profile alone: it lies below whatever else the station was given. */
const stackLevel = 0;
const usualSeconds = 3_600;
const maxSeconds = 86_400;

/** A provider limits the session of its driver. Who plans for a site decides there alone, so that no limit is ever raised above a plan. */
export async function setProfile(needs: CommandNeeds, given: Asked): Promise<Job> {
  const session = await theirSession(needs, given);
  if (typeof session === 'string') return { answer: session };
  const read = chargingProfile.safeParse(given.asked['chargingProfile']);
  if (!read.success)
    throw badParameter('charging_profile: needs charging_rate_unit (W or A) and charging_profile_period.');
  const wanted = requestedChargingProfile.safeParse(profileOf(session, read.data));
  if (!wanted.success)
    throw badParameter(
      'charging_profile_period: must begin at 0, each later than the one before, with limits of zero or above.',
    );
  const { stationId } = session;
  return {
    async run() {
      const why = `Asked by ${given.partner.name} over OCPI`;
      const command = await needs.charging.runCommand({
        stationId,
        name: 'set-charging-profile',
        input: wanted.data,
        why,
        actor: system,
      });
      return command.outcome?.status === 'accepted' ? 'ACCEPTED' : resultOf(command);
    },
  };
}

export async function clearProfile(needs: CommandNeeds, given: Asked): Promise<Job> {
  const session = await theirSession(needs, given);
  if (typeof session === 'string') return { answer: session };
  const { stationId, evseId } = session;
  return {
    async run() {
      const input = { evseId: evseId ?? 1, purpose: 'tx-profile', stackLevel };
      const command = await needs.charging.runCommand({
        stationId,
        name: 'clear-charging-profiles',
        input,
        actor: system,
      });
      return command.outcome?.status === 'accepted' ? 'ACCEPTED' : resultOf(command);
    },
  };
}

/** What limits the session now, whoever limited it. */
export async function tellProfile(needs: CommandNeeds, given: Asked): Promise<Job> {
  const session = await theirSession(needs, given, { isReading: true });
  if (typeof session === 'string') return { answer: session };
  const { stationId, evseId } = session;
  const wanted = Number(given.asked['duration'] ?? usualSeconds);
  if (!Number.isInteger(wanted) || wanted < 1) throw badParameter('duration: must be a whole number of seconds.');
  return {
    async run() {
      const input = { evseId: evseId ?? 1, durationSeconds: Math.min(wanted, maxSeconds) };
      const command = await needs.charging.runCommand({
        stationId,
        name: 'get-composite-schedule',
        input,
        actor: system,
      });
      const read = compositeSchedule.partial().safeParse(command.outcome?.answer);
      if (command.outcome?.status !== 'accepted' || !read.success) return resultOf(command);
      const { unit, periods = [], startsAt, durationSeconds } = read.data;
      if (unit === undefined || periods.length === 0) return 'REJECTED';
      const startDateTime = startsAt ?? needs.clock.now().toISOString();
      const shown: ChargingProfile = {
        startDateTime,
        ...(durationSeconds !== undefined && { duration: durationSeconds }),
        chargingRateUnit: unit,
        chargingProfilePeriod: periods.map(({ startSeconds, limit = 0 }) => ({ startPeriod: startSeconds, limit })),
      };
      return { result: 'ACCEPTED', profile: { startDateTime, chargingProfile: shown } };
    },
  };
}

function profileOf(session: Session, told: ChargingProfile): Record<string, unknown> {
  const { startDateTime, duration, chargingRateUnit: unit, minChargingRate, chargingProfilePeriod } = told;
  // One digit behind the point is all that stations take; a limit is rounded to its safe side.
  const rate = (value: number) => Math.floor(value * 10) / 10;
  return {
    evseId: session.evseId ?? 1,
    purpose: 'tx-profile',
    sessionId: session.id,
    stackLevel,
    unit,
    ...(startDateTime === undefined ? { kind: 'relative' } : { kind: 'absolute', startsAt: startDateTime }),
    ...(duration !== undefined && { durationSeconds: duration }),
    ...(minChargingRate !== undefined && { minRate: rate(minChargingRate) }),
    periods: chargingProfilePeriod.map(({ startPeriod, limit }) => ({ startSeconds: startPeriod, limit: rate(limit) })),
  };
}

async function theirSession(
  needs: CommandNeeds,
  { partner, asked, limits }: Asked,
  { isReading = false } = {},
): Promise<Session | 'UNKNOWN_SESSION' | 'REJECTED' | 'TOO_OFTEN' | 'NOT_SUPPORTED'> {
  const sessionId = textOf(asked['sessionId']).toLowerCase();
  const { rowCount } = await needs.pool.query(
    'select from roaming_session where session_id::text = $1 and partner_id = $2',
    [sessionId, partner.id],
  );
  if (rowCount !== 1) return 'UNKNOWN_SESSION';
  const session = await needs.charging.sessions.get(sessionId);
  if (session.state !== 'running') return 'REJECTED';
  if (!mayAskNow(limits, sessionId)) return 'TOO_OFTEN';
  const place = isReading ? null : await needs.charging.sites.placeOf(session.stationId);
  const planned = place === null ? [] : await needs.charging.energy.list();
  return planned.some(({ siteId }) => siteId === place?.siteId) ? 'NOT_SUPPORTED' : session;
}

function mayAskNow(limits: Limiter, sessionId: string): boolean {
  return limits.take(`profile ${sessionId}`);
}
