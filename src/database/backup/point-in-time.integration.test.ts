import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { bringBack, notesIn, removePrepared, Source, tempFolder } from '../../../test/support/backups.ts';
import { tempDataDir } from '../../../test/support/data-dir.ts';
import { tidyKeptLog } from './back-up-database.ts';
import type { Restore } from './restore.ts';

afterAll(removePrepared);
vi.setConfig({ testTimeout: 120_000 }); // thousands of files are synced to a disk that others use as well

const segment = /^[0-9A-F]{24}$/;

test('with the log kept, a restore goes to any moment, and to the last one', async () => {
  await using kept = await tempFolder();
  const keepWal = kept.path;
  await using source = await Source.open({ keepWal });
  const made = await source.backUp();
  await source.note(1, 'before');
  const until = await source.now();
  await source.ask("delete from note; insert into note values (2, 'after the mistake')");
  await source.stop();

  await using atMoment = await tempDataDir();
  const { lastTransactionAt } = await bringBack(made, atMoment, { until, keepWal });
  expect(lastTransactionAt?.getTime()).toBeLessThanOrEqual(until.getTime());
  expect(await notesIn(atMoment, keepWal)).toEqual(['before']);

  // That restore began a timeline of its own: now the log goes on in two ways, and nobody guesses which is meant.
  await using atEnd = await tempDataDir();
  await expect(bringBack(made, atEnd, { until: 'latest', keepWal })).rejects.toMatchObject({
    problem: 'several-timelines',
    facts: { timelines: [{ timeline: 1 }, { timeline: 2 }] },
  });
  await bringBack(made, atEnd, { until: 'latest', timeline: 1, keepWal });
  expect(await notesIn(atEnd, keepWal)).toEqual(['after the mistake']);
  await bringBack(made, atEnd, { until: 'latest', timeline: 2, keepWal });
  expect(await notesIn(atEnd, keepWal)).toEqual(['before']);
});

test('a restore on the spot uses what of the log had not been kept yet', async () => {
  await using kept = await tempFolder();
  const keepWal = kept.path;
  await using source = await Source.open({ keepWal });
  const made = await source.backUp();
  await source.note(1, 'the last word');
  await source.kill();
  const { movedTo } = await bringBack(made, source.dataDir, { until: 'latest', keepWal });
  expect(existsSync(join(movedTo ?? '', 'PG_VERSION'))).toBe(true);
  expect(await notesIn(source.dataDir, keepWal)).toEqual(['the last word']);
});

test('times that the log does not have are refused, and nothing is left', async () => {
  await using kept = await tempFolder();
  const keepWal = kept.path;
  await using source = await Source.open({ keepWal });
  await using elsewhere = await tempDataDir();
  const made = await source.backUp();
  await source.note(1, 'last');
  await source.stop();
  const early = new Date(Date.parse(made.manifest.endedAt) - 1);
  const isRefused = (changes: Partial<Restore>, as: object) =>
    expect(bringBack(made, elsewhere, changes)).rejects.toMatchObject(as);
  await isRefused({ until: early, keepWal }, { problem: 'until-in-backup' });
  await isRefused(
    { until: new Date(Date.now() + 3_600_000), keepWal },
    { problem: 'log-ends-early', facts: { lastAt: expect.any(Date) as Date } },
  );
  await isRefused({ until: 'latest' }, { problem: 'no-log' });
  const left = await readdir(elsewhere.path);
  expect(left.filter((name) => !name.startsWith('postgresql-'))).toEqual([]); // PostgreSQL itself, where it needs a copy, is of use
});

test('a hole in the kept log is named', async () => {
  await using kept = await tempFolder();
  const keepWal = kept.path;
  await using source = await Source.open({ keepWal });
  await using elsewhere = await tempDataDir();
  const made = await source.backUp();
  for (const number of [1, 2, 3]) {
    await source.note(number, 'x');
    await source.ask('select pg_switch_wal()');
  }
  await source.stop();
  const folder = join(keepWal, made.manifest.systemIdentifier);
  const after = (await readdir(folder)).filter((name) => segment.test(name) && name > made.manifest.lastSegment);
  const missing = after.toSorted()[1] ?? '';
  await rm(join(folder, missing));
  await expect(bringBack(made, elsewhere, { until: 'latest', keepWal })).rejects.toMatchObject({
    problem: 'log-has-hole',
    facts: { segment: missing },
  });
});

test('of a folder of backups the newest is taken that ended before the time that is wanted', async () => {
  await using kept = await tempFolder();
  const keepWal = kept.path;
  await using source = await Source.open({ keepWal });
  await using elsewhere = await tempDataDir();
  const first = await source.backUp({ now: new Date('2026-11-15T10:00:00Z') });
  await source.note(1, 'between');
  const until = await source.now();
  await source.note(2, 'then');
  const second = await source.backUp({ now: new Date('2026-11-15T11:00:00Z') });
  await source.stop();
  const folder = { folder: source.backups };
  const restored = await bringBack(folder, elsewhere, { until, keepWal });
  expect(restored.folder).toBe(first.folder);
  expect(await notesIn(elsewhere)).toEqual(['between']);
  expect((await bringBack(folder, elsewhere)).folder).toBe(second.folder);
  expect(await notesIn(elsewhere)).toEqual(['between', 'then']);
  const long = new Date('2020-01-01T00:00:00Z');
  await expect(bringBack(folder, elsewhere, { until: long })).rejects.toMatchObject({ problem: 'no-backup-before' });
});

test('the kept log is tidied up to the oldest backup, and no further', async () => {
  await using kept = await tempFolder();
  const keepWal = kept.path;
  await using source = await Source.open({ keepWal });
  await source.note(1, 'x');
  await source.ask('select pg_switch_wal()');
  const first = await source.backUp({ now: new Date('2026-11-15T10:00:00Z') });
  await source.note(2, 'y');
  await source.ask('select pg_switch_wal()');
  const { manifest } = await source.backUp({ now: new Date('2026-11-15T11:00:00Z') });
  await source.stop();
  const segments = async () =>
    (await readdir(join(keepWal, manifest.systemIdentifier))).filter((name) => segment.test(name)).toSorted();
  const before = await segments();
  const needed = before.filter((name) => name >= first.manifest.firstSegment);
  const { files } = await tidyKeptLog({ folder: source.backups, keepWal, manifest });
  expect(files).toBe(before.length - needed.length);
  expect(files).toBeGreaterThan(0);
  expect(await segments()).toEqual(needed);
  await rm(first.folder, { recursive: true });
  await tidyKeptLog({ folder: source.backups, keepWal, manifest });
  expect((await segments())[0]).toBe(manifest.firstSegment);
});
