import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/charging.ts';
import type { CallContext } from '#tools/context.ts';
import type { Plan } from '#tools/plan.ts';
import { mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import { plainJson } from '../plain-json.ts';
import { runningSessions, sessionsInPlan } from '../running-sessions.ts';
import { resultOf, runAtStation, whyNotDone } from '../station-command.ts';
import { stationTarget } from '../target.ts';
import { type AskedLimit, profileForAgents, profileKey } from './charging-limit.ts';

/** Our limits stand on a level of their own, so that they replace each other and nothing else. */
const stackLevel = 1;

type Needs = { charging: Charging; clock: Clock };

export async function planLimit(needs: Needs, asked: AskedLimit): Promise<Plan> {
  const { rate, station, held, evse, running } = await look(needs, asked);
  const where = evse === undefined ? 'the whole charge point' : `EVSE ${evse}`;
  const until = asked.minutes === undefined ? 'until it is cleared' : `for ${asked.minutes} minutes`;
  const amount = rate.unit === 'W' ? `${rate.limit / 1000} kW` : `${rate.limit} A per phase`;
  return {
    targets: [stationTarget(station.id, { evseId: evse })],
    effect: `Limits ${where} to ${amount} ${until}${rate.limit === 0 ? ', so charging pauses' : ''}.`,
    details: {
      limit_before: held === undefined ? null : plainJson(profileForAgents(held)),
      running_sessions: sessionsInPlan(running),
    },
    preconditions: { limit_before: held === undefined ? null : profileKey(held) },
  };
}

export async function setLimit(needs: Needs, asked: AskedLimit, context: CallContext) {
  const { rate, station, purpose, evseId } = await look(needs, asked);
  const record = await runAtStation(needs, context, {
    stationId: station.id,
    name: 'set-charging-profile',
    input: {
      purpose,
      stackLevel,
      evseId,
      kind: 'absolute',
      startsAt: needs.clock.now().toISOString(),
      unit: rate.unit,
      ...(asked.minutes !== undefined && { durationSeconds: asked.minutes * 60 }),
      periods: [{ startSeconds: 0, limit: rate.limit }],
    },
    why: asked.why,
  });
  const chargingProfileId = record.outcome?.answer['chargingProfileId'];
  const text = whyNotDone(record) ?? 'The charge point took the limit; get_charging_limits shows it.';
  return {
    text,
    data: {
      ...resultOf(record),
      charging_profile_id: typeof chargingProfileId === 'number' ? chargingProfileId : undefined,
    },
  };
}

async function look({ charging }: Needs, asked: AskedLimit) {
  const rate = rateOf(asked);
  const { evse_id: evseId = 0 } = asked;
  const evse = evseId === 0 ? undefined : evseId;
  const station = await onlineChargePoint(charging, asked.charge_point_id);
  mustHaveEvse(station, evse);
  const purpose = evse === undefined ? 'charging-station-max-profile' : 'tx-default-profile';
  const held = (await charging.chargingProfiles.find(station.id)).find(
    (profile) =>
      profile.state === 'active' &&
      profile.purpose === purpose &&
      profile.evseId === evseId &&
      profile.stackLevel === stackLevel,
  );
  return { rate, station, purpose, held, evse, evseId, running: await runningSessions(charging, station.id, evse) };
}

/** Every version takes one digit behind the point. */
function rateOf({ limit_kw, limit_a, charging_profile_id }: AskedLimit): { unit: 'W' | 'A'; limit: number } {
  if (charging_profile_id !== undefined)
    throw new SigecError(
      'INVALID_INPUT',
      'charging_profile_id names a limit to take away: give it with limit_kw null alone.',
      {
        details: { fields: [{ field: 'charging_profile_id' }] },
      },
    );
  if (typeof limit_kw === 'number' && limit_a === undefined) return { unit: 'W', limit: Math.round(limit_kw * 1000) };
  if (limit_kw === undefined && limit_a !== undefined) return { unit: 'A', limit: Math.round(limit_a * 10) / 10 };
  throw new SigecError('INVALID_INPUT', 'Give either limit_kw or limit_a; limit_kw null takes our limits away.', {
    details: { fields: [{ field: 'limit_kw' }, { field: 'limit_a' }] },
  });
}
