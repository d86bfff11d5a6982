import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { asError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { connectClient, oldestVersion, placeOf } from '#database/database.ts';
import { isDatabaseAway, isDiskFailing } from '#database/database-errors.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { coreMigrations } from '#database/migrate.ts';
import { leastRoomBytes, probeRoom } from '#database/probe-room.ts';
import type { Finding } from './finding.ts';

const patienceMs = 20_000;

/** Starts the embedded server where it does not run, since only that shows whether it can, and leaves it as it was found. */
export async function checkEmbeddedDatabase(dataDir: string, keepWal = ''): Promise<Finding> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    return { check: 'database', isFine: true, state: 'database-new', facts: { folder: dataDir } };
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: silentLog,
      patienceMs,
      keepWal: keepWal || undefined, // what it writes meanwhile is part of the log
    });
    try {
      return await checkServer(postgres.url, dataDir);
    } finally {
      await (postgres.wasRunning ? postgres.leave() : postgres.stop());
    }
  } catch (error) {
    const sentence = asError(error).message;
    return { check: 'database', isFine: false, state: 'database-not-starting', facts: { sentence } };
  }
}

export async function checkExternalDatabase(url: string): Promise<Finding> {
  const place = placeOf(url);
  try {
    return await checkServer(url, place);
  } catch (error) {
    const state = isDatabaseAway(error) ? 'database-away' : 'database-refuses';
    return { check: 'database', isFine: false, state, facts: { place, reason: reasonOf(error) } };
  }
}

async function checkServer(url: string, place: string): Promise<Finding> {
  const client = await connectClient(url, silentLog);
  try {
    const version = await readVersion(client);
    if (Number.parseInt(version, 10) < oldestVersion) {
      const facts = { place, version, oldest: oldestVersion };
      return { check: 'database', isFine: false, state: 'database-too-old', facts };
    }
    const full = await findFullDisk(client, place);
    if (full !== undefined) return full;
    const applied = await readApplied(client);
    const known = (await readdir(coreMigrations.folder)).filter((name) => name.endsWith('.sql'));
    const migrations = applied.filter((name) => !known.includes(name));
    if (migrations.length > 0)
      return { check: 'database', isFine: false, state: 'database-newer', facts: { place, migrations } };
    const pendingMigrations = known.length - applied.length;
    const facts = { place, version, pendingMigrations, killSwitchSince: await readKillSwitchSince(client) };
    return { check: 'database', isFine: true, state: 'database-fine', facts };
  } finally {
    await client.end();
  }
}

/** A server whose disk is full still answers questions. */
async function findFullDisk(client: Client, place: string): Promise<Finding | undefined> {
  try {
    await probeRoom(client);
    return undefined;
  } catch (error) {
    if (!isDiskFailing(error)) throw error;
    const facts = { place, reason: reasonOf(error), leastBytes: leastRoomBytes };
    return { check: 'database', isFine: false, state: 'database-disk-full', facts };
  }
}

async function readVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version.split(' ')[0] ?? '0';
}

/** A system that sends no commands looks broken to whoever does not know. */
async function readKillSwitchSince(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('kill_switch') is not null as exists`);
  if (!rows[0]?.exists) return null; // older than the kill switch
  const blocked = await client.query<{ since: Date }>('select since from kill_switch where is_on');
  return blocked.rows[0]?.since.toISOString() ?? null;
}

async function readApplied(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('migration') is not null as exists`);
  if (!rows[0]?.exists) return []; // nothing was ever written here
  const applied = await client.query<{ name: string }>('select name from migration where owner = $1', [
    coreMigrations.owner,
  ]);
  return applied.rows.map(({ name }) => name);
}

/** Node tries every address of a name and reports them together, without a sentence of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map((each) => asError(each).message).join(', ');
  return asError(error).message;
}
