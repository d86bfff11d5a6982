import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allMigrations } from '../src/main/open-store.ts';
import { type MigrationText, migrationProblems } from './migration-rules.ts';

/** The last migration of each owner that was written before versions ran side by side. */
const lastExempt: Readonly<Record<string, number>> = {
  core: 16,
  money: 1,
  'charging/commands': 5,
  'charging/quirks': 1,
  'charging/displays': 1,
  'charging/data-transfer': 1,
  'charging/sessions': 5,
  'charging/meter-values': 5,
  'charging/session-limits': 1,
  'charging/tariffs': 3,
  'charging/authorization': 2,
  'charging/authorization-caches': 1,
  'charging/sites': 1,
  'charging/drivers': 1,
  'charging/local-lists': 4,
  'charging/kept-settings': 2,
  'charging/reservations': 2,
  'charging/payments': 1,
  'charging/payment-addresses': 1,
  'charging/security': 5,
  'charging/certificates': 3,
  'charging/plug-and-charge': 1,
  'charging/firmware': 3,
  'charging/logs': 1,
  'charging/files': 1,
  'charging/log-files': 1,
  'charging/campaigns': 1,
  'charging/tickets': 1,
  'charging/customer-information': 1,
  'charging/stations': 3,
  'charging/variables': 1,
  'charging/monitoring': 1,
  'charging/streams': 1,
  'charging/schedules': 3,
  'charging/der': 1,
  'charging/battery-swaps': 1,
  'charging/billing': 2,
  'charging/outages': 2,
  'charging/energy': 1,
  'charging/energy/verification': 1,
  'charging/health': 2,
  oauth: 1,
  tools: 1,
  assistant: 1,
  devices: 2,
  vehicles: 2,
  bookshop: 2,
  'automation/rules': 1,
  'automation/notifications': 1,
};

const texts = allMigrations.flatMap(({ owner, folder }) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file): MigrationText => ({ owner, file, sql: readFileSync(join(folder, file), 'utf8') })),
);
const isExempt = ({ owner, file }: MigrationText) => Number(file.slice(0, 4)) <= (lastExempt[owner] ?? 0);
const earlierThan = (own: MigrationText) =>
  new Set(
    texts
      .filter((each) => each.owner !== own.owner || each.file < own.file)
      .map(({ owner, file }) => `${owner}/${file}`),
  );

test('no new migration takes away what the version before still reads or writes', () => {
  const problems = texts
    .filter((each) => !isExempt(each))
    .flatMap((each) => migrationProblems(each, earlierThan(each)));
  expect(problems).toEqual([]);
});

const migration = (sql: string): MigrationText => ({ owner: 'charging/sites', file: '0009-some.sql', sql });

test.each([
  ['drop table site', 'drops a table'],
  ['alter table site drop column name', 'drops a column'],
  ['alter table site drop name', 'drops a column'],
  ['alter table site add column a text, drop column if exists name', 'drops a column'],
  ['alter table site rename to place', 'renames'],
  ['alter table site rename column name to title', 'renames'],
  ['alter table site alter column name type varchar(10)', 'changes the type'],
  ['alter table site alter name set data type varchar(10)', 'changes the type'],
  ['alter table site alter column name set not null', 'NOT NULL'],
  ['ALTER TABLE site\n  ADD COLUMN colour text NOT NULL', 'without a default'],
  ['alter table site add column a text default 1, add column b integer not null', 'without a default'],
  ['truncate site', 'empties'],
  ['alter table site add constraint short check (length(name) < 9)', 'adds a constraint'],
  ['alter table site add unique (name)', 'adds a constraint'],
  ['alter table site alter column colour drop default', 'drops the default'],
  ['drop function body_of(event)', 'statements of the version before'],
])('%s is refused', (sql, what) => {
  expect(migrationProblems(migration(`${sql};`), new Set())).toEqual([expect.stringContaining(what) as string]);
});

test.each([
  'create table place (id text primary key, name text not null)',
  `alter table site add column colour text not null default 'green'`,
  'alter table site add column number bigint generated always as identity not null',
  'alter table site add column colour text',
  'alter table site drop constraint site_name_check',
  "alter table site drop constraint site_kind_check, add constraint site_kind_check check (kind in ('a', 'b', 'c'))",
  'alter table site alter column name drop not null',
  'drop index site_name',
  '-- we could drop table site\nselect 1',
  `insert into note (text) values ('drop table site; truncate it')`,
])('%s only adds, or loosens', (sql) => {
  expect(migrationProblems(migration(`${sql};`), new Set())).toEqual([]);
});

test('what was replaced is taken away by a step that names the one that replaced it', () => {
  const sql =
    '-- contract of charging/sites/0008-title.sql: since 1.4 nobody reads name\nalter table site drop column name;';
  expect(migrationProblems(migration(sql), new Set(['charging/sites/0008-title.sql']))).toEqual([]);
  expect(migrationProblems(migration(sql), new Set())).toEqual([
    expect.stringContaining('no migration before it') as string,
  ]);
});
