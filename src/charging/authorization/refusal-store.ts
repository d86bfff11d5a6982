import type { Pool } from 'pg';
import type { AuthorizationStatus, Refusal, RefusalQuery, RefusalReason } from '#contract/token.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type RefusalRow = {
  id: string;
  stationId: string;
  evseId: number | null;
  tokenId: string | null;
  tokenType: string | null;
  status: AuthorizationStatus;
  reason: RefusalReason;
  at: Date;
};

const keepDays = 90;

/** Each refusal with its reason, for as long as someone may ask why; the ledger keeps the fact. */
export const refusals: Projection<RefusalRow> = {
  name: 'refusals',
  order: 65,
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into refusal (id, station_id, evse_id, token_id, token_type, status, reason, happened_at)
       select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
       on conflict (id) do nothing`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.stationId),
        rows.map((row) => row.evseId),
        rows.map((row) => row.tokenId),
        rows.map((row) => row.tokenType),
        rows.map((row) => row.status),
        rows.map((row) => row.reason),
        rows.map((row) => row.at),
      ],
    );
    await client.query('delete from refusal where happened_at < now() - make_interval(days => $1)', [keepDays]);
  },
};

/** Newest first. */
export async function readRefusals(pool: Pool, { stationId, tokenId, limit }: RefusalQuery): Promise<Refusal[]> {
  const { rows } = await pool.query<Omit<Refusal, 'at'> & { at: Date }>(
    `select id, station_id as "stationId", evse_id as "evseId", token_id as "tokenId", token_type as "tokenType", status, reason,
       happened_at as at
     from refusal
     where ($1::text is null or station_id = $1) and ($2::text is null or token_id = $2)
     order by happened_at desc, id desc limit $3`,
    [stationId ?? null, tokenId ?? null, limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
