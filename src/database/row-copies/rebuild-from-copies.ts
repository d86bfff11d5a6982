import type { Client } from 'pg';
import { asError } from '#base/errors.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../in-transaction.ts';
import { type CopiedTable, copyOf, readCopiedTables } from './copied-table.ts';

/** A row that is not as its commit left it: gone, changed in these columns, or of no commit at all. */
export type DifferentRow = {
  table: string;
  key: Record<string, unknown>;
  what: 'missing' | 'unknown' | 'changed';
  columns: string[];
};

export type CopyRebuildReport = {
  tables: number;
  rows: number;
  different: number;
  byTable: Record<string, number>;
  examples: DifferentRow[];
  written: number;
  /** Tables in which something could not be put right, such as a row whose secret no copy holds. */
  refused: { table: string; reason: string }[];
};

const examplesPerTable = 5;
/** A row waits for the one that it refers to, which may be missing too. */
const maxRounds = 5;

/** L8: every row of the copied tables against the copy that its last commit left of it. */
export async function rebuildFromCopies(
  database: Database,
  { isCheck, signal }: { isCheck: boolean; signal: AbortSignal },
): Promise<CopyRebuildReport> {
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(await database.connect({ queryTimeoutMs: 0 }), (open) => open.end());
  await client.query(`set timezone = 'UTC'`);
  const tables = await readCopiedTables(client);
  const counted = await client.query<{ count: number }>('select count(*)::float8 as count from row_copy');
  const report: CopyRebuildReport = {
    tables: tables.length,
    rows: counted.rows[0]?.count ?? 0,
    different: 0,
    byTable: {},
    examples: [],
    written: 0,
    refused: [],
  };
  let wrong: CopiedTable[] = [];
  for (const table of tables) {
    signal.throwIfAborted();
    const { count, examples } = await compare(client, table);
    if (count === 0) continue;
    report.byTable[table.name] = count;
    report.different += count;
    report.examples.push(...examples);
    wrong.push(table);
  }
  if (isCheck) return report;
  for (let round = 1; wrong.length > 0 && round <= maxRounds; round += 1) {
    report.refused = [];
    for (const table of wrong) {
      signal.throwIfAborted();
      report.written += await putRight(client, table).catch((error: unknown) => {
        report.refused.push({ table: table.name, reason: asError(error).message });
        return 0;
      });
    }
    wrong = wrong.filter(({ name }) => report.refused.some(({ table }) => table === name));
  }
  return report;
}

type Compared = { count: number; examples: DifferentRow[] };

async function compare(client: Client, table: CopiedTable): Promise<Compared> {
  const { key, image } = copyOf(table, 'each');
  const { rows } = await client.query<Omit<DifferentRow, 'table'> & { count: number }>(
    `with copies as (select key_hash, key, image from row_copy where relation = $1),
       real as (
         select md5(key::text)::uuid as key_hash, key, image from (
           select ${key} as key, ${image} as image from ${table.name} as each) as made)
     select coalesce(copies.key, real.key) as key, count(*) over ()::integer as count,
       case when copies.key is null then 'unknown' when real.key is null then 'missing' else 'changed' end as what,
       case when copies.key is null or real.key is null then '{}'::text[] else array(
         select name from jsonb_object_keys(copies.image || real.image) as name
         where copies.image -> name is distinct from real.image -> name order by name) end as columns
     from copies full join real using (key_hash) where copies.image is distinct from real.image limit ${examplesPerTable}`,
    [table.name],
  );
  return {
    count: rows[0]?.count ?? 0,
    examples: rows.map(({ key: named, what, columns }) => ({ table: table.name, key: named, what, columns })),
  };
}

/** Everything of one table or nothing. */
async function putRight(client: Client, table: CopiedTable): Promise<number> {
  const { name, columns, numbered } = table;
  const list = columns.join(', ');
  const changeable = columns.filter((column) => !numbered.includes(column)).join(', ');
  const { keyHash, image } = copyOf(table, 'each');
  const ofCopy = (row: string, of = list) => `(select ${of} from jsonb_populate_record(${row}, copy.image))`;
  const isOfTable = `copy.relation = '${name}'`;
  const isCopied = `select from row_copy as copy where ${isOfTable} and copy.key_hash = ${keyHash}`;
  const isThere = `select from ${name} as each where ${keyHash} = copy.key_hash`;
  const statements = [
    `delete from ${name} as each where not exists (${isCopied})`,
    `update ${name} as each set (${changeable}) = ${ofCopy('each', changeable)}
     from row_copy as copy where ${isOfTable} and copy.key_hash = ${keyHash} and copy.image is distinct from ${image}`,
    `insert into ${name} (${list}) overriding system value
     select filled.* from row_copy as copy cross join lateral ${ofCopy(`null::${name}`)} as filled
     where ${isOfTable} and not exists (${isThere})`,
  ];
  return inTransaction(client, async () => {
    let written = 0;
    for (const statement of statements) written += (await client.query(statement)).rowCount ?? 0;
    return written;
  });
}
