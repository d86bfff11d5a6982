import type { Pool } from 'pg';

export type DisclosureRow = { level: string; unlocked: string[]; interactions: number; expires_at: Date };

export type Used = { sessionId: string; pack: string; principal: string; now: Date; expiresAt: Date };

/** More than a program opens that ends what it began; who does not is told so. */
const maxPerPrincipal = 5_000;
/** Callers without a key share theirs, and none may lock the others out: there the one that was used longest ago makes room. */
const maxAnonymous = 500;

export type RowChange = { assignments: string; values?: readonly unknown[] };

/** Changes the session's row in one statement, so that of two calls at once neither is lost. Values begin at $6. */
export async function changeRow(
  pool: Pool,
  { sessionId, pack, principal, now, expiresAt }: Used,
  { assignments, values = [] }: RowChange,
): Promise<DisclosureRow | undefined> {
  const { rows } = await pool.query<DisclosureRow>(
    `update disclosure set ${assignments}, expires_at = $4
     where session_id = $1 and pack = $2 and principal = $3 and expires_at > $5 returning *`,
    [sessionId, pack, principal, expiresAt, now, ...values],
  );
  return rows[0];
}

/** Makes the row, unless the session is another principal's or there are too many; one whose time is over makes room. */
export async function beginRow(pool: Pool, used: Used, level: string): Promise<void> {
  const { sessionId, pack, principal, now, expiresAt } = used;
  if (principal.startsWith('anonymous:')) await makeRoom(pool, principal);
  await pool.query(
    `insert into disclosure as known (session_id, pack, principal, level, expires_at)
     select $1, $2, $3, $4, $5
     where not exists (select from disclosure where session_id = $1 and principal <> $3 and expires_at > $6)
       and (select count(*) from disclosure where principal = $3 and expires_at > $6) < $7
     on conflict (session_id, pack) do update
       set principal = excluded.principal, level = excluded.level, unlocked = '{}', interactions = 0, expires_at = excluded.expires_at
       where known.expires_at <= $6`,
    [sessionId, pack, principal, level, expiresAt, now, maxPerPrincipal],
  );
}

async function makeRoom(pool: Pool, principal: string): Promise<void> {
  await pool.query(
    `delete from disclosure where (session_id, pack) in
       (select session_id, pack from disclosure where principal = $1 order by expires_at desc offset $2)`,
    [principal, maxAnonymous - 1],
  );
}

/** The pack that a session was last used for. */
export async function lastPack(
  pool: Pool,
  { sessionId, principal, now }: Pick<Used, 'sessionId' | 'principal' | 'now'>,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ pack: string }>(
    `select pack from disclosure where session_id = $1 and principal = $2 and expires_at > $3
     order by expires_at desc, pack limit 1`,
    [sessionId, principal, now],
  );
  return rows[0]?.pack;
}

export async function isAnothers(pool: Pool, { sessionId, principal, now }: Used): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from disclosure where session_id = $1 and principal <> $2 and expires_at > $3 limit 1',
    [sessionId, principal, now],
  );
  return rowCount === 1;
}

export async function clearRows(pool: Pool, sessionId: string, principal: string): Promise<boolean> {
  const sql = 'delete from disclosure where session_id = $1 and principal = $2';
  return ((await pool.query(sql, [sessionId, principal])).rowCount ?? 0) > 0;
}

export async function forgetExpired(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from disclosure where expires_at <= $1', [now]);
}
