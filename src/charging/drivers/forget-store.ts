import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { readHolders } from '../local-lists/list-content-store.ts';
import { dropStrayKeys, type TheirToken, theirSessions, theirValues } from './their-tokens.ts';

/** Takes the secrets of their signed values away, also of sessions that have none yet, and remembers whose late ones to leave out. */
export const forgottenTokens: Projection<TheirToken & { at: Date }> = {
  name: 'forgotten tokens',
  identity: ({ id }) => id,
  merge: (earlier) => earlier,
  async write(client, rows) {
    const gone = rows.filter(({ isKept }) => !isKept);
    await client.query(
      `insert into forgotten_token (id, forgotten_at) select * from unnest($1::text[], $2::timestamptz[]) on conflict do nothing`,
      [gone.map(({ id }) => id), gone.map(({ at }) => at)],
    );
    await client.query(
      `insert into signed_key (station_id, session_ref, secret, created_at)
       select station_id, ref, null, now() from (${theirSessions}) as theirs
       on conflict (station_id, session_ref) do update set secret = null`,
      theirValues(rows),
    );
    await dropStrayKeys(client, rows);
  },
};

export type RemainingData = { sessions: number; signedValues: number; stations: number };

/** What there is of these tokens, before it is forgotten. */
export async function readKept(pool: Pool, tokens: readonly TheirToken[]): Promise<RemainingData> {
  const { rows } = await pool.query<Omit<RemainingData, 'stations'>>(
    `with theirs as (${theirSessions})
     select (select count(*)::integer from theirs join session using (station_id, ref) where token_hash is not null) as sessions,
       (select count(*)::integer from theirs
        join meter_message as message on message.station_id = theirs.station_id and message.session_ref = theirs.ref
        cross join lateral jsonb_array_elements(message.samples) as sample
        where message.samples is not null and sample -> 'signed' is not null) as "signedValues"`,
    theirValues(tokens),
  );
  const forgotten = tokens.filter(({ isKept }) => !isKept).map(({ id }) => id);
  const { size: stations } = await readHolders(pool, forgotten);
  return { ...(rows[0] as Omit<RemainingData, 'stations'>), stations };
}
