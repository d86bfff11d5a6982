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
  const bodies = await readBodies(client);
  for (const table of wanted.values())
    if (!isDeepStrictEqual(known.get(table.name), table.columns) || bodies.get(table.name) !== bodyOf(table))
      await inTransaction(client, () => attach(client, table, known.get(table.name)));
  for (const name of known.keys())
    if (!wanted.has(name))
      await inTransaction(client, async () => {
        await client.query(`drop function if exists ${functionOf(name)} cascade`);
        await client.query('delete from row_copy where relation = $1', [name]);
        await client.query('delete from row_copy_table where relation = $1', [name]);
      });
}

/** An earlier version of the product may have written them otherwise. */
async function readBodies(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ relation: string; body: string }>(
    `select relation, prosrc as body from row_copy_table
     join pg_proc on proname = '${functionOf('')}' || relation and pronamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ relation, body }) => [relation, body]));
}

async function attach(client: ClientBase, table: CopiedTable, before: readonly string[] | undefined): Promise<void> {
  const { name, columns } = table;
  await client.query(`set local timezone = 'UTC'`);
  await client.query(`lock table ${name} in share row exclusive mode`); // no row is written between its copy and the trigger
  await client.query(functionText(table));
  for (const [event, each] of triggersOf(table))
    await client.query(
      `create or replace trigger row_copy_${event} after ${event} on ${name} ${each} execute function ${functionOf(name)}()`,
    );
  if (before === undefined) await client.query(insertText(table, name));
  else await takeColumns(client, table, before);
  await client.query(
    `insert into row_copy_table (relation, columns) values ($1, $2)
     on conflict (relation) do update set columns = excluded.columns`,
    [name, columns],
  );
}

/**
 * Where some columns are not copied, most changes are of those alone, such as when a token was last used: such a row is left out before
 * anything is called for it. Rows are compared byte by byte, since not every type knows what is equal.
 */
function triggersOf({ columns, isPartial }: CopiedTable): [event: string, each: string][] {
  const of = (row: string) => `row(${columns.map((column) => `${row}.${column}`).join(', ')})::record`;
  return [
    ['insert', 'referencing new table as new_rows for each statement'],
    [
      'update',
      isPartial
        ? `for each row when (${of('old')} *<> ${of('new')})`
        : 'referencing new table as new_rows for each statement',
    ],
    ['delete', 'referencing old table as old_rows for each statement'],
  ];
}

function functionOf(name: string): string {
  return `copy_rows_of_${name}`;
}

function functionText(table: CopiedTable): string {
  return `create or replace function ${functionOf(table.name)}() returns trigger language plpgsql set timezone = 'UTC' as $$${bodyOf(table)}$$`;
}

/** Only what the product commits is copied: a row that somebody changes by hand is to be found. */
function bodyOf(table: CopiedTable): string {
  const { name } = table;
  return `
    begin
      if current_setting('${copyingSetting}', true) is distinct from 'on' then return null; end if;
      if tg_op = 'DELETE' then
        delete from row_copy where relation = '${name}'
          and key_hash in (select ${copyOf(table, 'gone').keyHash} from old_rows as gone);
      elsif tg_level = 'ROW' then
        ${insertText(table, '(select new.*)')};
      else
        ${insertText(table, 'new_rows')};
      end if;
      return null;
    end `;
}

/** A row whose copied columns stay as they are costs a look and no write: `on conflict` alone would lock its copy. */
function insertText(table: CopiedTable, rows: string): string {
  const { key, image } = copyOf(table, 'each');
  return `insert into row_copy as known (relation, key_hash, key, image)
    select relation, key_hash, key, image from (
      select '${table.name}' as relation, md5(key::text)::uuid as key_hash, key, image
      from (select ${key} as key, ${image} as image from ${rows} as each) as made offset 0
    ) as made
    where not exists (select from row_copy as same
      where same.relation = made.relation and same.key_hash = made.key_hash and same.image = made.image)
    on conflict (relation, key_hash) do update set image = excluded.image, xid = pg_current_xact_id()`;
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
