import type { Pool } from 'pg';

/** How far a reader of the ledger is, so that it goes on there after a restart. */
export async function readPosition(pool: Pool, reader: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ position: string }>(
    'select position from automation_position where reader = $1',
    [reader],
  );
  return rows[0]?.position;
}

export async function savePosition(pool: Pick<Pool, 'query'>, reader: string, position: string): Promise<void> {
  await pool.query(
    `insert into automation_position (reader, position) values ($1, $2)
     on conflict (reader) do update set position = excluded.position`,
    [reader, position],
  );
}
