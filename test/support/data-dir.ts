import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isHeldBy, isServer, readPostmasterFile } from '#database/embedded/server-answers.ts';

export type DataDir = { path: string } & AsyncDisposable;

/** A data directory of a test's own; `await using` ends the server that a failed test left in it and removes it. */
export async function tempDataDir(): Promise<DataDir> {
  const parent = await mkdtemp(join(tmpdir(), 'sigec-data-'));
  await chmod(parent, 0o755); // as root, PostgreSQL passes through as another user
  const path = join(parent, 'data');
  return { path, [Symbol.asyncDispose]: () => removeDataDir(path).then(() => rm(dirname(path), { recursive: true })) };
}

/** Ends the server that works in it, without caring for its data, and removes it. */
export async function removeDataDir(path: string): Promise<void> {
  const clusterDir = join(path, 'postgres');
  const file = await readPostmasterFile(clusterDir);
  if (file && (await isHeldBy(file, clusterDir))) {
    process.kill(file.pid, 'SIGQUIT');
    while (isServer(file.pid)) await pause(10);
  }
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
