import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDataDir } from '../../../test/support/data-dir.ts';
import { isServer, readPostmasterFile } from './server-answers.ts';

test('a lock file tells which process serves where', async () => {
  await using cluster = await tempDataDir();
  await mkdir(cluster.path);
  expect(await readPostmasterFile(cluster.path)).toBeUndefined();
  await writeFile(
    join(cluster.path, 'postmaster.pid'),
    '4711\n/data/postgres\n1794714931\n5432\n/data/socket\n\n 1 2\nready   \n',
  );
  const facts = { pid: 4711, clusterDir: '/data/postgres', port: 5432, socketFolder: '/data/socket' };
  expect(await readPostmasterFile(cluster.path)).toEqual(facts);
});

test('a lock file that is being written tells nothing yet', async () => {
  await using cluster = await tempDataDir();
  await mkdir(cluster.path);
  await writeFile(join(cluster.path, 'postmaster.pid'), '');
  expect(await readPostmasterFile(cluster.path)).toBeUndefined();
});

test('a process that is another program is no server', () => {
  expect(isServer(process.pid)).toBe(false);
});

test('a dead server that its parent never asked for is dead', async () => {
  await using folder = await tempDataDir();
  await mkdir(folder.path);
  await copyFile('/bin/sleep', join(folder.path, 'postgres'));
  // The shell becomes a program that does not wait for the child it had.
  using parent = spawn('sh', ['-c', './postgres 60 & echo $!; exec sleep 60'], { cwd: folder.path });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(output.toString());
  await expect.poll(() => isServer(pid)).toBe(true);
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep'); // the shell would ask for it
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isServer(pid)).toBe(false);
  expect(process.kill(pid, 0)).toBe(true); // its number is still taken
});
