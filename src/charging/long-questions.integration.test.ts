import { execFile } from 'node:child_process';
import { cp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { openPool } from '#database/database.ts';
import { ReadReplica } from '#database/read-replica.ts';
import { removePrepared, Source } from '../../test/support/backups.ts';
import { tempDataDir } from '../../test/support/data-dir.ts';
import { eventLog } from '../../test/support/event-log.ts';
import { shareBinaries } from '../../test/support/share-binaries.ts';
import { LongQuestions } from './long-questions.ts';

afterAll(removePrepared);
vi.setConfig({ testTimeout: 120_000 });
const soon = { timeout: 60_000 };

test('reports are read from a streaming replica, and from the primary while that is behind or away', async () => {
  await using source = await Source.open();
  await using dataDir = await tempDataDir();
  const replica = await startReplica(source, dataDir.path);
  await using opened = new AsyncDisposableStack();
  const log = eventLog();
  const primary = opened.adopt(openPool(source.url, log), (open) => open.close());
  const needs = { primary: primary.pool, log, maxLagMs: 500, lookMs: 50 };
  const reading = opened.use(new ReadReplica({ url: replica.url, ...needs }));
  const questions = new LongQuestions(primary.pool, reading);
  const isAtReplica = async () => (await questions.ask<{ is: boolean }>('select pg_is_in_recovery() as is', []))[0]?.is;

  await expect.poll(isAtReplica, soon).toBe(true);
  await source.note(1, 'one');
  await expect.poll(() => questions.ask('select number::int from note', []), soon).toEqual([{ number: 1 }]);

  await replica.ask('select pg_wal_replay_pause()');
  const isFarBehind = log.until('reports are read from the primary, since the read replica cannot be used');
  await source.note(2, 'two');
  expect((await isFarBehind).facts).toMatchObject({ reason: 'it is too far behind' });
  expect(await isAtReplica()).toBe(false);
  expect(await questions.ask('select number::int from note order by 1', [])).toEqual([{ number: 1 }, { number: 2 }]);
  await replica.ask('select pg_wal_replay_resume()');
  await expect.poll(isAtReplica, soon).toBe(true);

  await replica.kill();
  expect(await isAtReplica()).toBe(false); // asked before it was noticed
  await expect.poll(() => reading.pool, soon).toBe(undefined);
});

test('a database that is no replica of ours is not asked', async () => {
  await using source = await Source.open();
  await using other = await Source.open();
  await using opened = new AsyncDisposableStack();
  const log = eventLog();
  const refused = log.until('reports are read from the primary, since the read replica cannot be used');
  const primary = opened.adopt(openPool(source.url, log), (open) => open.close());
  const reading = opened.use(new ReadReplica({ url: other.url, primary: primary.pool, log, lookMs: 50 }));
  expect((await refused).facts).toMatchObject({ reason: 'it is no replica of this database' });
  expect(reading.pool).toBe(undefined);
});

/** A copy of the files that follows the stream of the other server, as `pg_basebackup --write-recovery-conf` makes it. */
async function startReplica(source: Source, dataDir: string): Promise<Source> {
  const { folder } = await source.backUp();
  await shareBinaries(dataDir);
  const cluster = join(dataDir, 'postgres');
  await cp(join(folder, 'postgres'), cluster, { recursive: true });
  await writeFile(join(cluster, 'standby.signal'), '');
  const { uid, gid } = await stat(source.cluster);
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, cluster]);
  await promisify(execFile)('chmod', ['-R', 'u=rwX,go=', cluster]);
  const { searchParams } = new URL(source.url);
  const primary_conninfo = ['host', 'port', 'user'].map((name) => `${name}=${searchParams.get(name)}`).join(' ');
  return Source.open({
    dataDir: { path: dataDir, [Symbol.asyncDispose]: async () => undefined },
    settings: { primary_conninfo },
  });
}
