import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import { system } from '#principals/actor.ts';
import type { Party } from '../model/party.ts';
import { textOf } from '../model/text-of.ts';
import { badParameter } from '../roaming-problem.ts';
import {
  type Asked,
  type CommandNeeds,
  isWithinLimits,
  type Job,
  placeOf,
  type Result,
  readToken,
} from './command-job.ts';
import { tellResult } from './tell-result.ts';

type Kept = { stationId: string; id: number };
type Key = { partnerId: string; party: Party; reservationId: string };

const maxMinutes = 1_440;

/** Keeps an EVSE free for a partner's driver. The same id again is the same reservation, changed: the one before is given back. */
export async function reserve(needs: CommandNeeds, { partner, asked, limits }: Asked): Promise<Job> {
  const token = await readToken(needs, asked['token'], partner);
  const reservationId = readId(asked);
  const minutes = Math.ceil((Date.parse(textOf(asked['expiryDate'])) - needs.clock.now().getTime()) / 60_000);
  if (Number.isNaN(minutes)) throw badParameter('expiry_date: must be a time.');
  if (minutes < 1 || minutes > maxMinutes)
    throw badParameter(`expiry_date: must lie ahead, and not by more than ${maxMinutes} minutes.`);
  const { stationId, evseId, siteId } = await placeOf(needs, { partner, asked });
  const tokenHash = needs.hashToken(token.uid);
  if (!isWithinLimits(limits, tokenHash, { stationId, evseId })) return { answer: 'REJECTED' };
  const reference = asked['authorizationReference'];
  await needs.grant({
    tokenHash,
    partnerId: partner.id,
    token,
    authMethod: 'COMMAND',
    locationId: siteId,
    authorizationReference: typeof reference === 'string' ? reference.slice(0, 36) : null,
  });
  const key = { partnerId: partner.id, party: token, reservationId };
  return {
    async run() {
      const before = await readKept(needs.pool, key);
      if (before !== undefined) {
        await forget(needs.pool, before); // it is given back for them, and not taken from them
        await giveBack(needs, before);
      }
      try {
        const wanted = { stationId, tokenId: tokenHash, minutes, ...(evseId !== undefined && { evseId }) };
        const { id, status } = await needs.charging.reservations.create(wanted, system);
        await keep(needs, key, { stationId, id }, String(asked['responseUrl']));
        return status === 'active' ? 'ACCEPTED' : 'TIMEOUT';
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

export async function cancel(needs: CommandNeeds, { partner, asked, from }: Asked): Promise<Job> {
  const reservationId = readId(asked);
  const kept = await findKept(needs.pool, { partnerId: partner.id, reservationId, from });
  return {
    async run() {
      if (kept === undefined) return 'UNKNOWN_RESERVATION';
      // It is theirs no more before it is given back: they do not hear of it twice.
      await forget(needs.pool, kept);
      return (await giveBack(needs, kept)) ? 'ACCEPTED' : 'UNKNOWN_RESERVATION';
    },
  };
}

/** A reservation of a partner's driver ended without them: the station lost it, or somebody here gave it back. */
export async function tellOfLost(needs: CommandNeeds, { stationId, id }: Kept): Promise<void> {
  const { rows } = await needs.pool.query<Party & { partnerId: string; responseUrl: string }>(
    `delete from roaming_reservation where station_id = $1 and id = $2
     returning partner_id as "partnerId", country as "countryCode", party as "partyId", response_url as "responseUrl"`,
    [stationId, id],
  );
  for (const { partnerId, responseUrl, ...to } of rows)
    await tellResult(needs, {
      id: randomUUID(),
      kind: 'RESERVE_NOW',
      partnerId,
      responseUrl,
      to,
      result: 'CANCELED_RESERVATION' as const,
    });
}

function readId(asked: Record<string, unknown>): string {
  const reservationId = textOf(asked['reservationId']);
  if (reservationId === '' || reservationId.length > 36)
    throw badParameter('reservation_id: must have 1 to 36 characters.');
  return reservationId;
}

/** Whether there was something to give back. */
async function giveBack({ charging }: CommandNeeds, kept: Kept): Promise<boolean> {
  try {
    await charging.reservations.cancel(kept, system);
    return true;
  } catch (error) {
    if (error instanceof SigecError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT')) return false;
    throw error;
  }
}

const refusals: Partial<Record<string, Result>> = {
  'evse-occupied': 'EVSE_OCCUPIED',
  'evse-reserved': 'EVSE_OCCUPIED',
  unavailable: 'EVSE_INOPERATIVE',
  'station-offline': 'EVSE_INOPERATIVE',
  'no-reservations': 'NOT_SUPPORTED',
  'no-any-evse': 'NOT_SUPPORTED',
};
const stationSaid: Partial<Record<string, Result>> = {
  Occupied: 'EVSE_OCCUPIED',
  Faulted: 'EVSE_INOPERATIVE',
  Unavailable: 'EVSE_INOPERATIVE',
};

function refusalOf(error: unknown): Result {
  if (!(error instanceof SigecError)) throw error;
  if (error.code === 'STATION_OFFLINE') return 'EVSE_INOPERATIVE';
  const { conflict, code } = error.details ?? {};
  return stationSaid[String(code)] ?? refusals[String(conflict)] ?? 'REJECTED';
}

async function readKept(pool: Pool, { partnerId, party, reservationId }: Key): Promise<Kept | undefined> {
  const { rows } = await pool.query<Kept>(
    `select station_id as "stationId", id from roaming_reservation
     where partner_id = $1 and country = upper($2) and party = upper($3) and reservation_id = $4`,
    [partnerId, party.countryCode, party.partyId, reservationId],
  );
  return rows[0];
}

/** A cancellation names the reservation alone; behind a hub the party that asks tells whose it is. */
async function findKept(
  pool: Pool,
  { partnerId, reservationId, from }: { partnerId: string; reservationId: string; from: Party | undefined },
): Promise<Kept | undefined> {
  const { rows } = await pool.query<Kept>(
    `select station_id as "stationId", id from roaming_reservation
     where partner_id = $1 and reservation_id = $2 and ($3::text is null or (country = upper($3) and party = upper($4)))`,
    [partnerId, reservationId, from?.countryCode ?? null, from?.partyId ?? null],
  );
  return rows.length === 1 ? rows[0] : undefined;
}

async function keep(
  { pool, clock }: CommandNeeds,
  key: Key,
  { stationId, id }: Kept,
  responseUrl: string,
): Promise<void> {
  const { partnerId, party, reservationId } = key;
  await pool.query(
    `insert into roaming_reservation (partner_id, country, party, reservation_id, station_id, id, response_url, made_at)
     values ($1, upper($2), upper($3), $4, $5, $6, $7, $8)
     on conflict (partner_id, country, party, reservation_id) do update
       set station_id = excluded.station_id, id = excluded.id, response_url = excluded.response_url, made_at = excluded.made_at`,
    [partnerId, party.countryCode, party.partyId, reservationId, stationId, id, responseUrl, clock.now()],
  );
}

async function forget(pool: Pool, { stationId, id }: Kept): Promise<void> {
  await pool.query('delete from roaming_reservation where station_id = $1 and id = $2', [stationId, id]);
}
