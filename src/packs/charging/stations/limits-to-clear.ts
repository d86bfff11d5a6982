import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/charging.ts';
import type { CallContext } from '#tools/context.ts';
import type { Plan } from '#tools/plan.ts';
import { onlineChargePoint } from '../known-charge-point.ts';
import { plainJson } from '../plain-json.ts';
import { resultOf, runAtStation, whyNotDone } from '../station-command.ts';
import { stationTarget } from '../target.ts';
import { type AskedLimit, profileForAgents, profileKey } from './charging-limit.ts';

type Needs = { charging: Charging };

export async function planClearing(needs: Needs, asked: AskedLimit): Promise<Plan> {
  const { station, held } = await look(needs, asked);
  return {
    targets: [stationTarget(station.id)],
    effect: `Removes ${held.length === 1 ? 'one limit' : `${held.length} limits`} from the charge point${asked.charging_profile_id === undefined ? ', and whatever else a server left there' : ''}; charging there may get faster at once.`,
    details: { limits: plainJson(held.slice(0, 20).map(profileForAgents)) },
    preconditions: { limits: held.map(profileKey).toSorted() },
  };
}

export async function clearLimits(needs: Needs, asked: AskedLimit, context: CallContext) {
  const { station, held } = await look(needs, asked);
  const { charging_profile_id: chargingProfileId, evse_id: evseId } = asked;
  const record = await runAtStation(needs, context, {
    stationId: station.id,
    name: 'clear-charging-profiles',
    input: {
      ...(chargingProfileId !== undefined && { chargingProfileId }),
      ...(chargingProfileId === undefined && evseId !== undefined && { evseId }),
    },
    why: asked.why,
  });
  const left = new Set(
    (await needs.charging.chargingProfiles.find(station.id))
      .filter(({ state }) => state === 'active')
      .map((profile) => profile.chargingProfileId),
  );
  const cleared = held.map((profile) => profile.chargingProfileId).filter((id) => !left.has(id));
  const text = whyNotDone(record) ?? `The charge point removed ${cleared.length} limits.`;
  return { text, data: { ...resultOf(record), cleared } };
}

async function look(
  { charging }: Needs,
  { charge_point_id, charging_profile_id, evse_id, limit_a, minutes }: AskedLimit,
) {
  if (limit_a !== undefined || minutes !== undefined)
    throw new SigecError('INVALID_INPUT', 'limit_kw null takes limits away: leave limit_a and minutes out.', {
      details: { fields: [{ field: 'limit_kw' }] },
    });
  const station = await onlineChargePoint(charging, charge_point_id);
  const held = (await charging.chargingProfiles.find(station.id)).filter(
    (profile) =>
      profile.state === 'active' &&
      profile.purpose !== 'charging-station-external-constraints' &&
      (charging_profile_id === undefined || profile.chargingProfileId === charging_profile_id) &&
      (evse_id === undefined || profile.evseId === evse_id),
  );
  if (held.length > 0) return { station, held };
  throw new SigecError(
    'NOT_FOUND',
    'The charge point holds no such limit of ours, so there is nothing to take away. get_charging_limits tells which there are; limits that others set cannot be taken away from here.',
  );
}
