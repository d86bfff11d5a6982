import { relative } from 'node:path';
import { coreMigrations } from '../../src/database/migrate.ts';
import { type TableOrigin, tableOrigins } from '../../src/database/row-copies/table-origins.ts';
import { allMigrations } from '../../src/main/open-store.ts';
import { root } from '../run-tool.ts';
import type { GeneratedFile } from './generated-file.ts';
import { code, referencePage, table } from './reference-page.ts';
import { readTables, type SqlTable } from './sql-tables.ts';
import { tableDescriptions } from './table-descriptions.ts';

/** The first tables of the database were made in one place; these parts work on them. */
const ownersOfCoreTables: Readonly<Record<string, string>> = {
  '0002-stations.sql': 'charging/stations',
  '0003-principals.sql': 'principals',
  '0015-people.sql': 'principals',
  '0010-assistant.sql': 'assistant',
};

export const sqlTables: readonly SqlTable[] = readTables(allMigrations.map(({ folder }) => folder));

/** The reference of all tables, from the migrations. */
export async function tablesReference(): Promise<GeneratedFile[]> {
  const byOwner = Map.groupBy(sqlTables, ownerOf);
  const owners = [...byOwner.keys()].toSorted();
  const lines = [
    `The ${sqlTables.length} tables of the database, by the part of \`src/\` that owns and writes them. The table \`event\` holds the facts; nearly all`,
    'others are derived from them. One more table, `migration`, says which migrations were applied.',
    '',
    '`sigec database rebuild` has each of them from its events, or from the copy that every commit keeps of the rows it writes; a table that is not',
    'derived says why.',
    ...owners.flatMap((owner) => ['', `## ${owner}`, '', ...tableTable(byOwner.get(owner) ?? [])]),
  ];
  const page = referencePage('tables', { title: 'Tables', source: 'the migrations', lines });
  const known = new Set(sqlTables.map(({ name }) => name));
  const problems = [
    ...sqlTables
      .filter((each) => about(each) === undefined)
      .map(({ name, file }) => `Table ${name} (${file}) has no comment above it that says what it holds.`),
    ...Object.keys(tableDescriptions)
      .filter((name) => !known.has(name))
      .map((name) => `scripts/generators/table-descriptions.ts describes ${name}, which is no table any more.`),
    ...sqlTables.flatMap(originProblems),
    ...Object.keys(tableOrigins)
      .filter((name) => !known.has(name))
      .map((name) => `src/database/row-copies/table-origins.ts speaks of ${name}, which is no table any more.`),
  ];
  return [{ ...page, problems }];
}

function tableTable(tables: readonly SqlTable[]): string[] {
  const rows = tables.map((each) => [
    code(each.name),
    about(each) ?? '',
    shownOrigin(tableOrigins[each.name]),
    each.columns.map(({ name, type }) => `${code(name)} ${type}`).join(', '),
  ]);
  return table(['table', 'what it holds', 'rebuilt from', 'columns'], rows);
}

function shownOrigin(origin: TableOrigin | undefined): string {
  if (origin === undefined) return '';
  if (origin.rows === 'from-events') return 'its events';
  if (origin.rows === 'not-derived') return `– (${origin.because})`;
  return origin.except.length === 0 ? 'copies' : `copies, without ${origin.except.map(code).join(', ')}`;
}

/** L8 for every table: a new one says how its rows are got at again, or why not. */
function originProblems({ name, file, columns }: SqlTable): string[] {
  const origin = tableOrigins[name];
  if (origin === undefined)
    return [
      `Table ${name} (${file}) is not in src/database/row-copies/table-origins.ts, which says how its rows are rebuilt.`,
    ];
  if (origin.rows !== 'from-copies') return [];
  return [
    ...origin.except
      .filter((column) => columns.every((each) => each.name !== column))
      .map((column) => `src/database/row-copies/table-origins.ts excepts ${name}.${column}, which is no column.`),
    ...columns
      .filter((column) => column.type === 'json' && !origin.except.includes(column.name))
      .map(
        (column) => `${name}.${column.name} is json, whose letters a copy would change: except it, or make it jsonb.`,
      ),
  ];
}

function about({ name, comment }: SqlTable): string | undefined {
  return tableDescriptions[name] ?? comment;
}

function ownerOf({ folder, file }: SqlTable): string {
  if (folder === coreMigrations.folder) return ownersOfCoreTables[file] ?? 'ledger';
  return relative(`${root}/src`, folder).replace(/\/migrations$/, '');
}
