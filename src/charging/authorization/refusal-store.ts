import type { Pool } from 'pg';
import type { AuthorizationStatus, Refusal, RefusalQuery, RefusalReason } from '#contract/access/token.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { listsOf, readRows, statementProjection } from '../rows.ts';

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
  sessionRef: string | null;
  at: Date;
};

const keepDays = 90;

/** Each refusal with its reason, for as long as someone may ask why; the ledger keeps the fact. */
export const refusals: Projection<RefusalRow> = {
  name: 'refusals',
  identity: ({ id }) => id,
  async write(client, rows) {
    await client.query(
      `insert into refusal (id, station_id, evse_id, token_id, token_type, status, reason, facts, driver_id, session_ref, happened_at)
       select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
         $9::uuid[], $10::text[], $11::timestamptz[])
       on conflict (id) do nothing`,
      listsOf(
        rows,
        ...(['id', 'stationId', 'evseId', 'tokenId', 'tokenType', 'status', 'reason'] as const),
        ({ facts }) => JSON.stringify(facts),
        ...(['driverId', 'sessionRef', 'at'] as const),
      ),
    );
    await client.query('delete from refusal where happened_at < now() - make_interval(days => $1)', [keepDays]);
  },
};

/** A session that was refused was allowed later, with the same token: from then on it is one that its driver has. */
export const liftedRefusals = statementProjection<{ stationId: string; sessionRef: string; tokenId: string }>({
  name: 'lifted refusals',
  key: ['stationId', 'sessionRef', 'tokenId'],
  statement: `update refusal set session_ref = null
     from unnest($1::text[], $2::text[], $3::text[]) as lifted (station_id, session_ref, token_id)
     where refusal.station_id = lifted.station_id and refusal.session_ref = lifted.session_ref
       and refusal.token_id = lifted.token_id`,
  fields: ['stationId', 'sessionRef', 'tokenId'],
});

export async function readRefusals(pool: Pool, query: RefusalQuery & AtSites): Promise<Refusal[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const equal = {
    stationId: 'station_id',
    tokenId: 'token_id',
    driverId: 'driver_id',
    sessionRef: 'session_ref',
  } as const;
  const conditions = [
    ...Object.entries(equal).flatMap(([field, column]) => {
      const wanted = query[field as keyof typeof equal];
      return wanted === undefined ? [] : [`${column} = ${given(wanted)}`];
    }),
    ...(query.atSites === undefined ? [] : [atSitesSql('station_id', given(query.atSites))]),
    ...(query.from === undefined ? [] : [`happened_at >= ${given(query.from)}`]),
    ...(query.to === undefined ? [] : [`happened_at < ${given(query.to)}`]),
  ];
  return readRows(
    pool,
    `select id, station_id, evse_id, token_id, token_type, status, reason, facts, happened_at as at
     from refusal ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by happened_at desc, id desc limit ${given(query.limit)}`,
    values,
  );
}
