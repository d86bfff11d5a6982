import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';
import { transaction } from './in-transaction.ts';

const put = 'insert into note (id) values ($1)';

async function noteTable() {
  const database = await freshDatabase();
  await database.pool.query('create table note (id integer primary key)');
  return Object.assign(database, {
    notes: async () =>
      (await database.pool.query<{ id: number }>('select id from note order by id')).rows.map(({ id }) => id),
  });
}

test('what the work wrote is there once it has ended, and its answer comes back', async () => {
  await using database = await noteTable();
  const answer = await transaction(database.pool, async (client) => {
    await client.query(put, [1]);
    expect(await database.notes()).toEqual([]);
    return 'done';
  });
  expect([answer, await database.notes()]).toEqual(['done', [1]]);
});

test('work that fails leaves nothing, and its connection serves the next one', async () => {
  await using database = await noteTable();
  const failing = transaction(database.pool, async (client) => {
    await client.query(put, [1]);
    await client.query(put, [1]);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await database.notes()).toEqual([]);
  expect(database.pool.totalCount).toBe(1);
  await transaction(database.pool, (client) => client.query(put, [2]));
  expect(await database.notes()).toEqual([2]);
});

test('a connection that broke is not used again', async () => {
  await using database = await noteTable();
  const broken = transaction(database.pool, (client) => client.query('select pg_terminate_backend(pg_backend_pid())'));
  await expect(broken).rejects.toThrow();
  expect(database.pool.totalCount).toBe(0);
  expect(await database.notes()).toEqual([]);
});
