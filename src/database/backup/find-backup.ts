import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupMade } from './back-up.ts';
import { readManifest, unfinishedEnd } from './manifest.ts';
import { BackupProblem } from './problem.ts';

/** The backup in a folder, or of a folder of backups the newest that ended before the moment that is wanted. */
export async function findBackup(given: string, until: Date | undefined): Promise<BackupMade> {
  const folder = resolve(given);
  if (folder.endsWith(unfinishedEnd)) throw new BackupProblem('is-unfinished', { folder });
  const manifest = await readManifest(folder);
  if (manifest !== undefined) return { folder, manifest };
  const backups = await listBackups(folder);
  if (backups.length === 0) throw new BackupProblem('no-backup', { folder });
  const found = backups.findLast((backup) => until === undefined || new Date(backup.manifest.endedAt) <= until);
  if (found !== undefined) return found;
  throw new BackupProblem('no-backup-before', { folder, until: until ?? new Date(0) });
}

/** The whole backups of a folder, the newest last. */
export async function listBackups(folder: string): Promise<BackupMade[]> {
  const names = await readdir(folder).catch(() => []);
  const found: BackupMade[] = [];
  for (const name of names.filter((each) => !each.endsWith(unfinishedEnd))) {
    const manifest = await readManifest(join(folder, name));
    if (manifest !== undefined) found.push({ folder: join(folder, name), manifest });
  }
  return found.toSorted((a, b) => (a.manifest.endedAt < b.manifest.endedAt ? -1 : 1));
}

/** What backups that were killed have left: safe to delete, unless one is at work now. */
export async function listUnfinished(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(unfinishedEnd)).map((name) => join(folder, name));
}
