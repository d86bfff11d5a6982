import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import type { Sample } from './session-event.ts';

export type MeterMessage = {
  stationId: string;
  sessionRef: string | null;
  evseId: number | null;
  at: Date;
  receivedAt: Date;
  samples: readonly Sample[];
  /** The same message delivered twice is kept once. */
  key: string;
};

/** Meter values as they came, one row per message. */
export const meterMessages: Projection<MeterMessage> = {
  name: 'meter messages',
  order: 62,
  identity: ({ stationId, key }) => `${stationId}\n${key}`,
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `insert into meter_message (station_id, session_ref, evse_id, at, received_at, samples)
       select * from unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[])`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.sessionRef),
        rows.map((row) => row.evseId),
        rows.map((row) => row.at.toISOString()),
        rows.map((row) => row.receivedAt.toISOString()),
        rows.map((row) => JSON.stringify(row.samples)),
      ],
    );
  },
};

export type StoredSample = Omit<Sample, 'at'> & { at: string };
export type StoredMeterMessage = {
  at: string;
  evseId: number | null;
  sessionRef: string | null;
  samples: StoredSample[];
};

/** Newest last. */
export async function readMeterMessages(
  pool: Pool,
  { stationId, sessionRef, limit }: { stationId: string; sessionRef?: string | undefined; limit: number },
): Promise<StoredMeterMessage[]> {
  const { rows } = await pool.query<{
    at: Date;
    evse_id: number | null;
    session_ref: string | null;
    samples: StoredSample[];
  }>(
    `select at, evse_id, session_ref, samples from meter_message
     where station_id = $1 and ($2::text is null or session_ref = $2) order by at desc limit $3`,
    [stationId, sessionRef ?? null, limit],
  );
  return rows.toReversed().map((row) => ({
    at: row.at.toISOString(),
    evseId: row.evse_id,
    sessionRef: row.session_ref,
    samples: row.samples,
  }));
}
