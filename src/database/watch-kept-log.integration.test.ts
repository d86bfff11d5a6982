import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removePrepared, Source, tempFolder } from '../../test/support/backups.ts';
import { eventLog } from '../../test/support/event-log.ts';
import { openDatabase } from './database.ts';
import { watchKeptLog } from './embedded/kept-log.ts';

afterAll(removePrepared);

test('a log that cannot be kept is told, and that it can be again', { timeout: 120_000 }, async () => {
  await using kept = await tempFolder();
  await using source = await Source.open({ keepWal: kept.path });
  await using opened = new AsyncDisposableStack();
  const log = eventLog();
  const { pool } = opened.adopt(await openDatabase({ url: source.url, log }), (database) => database.close());
  opened.adopt(watchKeptLog({ pool, log, everyMs: 50 }), (watch) => watch.stop());
  const [own = ''] = await readdir(kept.path);
  const cannot = log.until('the write-ahead log cannot be kept: see postgres.log, and free or repair its folder');
  await chmod(join(kept.path, own), 0o500);
  await source.note(1, 'x');
  await source.ask('select pg_switch_wal()');
  expect((await cannot).facts['segment']).toMatch(/^[0-9A-F]{24}$/);
  const again = log.until('the write-ahead log is kept again');
  await chmod(join(kept.path, own), 0o700);
  await again;
});

test('a server that was left running without it is told', { timeout: 60_000 }, async () => {
  await using source = await Source.open();
  await using opened = new AsyncDisposableStack();
  const log = eventLog();
  const { pool } = opened.adopt(await openDatabase({ url: source.url, log }), (database) => database.close());
  const told = log.until('the write-ahead log is not kept: stop SIGEC and start it again, so that its server does');
  opened.adopt(watchKeptLog({ pool, log, everyMs: 50 }), (watch) => watch.stop());
  expect((await told).level).toBe('error');
});
