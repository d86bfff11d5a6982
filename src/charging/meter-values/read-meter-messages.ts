import type { Pool } from 'pg';
import {
  byNewest,
  type KeptMessage,
  keptColumns,
  type StoredSample,
  secretColumn,
  wholeSamples,
} from './kept-samples.ts';
import type { SessionPlace } from './session-place.ts';

export type StoredMeterMessage = {
  at: string;
  evseId: number | null;
  sessionRef: string | null;
  samples: StoredSample[];
};

type Row = KeptMessage & {
  station_id: string;
  evse_id: number | null;
  session_ref: string | null;
  secret: Buffer | null;
};

export type MeterReads = { pool: Pool; installationKey: Buffer };

const recentMs = 7 * 86_400_000;

export async function readSessionMessages(
  { pool, installationKey }: MeterReads,
  { stationId, ref, receivedFrom, receivedTo }: SessionPlace,
  limit: number,
): Promise<StoredMeterMessage[]> {
  const { rows } = await pool.query<Row>(
    `select station_id, at, evse_id, session_ref, ${keptColumns}, ${secretColumn} from meter_message
     where station_id = $1 and session_ref = $2 and received_at between $3 and $4 order by ${byNewest} limit $5`,
    [stationId, ref, receivedFrom, receivedTo, limit],
  );
  return rows.toReversed().map((row) => toMessage(installationKey, row));
}

/** The last ones of a station, newest last. What came lately is enough for a busy one; else all weeks are searched. */
export async function readStationMessages(
  { pool, installationKey }: MeterReads,
  { stationId, limit, now }: { stationId: string; limit: number; now: Date },
): Promise<StoredMeterMessage[]> {
  const since = async (from: Date | '-infinity') => {
    const { rows } = await pool.query<Row>(
      `select station_id, at, evse_id, session_ref, ${keptColumns}, ${secretColumn} from meter_message
       where station_id = $1 and received_at >= $2 order by at desc limit $3`,
      [stationId, from, limit],
    );
    return rows;
  };
  const recent = await since(new Date(now.getTime() - recentMs));
  const rows = recent.length === limit ? recent : await since('-infinity');
  return rows.toReversed().map((row) => toMessage(installationKey, row));
}

function toMessage(installationKey: Buffer, row: Row): StoredMeterMessage {
  const { station_id: stationId, session_ref: sessionRef, secret } = row;
  return {
    at: row.at.toISOString(),
    evseId: row.evse_id,
    sessionRef,
    samples: wholeSamples(row, { installationKey, stationId, sessionRef, secret }),
  };
}
