import type { ClientBase } from 'pg';
import { columnOf, inColumns } from '#database/columns.ts';
import type { Row } from './put-rows.ts';

type Options = {
  table: string;
  /** The property that tells rows apart. */
  key: string;
  /** The properties that may change. */
  columns: readonly string[];
  /** Which rows may be changed at all: a condition over `known`. */
  where?: string;
};

/**
 * Changes rows that are there, each in the columns that it names and in no other: what somebody else says of the same row in the same
 * moment stays. One that is gone stays so.
 */
export async function changeRows(
  client: ClientBase,
  { table, key, columns, where = 'true' }: Options,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(columnOf).join(', ');
  await client.query(
    `update ${table} as known set (${names}) = (select ${names} from jsonb_populate_record(known, said.row))
     from (select each.row, (jsonb_populate_record(null::${table}, each.row)).${columnOf(key)} as key
           from jsonb_array_elements($1::jsonb) as each (row)) as said
     where known.${columnOf(key)} = said.key and ${where}`,
    [JSON.stringify(rows.map(inColumns))],
  );
}
