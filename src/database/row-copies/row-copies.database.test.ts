import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { coreMigrations, migrate } from '../migrate.ts';
import { attachCopies } from './attach-copies.ts';
import { beginCopying, copying } from './copying.ts';
import { rebuildFromCopies } from './rebuild-from-copies.ts';
import { tableOrigins } from './table-origins.ts';

const signal = new AbortController().signal;
const check = { isCheck: true, signal };

const insertSites = `insert into site (id, name, time_zone, currency, created_at, created_by)
  select id, id, 'Etc/UTC', 'BRL', now(), 'somebody' from unnest($1::text[]) as each (id)`;

/** As the product writes: what it does is copied. */
async function commit(pool: Pool, text: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  await beginCopying(client);
  await client.query(text, values);
  client.release(true); // a connection that copies does not go back to the others
}

test('rows that the database numbers come back with their numbers', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await commit(pool, `insert into station (id) values ('CP-1')`);
  const tickets = `insert into ticket (id, station_id, title, severity, state, evidence, parts, opened_at, opened_by, changed_at)
    select gen_random_uuid(), 'CP-1', title, 'high', 'open', '[]', '[]', now(), 'x', now() from unnest($1::text[]) as each (title)`;
  await commit(pool, tickets, [['dark', 'loud', 'wet']]);
  const read = async () => (await pool.query<object>('select number, title from ticket order by number')).rows;
  const before = await read();
  await pool.query(`delete from ticket where title = 'loud'`);
  await pool.query(`update ticket set title = 'spoilt' where title = 'wet'`);
  expect(await rebuildFromCopies(database, { isCheck: false, signal })).toMatchObject({ written: 2, refused: [] });
  expect(await read()).toEqual(before);
});

test('rows that somebody changes, adds or deletes by hand are named, and put right', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await commit(pool, insertSites, [['depot', 'harbour']]);
  await commit(pool, `insert into station (id) values ('CP-1')`);
  await commit(pool, `update site set currency = 'EUR' where id = 'harbour'`);
  await commit(
    pool,
    `insert into station_place (station_id, site_id, placed_at, placed_by) values ('CP-1', 'depot', now(), 'x')`,
  );
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 4, different: 0 });

  await pool.query(`update site set currency = 'USD', name = 'Port' where id = 'harbour'`);
  await pool.query(`delete from station_place`);
  await pool.query(`delete from site where id = 'depot'`);
  await pool.query(insertSites, [['made-up']]);
  const found = await rebuildFromCopies(database, check);
  expect(found).toMatchObject({ different: 4, byTable: { site: 3, station_place: 1 }, written: 0 });
  expect(found.examples).toHaveLength(4);
  expect(found.examples).toEqual(
    expect.arrayContaining([
      { table: 'site', key: { id: 'harbour' }, what: 'changed', columns: ['currency', 'name'] },
      { table: 'site', key: { id: 'depot' }, what: 'missing', columns: [] },
      { table: 'site', key: { id: 'made-up' }, what: 'unknown', columns: [] },
      { table: 'station_place', key: { station_id: 'CP-1' }, what: 'missing', columns: [] },
    ]),
  );

  expect(await rebuildFromCopies(database, { isCheck: false, signal })).toMatchObject({ written: 4, refused: [] });
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 4, different: 0 });
  const { rows } = await pool.query('select id, currency from site order by id');
  expect(rows).toEqual([
    { id: 'depot', currency: 'BRL' },
    { id: 'harbour', currency: 'EUR' },
  ]);
});

test('what the product changes beside the ledger is copied by the statement that does it, and what it deletes is forgotten', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await commit(pool, insertSites, [['depot', 'harbour']]);
  await pool.query(`with ${copying} update site set name = 'Depot' from copying where id = 'depot'`);
  await pool.query(`with ${copying} delete from site using copying where id = 'harbour'`);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 1, different: 0 });
  const { rows } = await pool.query('select image from row_copy');
  expect(rows).toMatchObject([{ image: { id: 'depot', name: 'Depot' } }]);
});

test('neither secrets nor what holds at this moment is copied', async () => {
  await using database = await freshDatabase();
  await commit(
    database.pool,
    `insert into station (id, password_salt, password_hash, last_seen_at) values ('CP-1', '\\x01', '\\x02', now())`,
  );
  await database.pool.query(`update station set last_seen_at = now(), link_address = '192.0.2.1'`);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 1, different: 0 });
  const { rows } = await database.pool.query<{ image: object }>('select image from row_copy');
  expect(Object.keys(rows[0]?.image ?? {})).not.toContain('password_hash');
});

test('a change that touches no copied column leaves the copy alone', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await commit(pool, `insert into station (id) values ('CP-1')`);
  await commit(pool, insertSites, [['depot']]);
  const copies = async () => (await pool.query<object>('select ctid, xmin, xmax from row_copy order by relation')).rows;
  const before = await copies();
  await commit(pool, `update station set last_seen_at = now(), link_address = '192.0.2.1'`);
  await commit(pool, `update site set name = name`);
  expect(await copies()).toEqual(before);
  await commit(pool, `update station set vendor = 'Acme', last_seen_at = now()`);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 2, different: 0 });
});

test('what an earlier version attached is replaced', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await pool.query(`create or replace function copy_rows_of_site() returns trigger language plpgsql as $$
    begin return null; end $$`);
  const client = await database.connect();
  await attachCopies(client);
  await client.end();
  await commit(pool, insertSites, [['depot']]);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 1, different: 0 });
});

test('a row that refers to one that is gone comes back after it', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await commit(pool, `insert into tariff (id, created_at, created_by) values ('city', now(), 'x')`);
  await commit(
    pool,
    `insert into tariff_version (tariff_id, version, valid_from, terms, created_at, created_by) values ('city', 1, now(), '{"elements": [1.50]}', now(), 'x')`,
  );
  await pool.query('delete from tariff_version');
  await pool.query('delete from tariff');
  expect(await rebuildFromCopies(database, { isCheck: false, signal })).toMatchObject({ written: 2, refused: [] });
  expect(await rebuildFromCopies(database, check)).toMatchObject({ different: 0 });
});

test('copying begins with the rows that are there, and a column that a migration adds is taken along', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await pool.query(`delete from row_copy_table where relation = 'site'`); // as before the first start of this version
  await pool.query(insertSites, [['depot']]);
  const client = await database.connect();
  await attachCopies(client);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 1, different: 0 });

  await pool.query(`alter table site add column colour text not null default 'green'`);
  await attachCopies(client);
  await client.end();
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 1, different: 0 });
  await pool.query(`update site set colour = 'red'`);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ examples: [{ columns: ['colour'] }] });
});

test('a session of the database in another time zone copies the same times', async () => {
  await using database = await freshDatabase();
  await commit(database.pool, `set timezone = 'Asia/Kolkata'; ${insertSites.replace('$1::text[]', `array['depot']`)}`);
  expect(await rebuildFromCopies(database, check)).toMatchObject({ rows: 1, different: 0 });
});

test('a start finds nothing to attach', async () => {
  await using database = await freshDatabase();
  const read = async () =>
    (await database.pool.query<{ oid: number }>(`select oid from pg_trigger where not tgisinternal order by oid`)).rows;
  const before = await read();
  expect(before.length).toBeGreaterThan(100);
  const attached = await database.pool.query<{ relation: string }>('select relation from row_copy_table');
  const copied = Object.entries(tableOrigins).flatMap(([name, { rows }]) => (rows === 'from-copies' ? [name] : []));
  expect(attached.rows.map(({ relation }) => relation).toSorted()).toEqual(copied.toSorted());
  await migrate(database, [coreMigrations], silentLog);
  expect(await read()).toEqual(before);
});
