import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { connectClient } from './database.ts';
import { isDatabaseAway } from './database-errors.ts';
import { attachCopies } from './row-copies/attach-copies.ts';
import { beginCopying } from './row-copies/copying.ts';

/** The migrations of one part or pack: numbered files such as `0001-ledger.sql` that only go forward. */
export type MigrationSet = { owner: string; folder: string };

type Migration = { owner: string; number: number; file: string; sql: string; checksum: string };
/** `onlyAdds`: programs that do not know it work on as before. */
type Applied = { owner: string; number: number; name: string; checksum: string; onlyAdds: boolean };

export const coreMigrations: MigrationSet = { owner: 'core', folder: join(import.meta.dirname, 'migrations') };

/**
 * Brings the database to the state of this program. Processes that start at once take turns; the later ones find nothing to do. While nodes
 * are replaced one by one, one of the version before may start again: it finds more than it knows, and leaves that alone.
 */
export async function migrate(
  database: { readonly url: string },
  sets: readonly MigrationSet[],
  log: Log,
): Promise<void> {
  const known = (await Promise.all(sets.map(readSet))).flat();
  const client = await connectClient(database.url, log, { query_timeout: 0 }); // a migration takes the time it takes
  try {
    await takeTurn(client, log);
    await client.query(createTable);
    await beginCopying(client); // what a migration changes is ours
    const { pending, newer } = compare(known, await readApplied(client));
    const [refused] = newer.filter(({ onlyAdds }) => !onlyAdds);
    if (refused !== undefined) throw isNewer(refused);
    for (const migration of pending) {
      await apply(client, migration);
      log.debug({ owner: migration.owner, file: migration.file }, 'migration applied');
    }
    if (newer.length > 0)
      log.warn(
        { migrations: newer.map(({ owner, name }) => `${owner}/${name}`) },
        'the database is of a newer SIGEC, which has only added to it: this node runs beside newer ones until it is replaced',
      );
    else if (sets.includes(coreMigrations)) await attachCopies(client); // what is copied, the newer program has said
    if (pending.length > 0) log.info({ migrations: pending.length }, 'the database is up to date');
  } catch (cause) {
    if (!isDatabaseAway(cause)) throw cause;
    throw new SigecError(
      'CANNOT_START',
      `The database went away during a migration: ${asError(cause).message}. Start again once it answers.`,
      { cause },
    );
  } finally {
    await client.end(); // gives the lock back
  }
}

/** For a visitor that reads the tables of this program but leaves it to the product to change them. */
export async function mustBeMigrated(
  database: { readonly url: string },
  sets: readonly MigrationSet[],
  log: Log,
): Promise<void> {
  const known = (await Promise.all(sets.map(readSet))).flat();
  const client = await connectClient(database.url, log);
  try {
    const { rowCount } = await client.query("select where to_regclass('migration') is not null");
    const applied = rowCount === 0 ? [] : await readApplied(client);
    const { pending, newer } = compare(known, applied);
    if (newer[0] !== undefined) throw isNewer(newer[0]);
    if (pending.length === 0) return;
    throw new SigecError(
      'CANNOT_START',
      'The database is of an older SIGEC: start this one once, which brings it up to date, and try again.',
    );
  } finally {
    await client.end();
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select owner, number, name, checksum, coalesce((to_jsonb(migration) ->> 'only_adds')::boolean, false) as "onlyAdds"
     from migration order by owner, number`, // a visitor may find a table without that column
  );
  return rows;
}

const createTable = `create table if not exists migration (
  owner text not null,
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  primary key (owner, number)
);
alter table migration add column if not exists only_adds boolean not null default false`;

export async function knownMigrations(sets: readonly MigrationSet[]): Promise<Set<string>> {
  return new Set((await Promise.all(sets.map(readSet))).flat().map(keyOf));
}

async function takeTurn(client: Client, log: Log): Promise<void> {
  const lock = "hashtextextended('sigec migrations', 0)";
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lock}) as taken`);
  if (rows[0]?.taken) return;
  log.info({}, 'waiting for another process that migrates the database');
  await client.query(`select pg_advisory_lock(${lock})`);
}

async function readSet({ owner, folder }: MigrationSet): Promise<Migration[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new SigecError('CANNOT_START', `The migrations of ${owner} are missing (${folder}): install SIGEC again.`, {
      cause,
    });
  });
  const files = names.filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(files.map((file, index) => readMigration({ owner, folder, file, expected: index + 1 })));
}

async function readMigration({
  owner,
  folder,
  file,
  expected,
}: MigrationSet & { file: string; expected: number }): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
  if (Number(number) !== expected) {
    const wanted = String(expected).padStart(4, '0');
    throw new SigecError(
      'CANNOT_START',
      `${owner}/${file} stands where migration ${wanted}-name.sql belongs: numbers have four digits and follow each other without gap or repetition.`,
    );
  }
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n'); // the same sum wherever it was checked out
  return { owner, number: expected, file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** What has to be applied, in order, and what a newer program has applied; whatever does not fit together is refused before anything is changed. */
function compare(
  known: readonly Migration[],
  applied: readonly Applied[],
): { pending: Migration[]; newer: readonly Applied[] } {
  const knownByKey = new Map(known.map((migration) => [keyOf(migration), migration]));
  const owners = new Set(known.map(({ owner }) => owner));
  const newer: Applied[] = [];
  for (const row of applied.filter(({ owner }) => owners.has(owner))) {
    const migration = knownByKey.get(keyOf(row));
    if (migration === undefined) newer.push(row);
    else if (migration.checksum !== row.checksum) {
      throw new SigecError(
        'CANNOT_START',
        `Migration ${row.owner}/${migration.file} has changed since it was applied to this database: restore the file, and put the change into a new migration.`,
      );
    }
  }
  const done = new Set(applied.map(keyOf));
  return { pending: known.filter((migration) => !done.has(keyOf(migration))), newer };
}

function isNewer({ owner, name }: Applied): SigecError {
  return new SigecError(
    'CANNOT_START',
    `The database was written by a newer SIGEC: it has migration ${owner}/${name}, which this version does not know. Upgrade SIGEC, or restore a backup from before the upgrade.`,
  );
}

/** `npm run check` refuses a migration that takes something away and does not say so in these words. */
const takesAway = /^-- contract of /m;

function keyOf({ owner, number }: { owner: string; number: number }): string {
  return `${owner}/${number}`;
}

async function apply(client: Client, { owner, number, file, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migration (owner, number, name, checksum, only_adds) values ($1, $2, $3, $4, $5)', [
      owner,
      number,
      file,
      checksum,
      !takesAway.test(sql),
    ]);
    await client.query('commit');
  } catch (cause) {
    if (isDatabaseAway(cause)) throw cause;
    await client.query('rollback');
    throw new SigecError(
      'CANNOT_START',
      `Migration ${owner}/${file} failed and nothing of it was applied: ${asError(cause).message}. Report it with this sentence; the database is as it was before.`,
      { cause },
    );
  }
}
