import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';

test('stored events get the kinds of today, and nothing can be changed afterwards', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  for (const kind of ['station-knocked', 'schedules-partly-reported', 'station-booted'])
    await pool.query("insert into event (kind, station_id, happened_at, body) values ($1, 'CP-1', now(), '{}')", [
      kind,
    ]);
  await pool.query(await readFile(join(import.meta.dirname, 'migrations', '0014-event-kinds.sql'), 'utf8'));
  const { rows } = await pool.query<{ kind: string }>('select kind from event order by id');
  expect(rows.map(({ kind }) => kind)).toEqual([
    'station-pending',
    'charging-profiles-partly-reported',
    'station-booted',
  ]);
  await expect(pool.query("update event set kind = 'other'")).rejects.toThrow('written once and never changed');
});
