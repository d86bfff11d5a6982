import type { Pool } from 'pg';
import type { AuthorizationStatus, Refusal, RefusalQuery, RefusalReason } from '#contract/access/token.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type RefusalRow = {
  id: string;
  stationId: string;
  evseId: number | null;
  tokenId: string | null;
  tokenType: string | null;
  status: AuthorizationStatus;
  reason: RefusalReason;
  facts: Record<string, unknown>;
  driverId: string | null;
  /** Of the session that should not have begun. */
  sessionRef: string | null;
  at: Date;
};

const keepDays = 90;

/** Each refusal with its reason, for as long as someone may ask why; the ledger keeps the fact. */
export const refusals: Projection<RefusalRow> = {
  name: 'refusals',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into refusal (id, station_id, evse_id, token_id, token_type, status, reason, facts, driver_id, session_ref, happened_at)
       select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
         $9::uuid[], $10::text[], $11::timestamptz[])
       on conflict (id) do nothing`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.stationId),
        rows.map((row) => row.evseId),
        rows.map((row) => row.tokenId),
        rows.map((row) => row.tokenType),
        rows.map((row) => row.status),
        rows.map((row) => row.reason),
        rows.map((row) => JSON.stringify(row.facts)),
        rows.map((row) => row.driverId),
        rows.map((row) => row.sessionRef),
        rows.map((row) => row.at),
      ],
    );
    await client.query('delete from refusal where happened_at < now() - make_interval(days => $1)', [keepDays]);
  },
};

/** A session that was refused was allowed later, with the same token: from then on it is one that its driver has. */
export const liftedRefusals: Projection<{ stationId: string; sessionRef: string; tokenId: string }> = {
  name: 'lifted refusals',
  identity: ({ stationId, sessionRef, tokenId }) => JSON.stringify([stationId, sessionRef, tokenId]),
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `update refusal set session_ref = null
       from unnest($1::text[], $2::text[], $3::text[]) as lifted (station_id, session_ref, token_id)
       where refusal.station_id = lifted.station_id and refusal.session_ref = lifted.session_ref
         and refusal.token_id = lifted.token_id`,
      [
        rows.map(({ stationId }) => stationId),
        rows.map(({ sessionRef }) => sessionRef),
        rows.map(({ tokenId }) => tokenId),
      ],
    );
  },
};

/** Newest first. */
export async function readRefusals(pool: Pool, query: RefusalQuery): Promise<Refusal[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(query.stationId === undefined ? [] : [`station_id = ${given(query.stationId)}`]),
    ...(query.tokenId === undefined ? [] : [`token_id = ${given(query.tokenId)}`]),
    ...(query.driverId === undefined ? [] : [`driver_id = ${given(query.driverId)}`]),
    ...(query.sessionRef === undefined ? [] : [`session_ref = ${given(query.sessionRef)}`]),
    ...(query.from === undefined ? [] : [`happened_at >= ${given(query.from)}`]),
    ...(query.to === undefined ? [] : [`happened_at < ${given(query.to)}`]),
  ];
  const { rows } = await pool.query<Omit<Refusal, 'at'> & { at: Date }>(
    `select id, station_id as "stationId", evse_id as "evseId", token_id as "tokenId", token_type as "tokenType", status, reason,
       facts, happened_at as at
     from refusal ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by happened_at desc, id desc limit ${given(query.limit)}`,
    values,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
