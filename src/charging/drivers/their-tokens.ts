import type { ClientBase, Pool } from 'pg';

export type TheirToken = {
  id: string;
  /** It is somebody else's now, or nobody's, and stays. */
  isKept: boolean;
  /** When it was somebody else's; `to` null: it still is. */
  notTheirs: readonly { from: Date; to: Date | null }[];
};

type Row = { id: string; isKept: boolean; notTheirs: { from: string; to: string | null }[] };

/** Every token that the books ever named with this driver, whatever has become of it since. */
export async function readTheirTokens(pool: Pool, driverId: string): Promise<TheirToken[]> {
  const { rows } = await pool.query<Row>(
    `with told as (
       select body ->> 'tokenId' as token_id, id, happened_at,
         case kind when 'token-removed' then null else body ->> 'driverId' end as driver_id, body ->> 'driverId' = $1 as is_theirs
       from (select kind, id, happened_at, body_of(event) as body from event) as event
       where kind in ('token-added', 'token-changed', 'token-removed') and body ? 'driverId'
     ), theirs as (
       select token_id as id from told where is_theirs union select id from token where driver_id = $1::uuid
     ), given as (
       select token_id, driver_id, happened_at as "from", lead(happened_at) over (partition by token_id order by id) as "to"
       from told where token_id in (select id from theirs)
     )
     select theirs.id, token.id is not null and token.driver_id is distinct from $1::uuid as "isKept",
       coalesce((select jsonb_agg(jsonb_build_object('from', given."from", 'to', given."to")) from given
         where given.token_id = theirs.id and given.driver_id <> $1), '[]') as "notTheirs"
     from theirs left join token on token.id = theirs.id order by theirs.id`,
    [driverId],
  );
  return rows.map(({ notTheirs, ...row }) => ({
    ...row,
    notTheirs: notTheirs.map(({ from, to }) => ({ from: new Date(from), to: to === null ? null : new Date(to) })),
  }));
}

export function wasTheirs({ notTheirs }: TheirToken, at: Date): boolean {
  return !notTheirs.some(({ from, to }) => from <= at && (to === null || at < to));
}

const others = 'unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as others (token_id, from_at, to_at)';

/** Sessions charged with one of these tokens while it was theirs, and ends without a start that were found to belong to one. */
export const theirSessions = `
  with own as (
    select station_id, ref from session where token_hash = any($1) and not exists (
      select from ${others} where others.token_id = session.token_hash
        and session.begun_at >= others.from_at and session.begun_at < coalesce(others.to_at, 'infinity'))
  )
  select station_id, ref from own
  union
  select event.station_id, body_of(event) ->> 'ref' from event
  join own on own.station_id = event.station_id and own.ref = body_of(event) ->> 'into'
  where event.kind = 'session-merged'`;

/** The first four values of a statement with `theirSessions`. */
export function theirValues(tokens: readonly TheirToken[]): unknown[] {
  const spans = tokens.flatMap(({ id, notTheirs }) => notTheirs.map((span) => ({ id, ...span })));
  return [
    tokens.map(({ id }) => id),
    spans.map(({ id }) => id),
    spans.map(({ from }) => from),
    spans.map(({ to }) => to),
  ];
}

export async function dropStrayKeys(client: ClientBase, tokens: readonly TheirToken[]): Promise<void> {
  await client.query(
    `update signed_key set secret = null where token_hash = any($1) and not exists (
       select from ${others} where others.token_id = signed_key.token_hash
         and signed_key.created_at >= others.from_at and signed_key.created_at < coalesce(others.to_at, 'infinity'))`,
    theirValues(tokens),
  );
}
