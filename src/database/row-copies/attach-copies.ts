import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import { inTransaction } from '../in-transaction.ts';
import { type CopiedTable, copyOf, readCopiedTables } from './copied-table.ts';
import { copyingSetting } from './copying.ts';

/**
 * Sees to it that every commit copies the rows it writes into the tables that are to be copied. What stands in a table when its
 * copying begins is taken as it is found, and so is a column that a migration adds.
 */
export async function attachCopies(client: ClientBase): Promise<void> {
  const wanted = new Map((await readCopiedTables(client)).map((table) => [table.name, table]));
  const { rows } = await client.query<{ relation: string; columns: string[] }>(
    'select relation, columns from row_copy_table',
  );
  const known = new Map(rows.map(({ relation, columns }) => [relation, columns]));
  for (const table of wanted.values())
    if (!isDeepStrictEqual(known.get(table.name), table.columns))
      await inTransaction(client, () => attach(client, table, known.get(table.name)));
  for (const name of known.keys())
    if (!wanted.has(name))
      await inTransaction(client, async () => {
        await client.query(`drop function if exists ${functionOf(name)} cascade`);
        await client.query('delete from row_copy where relation = $1', [name]);
        await client.query('delete from row_copy_table where relation = $1', [name]);
      });
}

async function attach(client: ClientBase, table: CopiedTable, before: readonly string[] | undefined): Promise<void> {
  const { name, columns } = table;
  await client.query(`set local timezone = 'UTC'`);
  await client.query(`lock table ${name} in share row exclusive mode`); // no row is written between its copy and the trigger
  await client.query(functionText(table));
  for (const [event, referencing] of triggers)
    await client.query(
      `create or replace trigger row_copy_${event} after ${event} on ${name} referencing ${referencing}
       for each statement execute function ${functionOf(name)}()`,
    );
  if (before === undefined) await client.query(insertText(table, name));
  else await takeColumns(client, table, before);
  await client.query(
    `insert into row_copy_table (relation, columns) values ($1, $2)
     on conflict (relation) do update set columns = excluded.columns`,
    [name, columns],
  );
}

const triggers = [
  ['insert', 'new table as new_rows'],
  ['update', 'new table as new_rows'],
  ['delete', 'old table as old_rows'],
] as const;

function functionOf(name: string): string {
  return `copy_rows_of_${name}`;
}

/** Only what the product commits is copied: a row that somebody changes by hand is to be found. */
function functionText(table: CopiedTable): string {
  const { name } = table;
  return `create or replace function ${functionOf(name)}() returns trigger language plpgsql set timezone = 'UTC' as $$
    begin
      if current_setting('${copyingSetting}', true) is distinct from 'on' then return null; end if;
      if tg_op = 'DELETE' then
        delete from row_copy where relation = '${name}'
          and key_hash in (select ${copyOf(table, 'gone').keyHash} from old_rows as gone);
      else
        ${insertText(table, 'new_rows')};
      end if;
      return null;
    end $$`;
}

/** A row whose copied columns stay as they are costs a look and no write. */
function insertText(table: CopiedTable, rows: string): string {
  const { key, image } = copyOf(table, 'each');
  return `insert into row_copy as known (relation, key_hash, key, image)
    select '${table.name}', md5(key::text)::uuid, key, image from (select ${key} as key, ${image} as image from ${rows} as each) as made
    on conflict (relation, key_hash) do update set image = excluded.image, xid = pg_current_xact_id()
      where known.image is distinct from excluded.image`;
}

async function takeColumns(client: ClientBase, table: CopiedTable, before: readonly string[]): Promise<void> {
  const { name, columns, keys } = table;
  const { keyHash, image } = copyOf(
    { ...table, columns: columns.filter((column) => !before.includes(column)) },
    'each',
  );
  const gone = before.filter((column) => !columns.includes(column)).map((column) => column.replaceAll('"', ''));
  if (columns.some((column) => !before.includes(column)))
    await client.query(
      `update row_copy set image = image || ${image} from ${name} as each where relation = $1 and key_hash = ${keyHash}`,
      [name],
    );
  if (gone.some((column) => !keys.includes(column)))
    await client.query('update row_copy set image = image - $2::text[] where relation = $1', [name, gone]);
}
