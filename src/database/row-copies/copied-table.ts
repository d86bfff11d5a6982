import type { ClientBase } from 'pg';
import { tableOrigins } from './table-origins.ts';

/** A table whose rows are copied by the commit that writes them. */
export type CopiedTable = {
  name: string;
  /** Its primary key, or one that takes nulls for values, as SQL writes it. */
  keys: readonly string[];
  /** What the copies hold: every column that is stored and neither secret nor of this moment only. */
  columns: readonly string[];
  /** Some columns are not copied. */
  isPartial: boolean;
  /** Those among them that the database numbers itself, and lets nobody change. */
  numbered: readonly string[];
};

type Found = { name: string; columns: string[]; numbered: string[]; keys: string[] | null };

/** Those that stand in this database: it may lack a pack, or the migration that gives a table its key. */
export async function readCopiedTables(client: ClientBase): Promise<CopiedTable[]> {
  const names = Object.entries(tableOrigins).flatMap(([name, { rows }]) => (rows === 'from-copies' ? [name] : []));
  const { rows } = await client.query<Found>(
    `select relname::text as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select quote_ident(attname) from pg_attribute where attrelid = pg_class.oid and attidentity = 'a') as numbered,
       (select array(select quote_ident(attname) from unnest(indkey) with ordinality as part (number, place)
           join pg_attribute on attrelid = pg_class.oid and attnum = part.number order by place)
         from pg_index where indrelid = pg_class.oid and indisunique and indpred is null and indexprs is null
           and (indisprimary or indnullsnotdistinct)
         order by indisprimary desc limit 1) as keys
     from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname = any($1)
     order by relname`,
    [names],
  );
  return rows.flatMap(({ name, keys, columns, numbered }) => {
    const origin = tableOrigins[name];
    if (keys === null || origin?.rows !== 'from-copies') return [];
    return [
      {
        name,
        keys,
        numbered,
        isPartial: origin.except.length > 0,
        columns: columns.filter((column) => !origin.except.includes(column.replaceAll('"', ''))),
      },
    ];
  });
}

/** The key and what is copied of `row`, both as JSON. Times in it are read and written in UTC, whatever the server's zone. */
export function copyOf({ keys, columns }: CopiedTable, row: string): { key: string; keyHash: string; image: string } {
  const key = picked(keys, row);
  return { key, keyHash: `md5((${key})::text)::uuid`, image: picked(columns, row) };
}

function picked(columns: readonly string[], row: string): string {
  return `(select to_jsonb(part) from (select ${columns.map((column) => `${row}.${column}`).join(', ')}) as part)`;
}
