import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SqlColumn = { name: string; type: string };
export type SqlTable = {
  name: string;
  /** The comment above its creation. */
  comment: string | undefined;
  columns: SqlColumn[];
  /** The migration that created it. */
  folder: string;
  file: string;
};

/**
 * The tables that stand after all migrations, read from their text. It knows the statements that our migrations use;
 * `test/sql-tables.test.ts` compares what it finds with a real database.
 */
export function readTables(folders: readonly string[]): SqlTable[] {
  const tables = new Map<string, SqlTable>();
  for (const folder of folders)
    for (const file of readdirSync(folder).toSorted())
      if (file.endsWith('.sql'))
        for (const statement of statementsOf(readFileSync(join(folder, file), 'utf8')))
          applyStatement(tables, { ...statement, folder, file });
  return [...tables.values()];
}

type Statement = { sql: string; comment: string | undefined };

function applyStatement(
  tables: Map<string, SqlTable>,
  { sql, comment, folder, file }: Statement & Pick<SqlTable, 'folder' | 'file'>,
): void {
  const [, created, body] = /^create table (\w+) \((.*)\)(?: partition by .*)?$/s.exec(sql) ?? [];
  if (created !== undefined && body !== undefined)
    tables.set(created, { name: created, comment, folder, file, columns: partsOf(body).flatMap(columnOf) });
  const dropped = /^drop table (\w+)/.exec(sql)?.[1];
  if (dropped !== undefined) tables.delete(dropped);
  const [, altered = '', change = ''] = /^alter table (\w+) (.*)$/.exec(sql) ?? [];
  const table = tables.get(altered);
  if (table === undefined) return;
  const renamed = /^rename to (\w+)$/.exec(change)?.[1];
  if (renamed !== undefined) {
    tables.delete(altered);
    tables.set(renamed, { ...table, name: renamed });
  } else for (const part of partsOf(change)) changeColumns(table, part);
}

function changeColumns(table: SqlTable, change: string): void {
  const [, before, after] = /^rename column (\w+) to (\w+)$/.exec(change) ?? [];
  if (before !== undefined && after !== undefined)
    table.columns = table.columns.map((column) => (column.name === before ? { ...column, name: after } : column));
  const dropped = /^drop (?:column )?(?!constraint\b)(\w+)$/.exec(change)?.[1];
  if (dropped !== undefined) table.columns = table.columns.filter(({ name }) => name !== dropped);
  const added = /^add (?:column )?(.*)$/s.exec(change)?.[1];
  if (added !== undefined) table.columns.push(...columnOf(added));
}

/** None for a constraint of the table. */
function columnOf(text: string): SqlColumn[] {
  if (/^(primary key|foreign key|unique|check|constraint|exclude)\b/.test(text)) return [];
  const [, name, type] =
    /^"?(\w+)"? (.+?)(?: (?:not null|null|default|primary key|references|check|generated|collate|unique)\b.*)?$/s.exec(
      text,
    ) ?? [];
  return name === undefined || type === undefined ? [] : [{ name, type }];
}

/** Statements in one line each. A comment that begins its line stands above one; others are left out, and so is what texts hold. */
function statementsOf(sql: string): Statement[] {
  const plain = sql
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/(?<!^)--.*$/gm, '')
    .replaceAll(/(?<!^--.*)'[^']*'/gm, "''");
  return [...plain.matchAll(/((?:^--.*\n)*)^(?!--|\s)([^;]+);/gm)].map(([, above = '', statement = '']) => ({
    comment: above.replaceAll(/^-- ?/gm, '').trim().replaceAll('\n', ' ') || undefined,
    sql: statement.replaceAll(/\s+/g, ' ').replace('( ', '(').replaceAll(' )', ')'),
  }));
}

/** A list as the commas outside of parentheses divide it. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let [part, depth] = ['', 0];
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    const isEnd = sign === ',' && depth === 0;
    if (isEnd) parts.push(part);
    part = isEnd ? '' : part + sign;
  }
  return [...parts, part].map((each) => each.trim());
}
