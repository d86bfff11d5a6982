import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';

/** Where the meter values of a session are. The times of arrival leave most weeks out of the search. */
export type SessionPlace = {
  stationId: string;
  ref: string;
  evseId: number | null;
  hasEnded: boolean;
  receivedFrom: Date;
  receivedTo: Date;
  /** What the ledger says of its register; there even when no meter value is kept any more. */
  begin: Register | null;
  end: Register | null;
  energyWh: number | null;
  registerLocation: string | null;
};

export type Register = { at: Date; wh: number };

/** Messages of one session that came at once, over several nodes, may have been written in another order. */
const leewayMs = 86_400_000;

export async function findSessionPlace(pool: Pool, sessionId: string): Promise<SessionPlace> {
  const { rows } = await pool.query<Row>(
    // An id begins with the time at which the first event of its session came.
    `select station_id as "stationId", ref, evse_id as "evseId", state = 'ended' as "hasEnded", uuid_extract_timestamp(id) as "firstAt",
       updated_at as "updatedAt", energy_mwh / 1000.0::float8 as "energyWh", register_location as "registerLocation",
       first_register_mwh / 1000.0::float8 as "firstWh", first_register_at as "firstRegisterAt",
       last_register_mwh / 1000.0::float8 as "lastWh", last_register_at as "lastRegisterAt"
     from session where id = $1`,
    [sessionId],
  );
  const [row] = rows;
  if (row === undefined)
    throw new SigecError('NOT_FOUND', `There is no session ${sessionId}; GET /api/sessions lists them.`);
  const { firstAt, updatedAt, firstWh, firstRegisterAt, lastWh, lastRegisterAt, ...place } = row;
  return {
    ...place,
    receivedFrom: new Date(firstAt.getTime() - leewayMs),
    receivedTo: new Date(updatedAt.getTime() + leewayMs),
    begin: registerOf(firstRegisterAt, firstWh),
    end: registerOf(lastRegisterAt, lastWh),
  };
}

type Row = Omit<SessionPlace, 'receivedFrom' | 'receivedTo' | 'begin' | 'end'> & {
  firstAt: Date;
  updatedAt: Date;
  firstWh: number | null;
  firstRegisterAt: Date | null;
  lastWh: number | null;
  lastRegisterAt: Date | null;
};

function registerOf(at: Date | null, wh: number | null): Register | null {
  return at === null || wh === null ? null : { at, wh };
}
