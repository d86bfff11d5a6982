import { join } from 'node:path';
import type { Log } from '#base/log.ts';
import { socketFolder } from '../embedded/endpoint.ts';
import { isHeldBy, readPostmasterFile } from '../embedded/postmaster-file.ts';
import { askServer } from '../embedded/server-answers.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { isUsed } from '../is-used.ts';
import { clusterName } from './back-up.ts';
import { BackupProblem } from './problem.ts';

/** Refuses while the product runs on the folder. A server that it left behind when it was killed, which nobody uses, is stopped. */
export async function mustNotRun(dataDir: string, log: Log): Promise<void> {
  const clusterDir = join(dataDir, clusterName);
  const file = await readPostmasterFile(clusterDir);
  if (file === undefined) return;
  if (!(await isHeldBy(file, clusterDir))) {
    if (await isServedElsewhere(dataDir)) throw new BackupProblem('product-runs', { dataDir });
    return;
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  if (await isUsed(postgres.url, log)) {
    await postgres.leave();
    throw new BackupProblem('product-runs', { dataDir });
  }
  await postgres.stop();
}

/** Of another container one sees no process, but its socket answers. */
async function isServedElsewhere(dataDir: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return (await askServer({ kind: 'socket', folder: socketFolder(dataDir) })) !== 'silent';
}
