import { expect, test } from 'vitest';
import { sqlTables } from '../scripts/generators/tables-reference.ts';
import { freshDatabase } from './support/postgres.ts';

test('the tables and columns read from the migrations are those of a real database', async () => {
  await using database = await freshDatabase();
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attname) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and relname <> 'migration'
     group by relname order by relname`,
  );
  const read = sqlTables
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name).toSorted() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(read).toEqual(rows);
});
