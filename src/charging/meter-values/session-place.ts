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
    `select station_id, ref, evse_id, state, uuid_extract_timestamp(id) as first_at, updated_at, energy_mwh, register_location,
       first_register_mwh, first_register_at, last_register_mwh, last_register_at
     from session where id = $1`,
    [sessionId],
  );
  const [row] = rows;
  if (row === undefined)
    throw new SigecError('NOT_FOUND', `There is no session ${sessionId}; GET /api/sessions lists them.`);
  return {
    stationId: row.station_id,
    ref: row.ref,
    evseId: row.evse_id,
    hasEnded: row.state === 'ended',
    receivedFrom: new Date(row.first_at.getTime() - leewayMs),
    receivedTo: new Date(row.updated_at.getTime() + leewayMs),
    begin: registerOf(row.first_register_at, row.first_register_mwh),
    end: registerOf(row.last_register_at, row.last_register_mwh),
    energyWh: wattHours(row.energy_mwh),
    registerLocation: row.register_location,
  };
}

type Row = {
  station_id: string;
  ref: string;
  evse_id: number | null;
  state: string;
  first_at: Date;
  updated_at: Date;
  energy_mwh: string | null;
  register_location: string | null;
  first_register_mwh: string | null;
  first_register_at: Date | null;
  last_register_mwh: string | null;
  last_register_at: Date | null;
};

function registerOf(at: Date | null, mwh: string | null): Register | null {
  const wh = wattHours(mwh);
  return at === null || wh === null ? null : { at, wh };
}

function wattHours(mwh: string | null): number | null {
  return mwh === null ? null : Number(mwh) / 1000;
}
