import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { LastSeen } from './last-seen.ts';

test('a row that somebody else is writing is left to them, and the others are written', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await pool.query("insert into station (id, offline_reason) values ('CP-1', 'x'), ('CP-2', 'x')");
  const lastSeen = new LastSeen({ pool, log: silentLog });
  const at = new Date('2026-03-01T08:00:00Z');
  for (const stationId of ['CP-2', 'CP-1']) lastSeen.note(stationId, at);
  const writer = await database.connect();
  await writer.query('begin');
  await writer.query("update station set vendor = 'Acme' where id = 'CP-1'");
  await lastSeen.flush();
  await writer.query('commit');
  await writer.end();
  const { rows } = await pool.query('select id, last_seen_at from station order by id');
  expect(rows).toEqual([
    { id: 'CP-1', last_seen_at: null },
    { id: 'CP-2', last_seen_at: at },
  ]);
  await lastSeen.close();
});
