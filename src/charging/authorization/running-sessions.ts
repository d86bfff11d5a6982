import type { Pool } from 'pg';
import type { RunningSession } from './decide.ts';

export type PersonAsk = {
  tokenId: string;
  /** All their tokens count; null: the token alone. */
  driverId: string | null;
  stationId: string;
  /** The session itself, which does not count; null: there is none yet. */
  ref: string | null;
  at: string;
  /** It began a while ago: what ran then counts, and not what runs now. */
  isLate: boolean;
};

/** Older ones are no longer looked for: their refusals are not kept either, and the index ends the search. */
const longestDays = 90;

/**
 * By the asks as JSON, so that those of one moment are one statement. A session whose token was refused does not count: the
 * station was told to end it.
 */
export async function readRunning(pool: Pool, keys: readonly string[]): Promise<Map<string, RunningSession[]>> {
  const asks = keys.map((key) => JSON.parse(key) as PersonAsk);
  const { rows } = await pool.query<Omit<RunningSession, 'startedAt'> & { startedAt: Date | null; asked: string }>(
    `select asked.number as asked, session.id as "sessionId", session.station_id as "stationId", session.ref,
       session.started_at as "startedAt"
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[]) with ordinality
       as asked (token_id, driver_id, station_id, ref, at, is_late, number)
     cross join lateral (
       select asked.token_id as id union select token.id from token where token.driver_id = asked.driver_id
     ) as theirs
     join session on session.token_hash = theirs.id and session.begun_at > asked.at - make_interval(days => $7)
       and case when is_late
         then session.state <> 'merged' and session.started_at <= asked.at
           and (session.state = 'running' or session.ended_at > asked.at)
         else session.state = 'running' end
       and not (session.station_id = asked.station_id and asked.ref is not null and session.ref = asked.ref)
       and not exists (select from refusal where refusal.station_id = session.station_id
         and refusal.session_ref = session.ref and refusal.token_id = session.token_hash)
     order by session.begun_at`,
    [
      asks.map(({ tokenId }) => tokenId),
      asks.map(({ driverId }) => driverId),
      asks.map(({ stationId }) => stationId),
      asks.map(({ ref }) => ref),
      asks.map(({ at }) => at),
      asks.map(({ isLate }) => isLate),
      longestDays,
    ],
  );
  const found = new Map<string, RunningSession[]>(keys.map((key) => [key, []]));
  for (const { asked, startedAt, ...session } of rows) {
    const key = keys[Number(asked) - 1] ?? '';
    found.get(key)?.push({ ...session, startedAt: startedAt?.toISOString() ?? null });
  }
  return found;
}

export async function isCommitted(
  pool: Pool,
  { stationId, ref }: { stationId: string; ref: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from session where station_id = $1 and ref = $2 and token_hash is not null',
    [stationId, ref],
  );
  return rowCount === 1;
}

/** Whether a session was begun with this token, and the token was not refused there. */
export async function wasAccepted(
  pool: Pool,
  { stationId, ref, tokenId }: { stationId: string; ref: string; tokenId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from session where station_id = $1 and ref = $2 and token_hash = $3
       and not exists (select from refusal where station_id = $1 and session_ref = $2 and token_id = $3)`,
    [stationId, ref, tokenId],
  );
  return rowCount === 1;
}

export type PresentedToken = { stationId: string; tokenId: string; driverId: string | null; groupId: string | null };

/** Whether a session runs at the station that this token may end: its own, its driver's or one of its group (C09). */
export async function hasToEnd(
  pool: Pool,
  { stationId, tokenId, driverId, groupId }: PresentedToken,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from session
     left join token on token.id = session.token_hash
     left join driver on driver.id = token.driver_id
     where session.station_id = $1 and session.state = 'running'
       and (session.token_hash = $2 or token.driver_id = $3 or coalesce(token.group_id, driver.group_id) = $4)
     limit 1`,
    [stationId, tokenId, driverId, groupId],
  );
  return rowCount === 1;
}
