import { mkdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inject } from 'vitest';
import { placeBinaries } from '#database/embedded/binaries.ts';
import { prepareDataDir } from '#database/embedded-postgres.ts';

let sharedCopy: Promise<string | undefined> | undefined;

/**
 * Where PostgreSQL has to run from a copy, since its account may not enter this project, the data directories of a run share
 * one: each would have its own, and copying takes seconds.
 */
export async function shareBinaries(dataDir: string): Promise<void> {
  sharedCopy ??= copyOnce(inject('postgresDir'));
  const copy = await sharedCopy;
  if (copy === undefined) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await symlink(copy, join(dataDir, basename(copy)));
}

async function copyOnce(folder: string): Promise<string | undefined> {
  const account = await prepareDataDir({ dataDir: folder, clusterDir: join(folder, 'postgres') });
  const { postgres } = await placeBinaries({ dataDir: folder, account });
  return postgres.startsWith(folder) ? dirname(dirname(dirname(postgres))) : undefined;
}
