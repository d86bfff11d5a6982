import { existsSync } from 'node:fs';
import { appendFile, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { bringBack, notesIn, removePrepared, Source } from '../../../test/support/backups.ts';
import { tempDataDir } from '../../../test/support/data-dir.ts';
import { type Manifest, manifestName } from './manifest.ts';

afterAll(removePrepared);
vi.setConfig({ testTimeout: 120_000 }); // thousands of files are synced to a disk that others use as well

test('what does not fit is refused by name, and the present database stays in its place', async () => {
  await using source = await Source.open();
  const made = await source.backUp();
  await source.note(1, 'present');
  await source.stop();
  const isRefused = (as: object) => expect(bringBack(made, source.dataDir)).rejects.toMatchObject(as);

  const ofTables = made.manifest.files.filter(({ path }) => path.includes('/base/'));
  const file = join(made.folder, ofTables[0]?.path ?? '');
  await appendFile(file, 'x');
  await isRefused({ problem: 'file-differs', facts: { file } });
  await rm(file);
  await isRefused({ problem: 'file-missing', facts: { file } });

  const change = (part: Partial<Record<keyof Manifest, unknown>>) =>
    writeFile(join(made.folder, manifestName), JSON.stringify({ ...made.manifest, ...part }));
  await change({ platform: 'plan9-mips' });
  await isRefused({ problem: 'other-platform' });
  await change({ postgresVersion: '17.2' });
  await isRefused({ problem: 'other-postgres' });
  await change({ migrations: [{ owner: 'core', number: 99, name: '0099-later.sql' }] });
  await isRefused({ problem: 'newer-product' });
  await change({ files: [{ path: '../../outside', bytes: 1, sha256: 'a'.repeat(64) }] });
  await isRefused({ problem: 'manifest-unreadable' });
  await writeFile(join(made.folder, manifestName), '{"format": 1');
  await isRefused({ problem: 'manifest-unreadable' });

  expect(await notesIn(source.dataDir)).toEqual(['present']);
  expect((await readdir(source.dataDir.path)).filter((name) => name.includes('restor'))).toEqual([]);
});

test('a page that was damaged before the backup is found', async () => {
  await using source = await Source.open();
  await using elsewhere = await tempDataDir();
  await source.note(1, 'here it was');
  const [place] = await source.ask<{ path: string }>("select pg_relation_filepath('note') as path");
  await source.stop();
  const file = await open(join(source.cluster, place?.path ?? ''), 'r+');
  await file.write(Buffer.from('garbage'), 0, 7, 8_100);
  await file.close();
  const again = await Source.open({ dataDir: source.dataDir });
  const made = await again.backUp();
  await again.stop();
  await expect(bringBack(made, elsewhere)).rejects.toMatchObject({
    problem: 'table-damaged',
    facts: { table: 'public.note' },
  });
  expect(existsSync(join(elsewhere.path, 'postgres'))).toBe(false);
});
