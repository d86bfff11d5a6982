import type { Pool } from 'pg';

/** How far we have read the ledger, by reader. */
export function positionsOf(pool: Pool) {
  return {
    async read(reader: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ position: string }>(
        'select position from roaming_position where reader = $1',
        [reader],
      );
      return rows[0]?.position;
    },
    async save(reader: string, position: string): Promise<void> {
      await pool.query(
        `insert into roaming_position (reader, position) values ($1, $2)
         on conflict (reader) do update set position = excluded.position`,
        [reader, position],
      );
    },
  };
}
