import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { asError } from '#base/errors.ts';
import { BackupProblem } from './problem.ts';

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

/** `undefined` where there is none. */
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
