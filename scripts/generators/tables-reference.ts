import { relative } from 'node:path';
import { coreMigrations } from '../../src/database/migrate.ts';
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
  ];
  return [{ ...page, problems }];
}

function tableTable(tables: readonly SqlTable[]): string[] {
  const rows = tables.map((each) => [
    code(each.name),
    about(each) ?? '',
    each.columns.map(({ name, type }) => `${code(name)} ${type}`).join(', '),
  ]);
  return table(['table', 'what it holds', 'columns'], rows);
}

function about({ name, comment }: SqlTable): string | undefined {
  return tableDescriptions[name] ?? comment;
}

function ownerOf({ folder, file }: SqlTable): string {
  if (folder === coreMigrations.folder) return ownersOfCoreTables[file] ?? 'ledger';
  return relative(`${root}/src`, folder).replace(/\/migrations$/, '');
}
