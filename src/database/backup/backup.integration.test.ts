import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { ask, bringBack, notesIn, removePrepared, Source } from '../../../test/support/backups.ts';
import { tempDataDir } from '../../../test/support/data-dir.ts';
import { manifestName } from './manifest.ts';

afterAll(removePrepared);
vi.setConfig({ testTimeout: 120_000 }); // thousands of files are synced to a disk that others use as well

test('a backup during load holds everything that was acknowledged before its end', async () => {
  await using source = await Source.open();
  await using elsewhere = await tempDataDir();
  const writer = startWriter(source.url);
  const patience = { timeout: 60_000 };
  await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(100);
  const made = await source.backUp();
  const atEnd = writer.acknowledged.length;
  await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(atEnd + 100); // it goes on
  await writer.stop();
  const before = writer.acknowledged.filter((at) => at < new Date(made.manifest.endedAt)).length;
  expect(before).toBeGreaterThan(100);

  const { movedTo, tables } = await bringBack(made, elsewhere);
  expect(movedTo).toBeNull();
  await using restored = await Source.open({ dataDir: elsewhere });
  const [found] = await ask<{ notes: number; highest: number; twins: number }>(
    restored.url,
    'select count(*)::int as notes, max(number)::int as highest, (select count(*)::int from twin) as twins from note',
  );
  const notes = found?.notes ?? 0;
  expect(found).toEqual({ notes, highest: notes, twins: notes }); // whole transactions, in their order, none left out
  expect(tables).toEqual({ tables: 2, rows: 2 * notes });
  expect(notes).toBeGreaterThanOrEqual(before);
  expect(notes).toBeLessThan(writer.acknowledged.length);
});

test('the log that a slow backup needs is not recycled under it', async () => {
  // The smallest log that PostgreSQL allows: two checkpoints after it was written a segment would have another name.
  await using source = await Source.open({ settings: { max_wal_size: '32MB', min_wal_size: '32MB' } });
  await using elsewhere = await tempDataDir();
  const [before] = await source.ask<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment');
  let load: Promise<unknown> | undefined;
  const made = await source.backUp({
    async onProgress() {
      load ??= source.ask(
        `insert into note select n, repeat('x', 1900) from generate_series(1, 40000) n; checkpoint; checkpoint`,
      );
      await load;
    },
  });
  expect(made.manifest.firstSegment >= (before?.segment ?? '')).toBe(true);
  const segments = made.manifest.files.filter(({ path }) => /pg_wal\/[0-9A-F]{24}$/.test(path));
  expect(segments.length).toBeGreaterThan(4);
  await bringBack(made, elsewhere);
  expect(await notesIn(elsewhere)).toHaveLength(40_000);
});

test('a backup that is called off or fails leaves nothing', async () => {
  await using source = await Source.open();
  const ending = new AbortController();
  const calledOff = source.backUp({ signal: ending.signal, onProgress: () => ending.abort() });
  await expect(calledOff).rejects.toThrow(/abort/i);
  expect(await readdir(source.backups)).toEqual([]);
  let killed: Promise<void> | undefined;
  const failed = source.backUp({
    async onProgress() {
      killed ??= source.kill();
      await killed;
    },
  });
  await expect(failed).rejects.toMatchObject({ problem: 'server-lost' });
  expect(await readdir(source.backups)).toEqual([]);
});

test('what was not finished is no backup', async () => {
  await using source = await Source.open();
  await using elsewhere = await tempDataDir();
  const made = await source.backUp();
  const unfinished = `${made.folder}.unfinished`;
  await rename(made.folder, unfinished);
  await expect(bringBack({ folder: unfinished }, elsewhere)).rejects.toMatchObject({ problem: 'is-unfinished' });
  await expect(bringBack({ folder: source.backups }, elsewhere)).rejects.toMatchObject({ problem: 'no-backup' });
  await rename(unfinished, made.folder);
  await rm(join(made.folder, manifestName));
  await expect(bringBack(made, elsewhere)).rejects.toMatchObject({ problem: 'no-backup' });
});

test('a restore is refused while the database is used; a server that nobody uses is stopped for it', async () => {
  await using source = await Source.open();
  const made = await source.backUp();
  await source.note(1, 'later');
  const user = new Client({ connectionString: source.url });
  await user.connect();
  await expect(bringBack(made, source.dataDir)).rejects.toMatchObject({ problem: 'product-runs' });
  expect((await user.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await user.end();
  await source.leave();
  const { movedTo } = await bringBack(made, source.dataDir);
  expect(await readFile(join(movedTo ?? '', 'PG_VERSION'), 'utf8')).toBe('18\n');
  expect(await notesIn(source.dataDir)).toEqual([]);
});

test('only its owner can read a backup, and it is not written into the database itself', async () => {
  await using source = await Source.open();
  const made = await source.backUp();
  expect((await stat(made.folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(made.folder, manifestName))).mode & 0o777).toBe(0o600);
  const inside = source.backUp({ folder: join(source.cluster, 'base') });
  await expect(inside).rejects.toMatchObject({ problem: 'folder-in-cluster' });
});

/** Commits one transaction after the other, and remembers when each was acknowledged. */
function startWriter(url: string): { acknowledged: Date[]; stop(): Promise<void> } {
  const acknowledged: Date[] = [];
  const ending = new AbortController();
  const work = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!ending.signal.aborted) {
      const number = acknowledged.length + 1;
      await client.query(
        `begin; insert into note values (${number}, 'n'); insert into twin values (${number}); commit`,
      );
      acknowledged.push(new Date());
    }
    await client.end();
  };
  const ended = work();
  return {
    acknowledged,
    stop() {
      ending.abort();
      return ended;
    },
  };
}
