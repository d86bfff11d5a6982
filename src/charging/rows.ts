import type { ClientBase, Pool } from 'pg';
import { columnOf, inColumns } from '#database/columns.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import type { ProjectionName } from '#ledger/projection-order.ts';

/** A row in camelCase: `startSeconds` is the column `start_seconds`. Dates, bytes and lists become what their columns hold. */
export type Row = Readonly<Record<string, unknown>>;

type Target = {
  table: string;
  /** The columns, in camelCase, that make two rows the same. Absent: rows are only added. */
  key?: readonly string[];
  /** What becomes of a row that is there: by default the new one replaces it. */
  again?: 'replace' | 'keep';
  /** Columns, in camelCase, whose new value is an expression over `known`, the row as it was, and `excluded`, the new one. */
  set?: Readonly<Record<string, string>>;
  /** Which of the known rows are replaced: a condition over `known` and `excluded`. */
  where?: string;
};

/**
 * Writes rows of one table by one statement. They travel as one JSON value that PostgreSQL reads by the table's own types, so a
 * table with many columns needs no list of lists. A column that no row names keeps its default.
 */
export async function putRows(client: ClientBase, target: Target, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map(columnOf).join(', ');
  await client.query(
    `insert into ${target.table} as known (${columns})
     select ${columns} from jsonb_populate_recordset(null::${target.table}, $1::jsonb) ${onConflict(names, target)}`,
    [recordset(rows)],
  );
}

function onConflict(names: readonly string[], { key, again = 'replace', set = {}, where }: Target): string {
  if (key === undefined) return '';
  if (again === 'keep') return 'on conflict do nothing';
  const replaced = names
    .filter((name) => !key.includes(name))
    .map((name) => `${columnOf(name)} = ${set[name] ?? `excluded.${columnOf(name)}`}`);
  const condition = where === undefined ? '' : `where ${where}`;
  return `on conflict (${key.map(columnOf).join(', ')}) do update set ${replaced.join(', ')} ${condition}`;
}

type TableProjection<Each> = Omit<Target, 'key'> & {
  name: ProjectionName;
  isIndependent?: true;
  /** What makes two rows the same: of two in one commit the later one is written, or the earlier one where a known row stays. */
  key: readonly string[];
  /** Instead of taking one of the two. */
  merge?: Projection<Each>['merge'];
  /** The columns of a row, in camelCase, where they are not its fields. */
  columns?: (row: Each) => object;
};

/** A projection whose rows are put into one table. */
export function tableProjection<Each extends object>(options: TableProjection<Each>): Projection<Each> {
  const { columns = asItIs, name: _name, merge: _merge, isIndependent: _is, ...target } = options;
  return {
    ...keyed(options),
    write: (client, rows) => putRows(client, target, rows.map(columns) as Row[]),
  };
}

function asItIs<Each>(row: Each): Each {
  return row;
}

function keyed<Each extends object>(options: Omit<TableProjection<Each>, 'table'>): Omit<Projection<Each>, 'write'> {
  const { name, isIndependent, key, again, columns = asItIs } = options;
  const merge = options.merge ?? (again === 'keep' ? (earlier: Each) => earlier : undefined);
  return {
    name,
    ...(isIndependent && { isIndependent }),
    identity(row) {
      const values = columns(row) as Row;
      return key.map((field) => textOf(values[field])).join('\n');
    },
    ...(merge && { merge }),
  };
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Removes the rows of one table that these rows name by its key. */
export async function deleteRows(
  client: ClientBase,
  { table, key }: { table: string; key: readonly string[] },
  rows: readonly object[],
): Promise<void> {
  const named = (rows as readonly Row[]).map((row) => Object.fromEntries(key.map((field) => [field, row[field]])));
  const isMeant = key.map(columnOf).map((column) => `known.${column} = gone.${column}`);
  await client.query(
    `delete from ${table} as known using jsonb_populate_recordset(null::${table}, $1::jsonb) as gone where ${isMeant.join(' and ')}`,
    [recordset(named)],
  );
}

/** A projection whose rows name rows of one table that are gone. */
export function deleteProjection<Each extends object>(
  options: Pick<TableProjection<Each>, 'name' | 'table' | 'key' | 'isIndependent'>,
): Projection<Each> {
  return { ...keyed(options), write: (client, rows) => deleteRows(client, options, rows) };
}

type Change = {
  table: string;
  /** The properties that tell which row is meant. */
  key: readonly string[];
  /** The properties that may change. */
  columns: readonly string[];
  /** Which rows may be changed at all: a condition over `known`. */
  where?: string | undefined;
};

/**
 * Changes rows that are there, each in the columns that it names and in no other: what somebody else says of the same row in the same
 * moment stays. One that is gone stays so.
 */
export async function changeRows(
  client: ClientBase,
  { table, key, columns, where = 'true' }: Change,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return;
  const names = columns.map(columnOf).join(', ');
  const isMeant = key.map(columnOf).map((column) => `known.${column} = (said.whole).${column}`);
  await client.query(
    `update ${table} as known set (${names}) = (select ${names} from jsonb_populate_record(known, said.row))
     from (select each.row, jsonb_populate_record(null::${table}, each.row) as whole
           from jsonb_array_elements($1::jsonb) as each (row)) as said
     where ${isMeant.join(' and ')} and ${where}`,
    [recordset(rows)],
  );
}

/**
 * A projection whose rows change known rows of one table; `where` is a condition over `known`. Of two changes of one row in one commit each
 * keeps what it says, and of a column that both name the later one counts.
 */
export function changeProjection<Each extends object>(options: Omit<TableProjection<Each>, 'set'>): Projection<Each> {
  const { table, key, columns = asItIs, where } = options;
  return {
    ...keyed(options),
    merge: options.merge ?? ((earlier, later) => ({ ...earlier, ...later })),
    write(client, rows) {
      const changes = rows.map(columns) as Row[];
      const changed = [...new Set(changes.flatMap((row) => Object.keys(row)))].filter((name) => !key.includes(name));
      return changeRows(client, { table, key, columns: changed, where }, changes);
    },
  };
}

type Field<Each> = keyof Each | ((row: Each) => unknown);

/** A projection of one statement, which gets a list for each of these fields of the rows, as `unnest` takes them. */
export function statementProjection<Each extends object>({
  statement,
  fields,
  ...options
}: Pick<TableProjection<Each>, 'name' | 'key' | 'again' | 'merge' | 'isIndependent'> & {
  statement: string;
  fields: readonly Field<Each>[];
}): Projection<Each> {
  return {
    ...keyed(options),
    async write(client, rows) {
      await client.query(statement, listsOf(rows, ...fields));
    },
  };
}

/** A list for each field of the rows, in this order, as `unnest` takes them. */
export function listsOf<Each>(rows: readonly Each[], ...fields: Field<Each>[]): unknown[][] {
  return fields.map((field) =>
    rows.map((row) => {
      const value = typeof field === 'function' ? field(row) : row[field];
      return value instanceof Date ? value.toISOString() : value;
    }),
  );
}

/** Rows as they are shown: their columns in camelCase, times as ISO 8601. */
export async function readRows<Shown>(
  client: Pick<Pool, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Shown[]> {
  const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
  const names = Object.keys(rows[0] ?? {}).map((column) => [column, camelCase(column)] as const);
  return rows.map((row) => Object.fromEntries(names.map(([column, name]) => [name, shown(row[column])])) as Shown);
}

/** A row of the database in camelCase; what is null there is absent here. */
export function fromColumns(row: Row, except: readonly string[] = []): Row {
  const fields = Object.entries(row)
    .filter(([name, value]) => value !== null && !except.includes(name))
    .map(([name, value]) => [camelCase(name), shown(value)]);
  return Object.fromEntries(fields) as Row;
}

function shown(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

/** Rows as PostgreSQL reads them out of JSON. */
export function recordset(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(inColumns));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
