import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDataDir } from '../../test/support/data-dir.ts';
import { freshDatabase } from '../../test/support/postgres.ts';
import { openInstallation } from './installation.ts';

test('processes that start at once agree on name and key, and leave nothing else behind', async () => {
  await using database = await freshDatabase();
  await using folder = await tempDataDir();
  const open = () => openInstallation({ database, dataDir: folder.path, installationKey: '' });
  const [first, ...others] = await Promise.all([open(), open(), open(), open()]);
  for (const other of others) expect(other).toEqual(first);
  expect((await readdir(folder.path)).toSorted()).toEqual(['installation.key', 'node-id']);
});

test('an empty file of the node ends the start with a sentence', async () => {
  await using database = await freshDatabase();
  await using folder = await tempDataDir();
  await mkdir(folder.path);
  await writeFile(join(folder.path, 'node-id'), '');
  const opening = openInstallation({ database, dataDir: folder.path, installationKey: '' });
  await expect(opening).rejects.toMatchObject({ code: 'CANNOT_START' });
});

test('a database of before without its key is refused, and no other key is made for it', async () => {
  await using database = await freshDatabase();
  await using folder = await tempDataDir();
  await using elsewhere = await tempDataDir();
  await openInstallation({ database, dataDir: folder.path, installationKey: '' });
  const opening = openInstallation({ database, dataDir: elsewhere.path, installationKey: '' });
  await expect(opening).rejects.toThrow('installation.key is missing');
  expect(await readdir(elsewhere.path)).not.toContain('installation.key');
});
