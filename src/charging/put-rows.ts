import type { ClientBase } from 'pg';
import { columnOf, inColumns } from '#database/columns.ts';

/** A row in camelCase: `startSeconds` is the column `start_seconds`. Dates and lists become what their columns hold. */
export type Row = Readonly<Record<string, unknown>>;

type Options = {
  table: string;
  /** The columns, in camelCase, that make two rows the same; the later one replaces the earlier. Absent: rows are only added. */
  key?: readonly string[];
  /** Columns, in camelCase, whose new value is an expression over `known`, the row as it was, and `excluded`, the new one. */
  set?: Readonly<Record<string, string>>;
};

/**
 * Writes rows of one table by one statement. They travel as one JSON value that PostgreSQL reads by the table's own types, so a
 * table with many columns needs no list of lists. A column that no row names keeps its default.
 */
export async function putRows(
  client: ClientBase,
  { table, key, set = {} }: Options,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map(columnOf).join(', ');
  await client.query(
    `insert into ${table} as known (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)
     ${key === undefined ? '' : `on conflict (${key.map(columnOf).join(', ')}) do update set ${replacements(names, key, set)}`}`,
    [JSON.stringify(rows.map(inColumns))],
  );
}

/** A row of the database in camelCase; what is null there is absent here. */
export function fromColumns(row: Row, except: readonly string[] = []): Row {
  const fields = Object.entries(row)
    .filter(([name, value]) => value !== null && !except.includes(name))
    .map(([name, value]) => [camelCase(name), value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(fields) as Row;
}

function replacements(names: readonly string[], key: readonly string[], set: NonNullable<Options['set']>): string {
  return names
    .filter((name) => !key.includes(name))
    .map((name) => `${columnOf(name)} = ${set[name] ?? `excluded.${columnOf(name)}`}`)
    .join(', ');
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
