import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Party } from '../model/party.ts';
import { type CdrToken, type ChargingProfile, cdrToken } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';
import { isGranted, type Partner } from '../partners/partner.ts';
import { speaksFor } from '../partners/speaks-for.ts';
import { badParameter, notEnough, unknownLocation } from '../roaming-problem.ts';
import type { Grant } from './judge-guest.ts';
import { evseOfUid } from './publish-locations.ts';
import type { TakenAnswer } from './taken-commands.ts';

export const commandKinds = [
  'START_SESSION',
  'STOP_SESSION',
  'RESERVE_NOW',
  'CANCEL_RESERVATION',
  'UNLOCK_CONNECTOR',
] as const;
/** Of the module of charging profiles: they are answered and told of in the same way. */
export const profileKinds = ['SET_CHARGING_PROFILE', 'CLEAR_CHARGING_PROFILE', 'GET_ACTIVE_PROFILE'] as const;
export type ProfileKind = (typeof profileKinds)[number];
export type CommandKind = (typeof commandKinds)[number] | ProfileKind;

export function isProfileKind(kind: string): kind is ProfileKind {
  return (profileKinds as readonly string[]).includes(kind);
}

export type CommandNeeds = {
  pool: Pool;
  clock: Clock;
  us: Party;
  charging: Pick<
    Charging,
    'startSession' | 'stopSession' | 'runCommand' | 'reservations' | 'sessions' | 'stationsNamed' | 'sites'
  > & { energy: Pick<Charging['energy'], 'list'> };
  hashToken(token: string): string;
  grant(grant: Grant): Promise<void>;
  wake(): void;
  log: Log;
};

/** What became of a command, in the words of OCPI. */
export type Result =
  | 'ACCEPTED'
  | 'REJECTED'
  | 'CANCELED_RESERVATION'
  | 'FAILED'
  | 'TIMEOUT'
  | 'EVSE_OCCUPIED'
  | 'EVSE_INOPERATIVE'
  | 'UNKNOWN_RESERVATION'
  | 'NOT_SUPPORTED';

/** What is done once the answer is written down, or the answer where there is nothing to do. */
export type Job = { answer: TakenAnswer } | { run(): Promise<Result | ToldProfile> };
export type ToldProfile = { result: 'ACCEPTED'; profile: { startDateTime: string; chargingProfile: ChargingProfile } };
export type Asked = {
  partner: Partner;
  kind: CommandKind;
  asked: Record<string, unknown>;
  from: Party | undefined;
  limits: Limiter;
};

/** Of starts and reservations: so many at once per token and per EVSE. */
export function isWithinLimits(
  limits: Limiter,
  tokenHash: string,
  place: { stationId: string; evseId: number | undefined },
): boolean {
  return limits.take(`token ${tokenHash}`) && limits.take(`evse ${place.stationId} ${place.evseId ?? ''}`);
}

export async function readToken(needs: CommandNeeds, given: unknown, partner: Partner): Promise<CdrToken> {
  const read = cdrToken.safeParse(given);
  if (!read.success) throw badParameter('token: needs country_code, party_id, uid, type and contract_id.');
  if (!(await speaksFor(needs, partner, read.data)))
    throw badParameter('token: is of a party that does not speak over this connection.');
  return read.data;
}

export async function placeOf({ pool, charging }: CommandNeeds, { partner, asked }: Pick<Asked, 'partner' | 'asked'>) {
  const [locationId, evseUid] = [textOf(asked['locationId']), asked['evseUid']];
  const { rowCount } = await pool.query('select from roaming_site where lower(site_id) = lower($1)', [locationId]);
  if (rowCount === 0 || !isGranted(partner, locationId))
    throw unknownLocation(`location_id: there is no location ${locationId.slice(0, 40)}.`);
  if (typeof evseUid !== 'string') {
    const site = (await charging.sites.list()).find(({ id }) => id.toLowerCase() === locationId.toLowerCase());
    const stations = site === undefined ? [] : (await charging.sites.get(site.id)).stations;
    const [only, ...others] = stations;
    if (only === undefined || others.length > 0)
      throw notEnough('evse_uid: is needed, since this location has several EVSEs.');
    return { stationId: only.stationId, evseId: undefined, siteId: only.siteId };
  }
  const evse = await evseOfUid(pool, evseUid);
  const place = evse === undefined ? null : await charging.sites.placeOf(evse.stationId);
  if (evse === undefined || place === null || place.siteId.toLowerCase() !== locationId.toLowerCase())
    throw unknownLocation('evse_uid: there is no such EVSE at this location.');
  return { ...evse, siteId: place.siteId };
}

export function resultOf({ outcome }: CommandRecord): Result {
  if (outcome?.status === 'no-answer') return 'TIMEOUT';
  return outcome?.status === 'rejected' ? 'REJECTED' : 'FAILED';
}
