import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keptLogOf } from '../embedded/kept-log.ts';
import { listBackups } from './find-backup.ts';
import type { Manifest } from './manifest.ts';
import { numberOf } from './write-ahead-log.ts';

export type Tidied = { files: number; bytes: number };

/** A segment, also the unfinished last one of a timeline or the note of a backup. Histories are small and always needed. */
const logFile = /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?$/;

/** Deletes of the kept log what came before the oldest backup of the folder: no restore from there begins earlier. */
export async function tidyKeptLog({ folder, keepWal, manifest }: Tidy): Promise<Tidied> {
  const backups = (await listBackups(folder)).map((backup) => backup.manifest);
  const ours = backups.filter(({ systemIdentifier }) => systemIdentifier === manifest.systemIdentifier);
  const numbers = [...ours, manifest].map(({ firstSegment, segmentBytes }) => numberOf(firstSegment, segmentBytes));
  const oldest = Math.min(...numbers);
  const kept = keptLogOf(keepWal, manifest.systemIdentifier);
  const tidied: Tidied = { files: 0, bytes: 0 };
  for (const name of await readdir(kept)) {
    if (!logFile.test(name) || numberOf(name, manifest.segmentBytes) >= oldest) continue;
    const file = join(kept, name);
    tidied.bytes += (await stat(file)).size;
    tidied.files += 1;
    await rm(file);
  }
  return tidied;
}

type Tidy = { folder: string; keepWal: string; manifest: Manifest };
