import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { tempDataDir } from '../../test/support/data-dir.ts';
import { eventLog } from '../../test/support/event-log.ts';
import { type FreshDatabase, freshDatabase } from '../../test/support/postgres.ts';
import { coreMigrations, migrate, mustBeMigrated } from './migrate.ts';

const carAndColor = {
  '0001-car.sql': 'create table car (id integer);',
  '0002-color.sql': "alter table car add color text; insert into car values (1, 'red');",
};

test('migrations are applied in order, once', async () => {
  await using garage = await openGarage(carAndColor);
  await garage.migrate();
  await garage.migrate();
  expect(await garage.rows('select * from car')).toEqual([{ id: 1, color: 'red' }]);
  expect(await garage.applied()).toEqual(['0001-car.sql', '0002-color.sql']);
});

test('the migrations of the product apply, and a second start finds nothing to do', async () => {
  await using database = await freshDatabase();
  const log = eventLog();
  await migrate(database, [coreMigrations], log);
  expect(log.lines).toEqual([]);
});

test('processes that start at once take turns', async () => {
  await using garage = await openGarage(carAndColor);
  await Promise.all(Array.from({ length: 6 }, () => garage.migrate()));
  expect(await garage.rows('select * from car')).toEqual([{ id: 1, color: 'red' }]);
});

test('two packs may use the same numbers', async () => {
  await using garage = await openGarage({ '0001-car.sql': 'create table car ()' });
  await using shop = await openGarage({ '0001-shelf.sql': 'create table shelf ()' });
  const sets = [garage.set, { ...shop.set, owner: 'library' }];
  await migrate(garage.database, sets, silentLog);
  expect(await garage.applied()).toEqual(['0001-car.sql', '0001-shelf.sql']);
});

test('a migration that fails leaves nothing of itself and names itself', async () => {
  await using garage = await openGarage({
    ...carAndColor,
    '0003-broken.sql': 'create table half (); select from nowhere;',
  });
  await expect(garage.migrate()).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(
      /^Migration garage\/0003-broken\.sql failed.*relation "nowhere" does not exist/,
    ) as string,
  });
  expect(await garage.rows("select to_regclass('half') as half")).toEqual([{ half: null }]);
  expect(await garage.applied()).toEqual(['0001-car.sql', '0002-color.sql']);
});

test('a file that was changed after it had been applied is refused', async () => {
  await using garage = await openGarage(carAndColor);
  await garage.migrate();
  await garage.write({ '0001-car.sql': 'create table car (id bigint);' });
  await expect(garage.migrate()).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(/garage\/0001-car\.sql has changed since it was applied.*new migration/) as string,
  });
});

test('a checkout with other line ends is the same file', async () => {
  await using garage = await openGarage({ '0001-car.sql': 'create table car (\n  id integer\n);\n' });
  await garage.migrate();
  await garage.write({ '0001-car.sql': 'create table car (\r\n  id integer\r\n);\r\n' });
  await expect(garage.migrate()).resolves.toBeUndefined();
});

test('a node of the version before starts again beside a newer one that has only added', async () => {
  await using garage = await openGarage(carAndColor);
  await garage.migrate();
  await rm(join(garage.set.folder, '0002-color.sql'));
  const log = eventLog();
  await migrate(garage.database, [garage.set], log);
  expect(log.lines).toMatchObject([
    {
      level: 'warn',
      facts: { migrations: ['garage/0002-color.sql'] },
      sentence: expect.stringContaining('newer') as string,
    },
  ]);
  expect(await garage.rows('select * from car')).toEqual([{ id: 1, color: 'red' }]);
});

test('what a newer program has its commits copy stays copied when one of the version before starts', async () => {
  await using database = await freshDatabase();
  await database.pool.query(
    `insert into migration (owner, number, name, checksum, only_adds) values ('core', 999, '0999-later.sql', '', true)`,
  );
  await database.pool.query(`insert into row_copy_table (relation, columns) values ('later', '{id}')`);
  await migrate(database, [coreMigrations], silentLog);
  const { rows } = await database.pool.query(`select relation from row_copy_table where relation = 'later'`);
  expect(rows).toEqual([{ relation: 'later' }]);
});

test('a database from which a newer program has taken something away is refused', async () => {
  await using garage = await openGarage({
    ...carAndColor,
    '0003-no-color.sql': '-- contract of garage/0002-color.sql: cars have none\nalter table car drop column color;',
  });
  await garage.migrate();
  await rm(join(garage.set.folder, '0003-no-color.sql'));
  await expect(garage.migrate()).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(/newer SIGEC.*garage\/0003-no-color\.sql.*Upgrade SIGEC/) as string,
  });
});

test('a visitor of an older version is refused by a database of a newer one', async () => {
  await using garage = await openGarage(carAndColor);
  await garage.migrate();
  await rm(join(garage.set.folder, '0002-color.sql'));
  await expect(mustBeMigrated(garage.database, [garage.set], silentLog)).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('newer SIGEC') as string,
  });
});

test('migrations of a pack that is switched off are left alone', async () => {
  await using garage = await openGarage(carAndColor);
  await garage.migrate();
  await expect(migrate(garage.database, [coreMigrations], silentLog)).resolves.toBeUndefined();
});

test.for([
  ['a gap', { '0001-car.sql': '', '0003-color.sql': '' }, '0003-color.sql stands where migration 0002'],
  ['a repetition', { '0001-car.sql': '', '0001-color.sql': '' }, '0001-color.sql stands where migration 0002'],
  ['a name without number', { 'car.sql': '' }, 'car.sql stands where migration 0001'],
] as const)('%s in the numbers is refused before anything is applied', async ([, files, sentence]) => {
  await using garage = await openGarage(files);
  await expect(garage.migrate()).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining(sentence) as string,
  });
  expect(await garage.applied()).toEqual([]);
});

type Garage = AsyncDisposable & {
  database: FreshDatabase;
  set: { owner: string; folder: string };
  write(files: Record<string, string>): Promise<void>;
  migrate(): Promise<void>;
  rows(sql: string): Promise<unknown[]>;
  applied(): Promise<string[]>;
};

/** A database and a folder with migrations of a pack. */
async function openGarage(files: Record<string, string>): Promise<Garage> {
  const [database, folder] = await Promise.all([freshDatabase(), tempDataDir()]);
  const set = { owner: 'garage', folder: folder.path };
  const write = async (more: Record<string, string>) => {
    for (const [name, sql] of Object.entries(more)) await writeFile(join(folder.path, name), sql);
  };
  await mkdir(folder.path);
  await write(files);
  return {
    database,
    set,
    write,
    migrate: () => migrate(database, [set], silentLog),
    rows: async (sql) => (await database.pool.query<Record<string, unknown>>(sql)).rows,
    async applied() {
      const { rows } = await database.pool.query<{ name: string }>(
        "select name from migration where owner in ('garage', 'library') order by applied_at",
      );
      return rows.map(({ name }) => name);
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
