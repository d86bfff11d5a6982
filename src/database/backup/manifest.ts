import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { asError } from '#base/errors.ts';
import { major } from '../embedded/cluster.ts';
import type { BackupMade } from './back-up.ts';
import { BackupProblem } from './problem.ts';
import type { Restore } from './restore.ts';

export const manifestName = 'manifest.json';

/** Ends the name of a folder that is still being written, or that was left by a backup that did not end. */
export const unfinishedEnd = '.unfinished';

/** A path of ours, below the folder of the backup: a manifest that was tampered with must not reach beyond it. */
const innerPath = z
  .string()
  .refine((path) => path !== '' && !isAbsolute(path) && !path.split(/[/\\]/).includes('..'), 'leaves the backup');
const segment = z.string().regex(/^[0-9A-F]{24}$/);
const lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);

const manifestShape = z.object({
  format: z.literal(1),
  productVersion: z.string(),
  /** PostgreSQL's files fit the same major version on the same kind of machine. */
  postgresVersion: z.string(),
  platform: z.string(),
  /** The same for a cluster and everything restored from it; names the folder of its kept log. */
  systemIdentifier: z.string().regex(/^\d+$/),
  timeline: z.int().positive(),
  segmentBytes: z.int().positive(),
  startLsn: lsn,
  stopLsn: lsn,
  firstSegment: segment,
  lastSegment: segment,
  startedAt: z.iso.datetime(),
  /** Everything that was acknowledged before this moment, by the clock of the database, is in the backup. */
  endedAt: z.iso.datetime(),
  migrations: z.array(z.object({ owner: z.string(), number: z.int(), name: z.string() })),
  keyFingerprint: z.string().nullable(),
  hasKey: z.boolean(),
  bytes: z.int().nonnegative(),
  folders: z.array(innerPath),
  files: z.array(z.object({ path: innerPath, bytes: z.int().nonnegative(), sha256: z.string().length(64) })),
});

export type Manifest = z.infer<typeof manifestShape>;
export type BackedUpFile = Manifest['files'][number];

export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, manifestName);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new BackupProblem('manifest-unreadable', { file, reason: asError(cause).message }, cause);
  }
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause).split('\n').join(' ') : asError(cause).message;
    throw new BackupProblem('manifest-unreadable', { file, reason }, cause);
  }
}

/** Whether this program can work with the backup, told before anything is touched. */
export function mustFitHere(manifest: Manifest, { productVersion, knownMigrations, until }: Restore): void {
  const here = `${process.platform}-${process.arch}`;
  if (manifest.platform !== here) throw new BackupProblem('other-platform', { made: manifest.platform, here });
  if (manifest.postgresVersion.split('.')[0] !== major)
    throw new BackupProblem('other-postgres', { made: manifest.postgresVersion, here: major });
  const unknown = manifest.migrations.find(({ owner, number }) => !knownMigrations.has(`${owner}/${number}`));
  if (unknown !== undefined)
    throw new BackupProblem('newer-product', {
      made: manifest.productVersion,
      here: productVersion,
      migration: `${unknown.owner}/${unknown.name}`,
    });
  const endedAt = new Date(manifest.endedAt);
  if (until instanceof Date && until < endedAt) throw new BackupProblem('until-in-backup', { until, endedAt });
}

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
