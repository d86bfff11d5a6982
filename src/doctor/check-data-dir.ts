import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asError } from '#base/errors.ts';
import { isDiskFailing } from '#database/database-errors.ts';
import { freeBytesAt, leastRoomBytes } from '#database/probe-room.ts';
import type { Finding } from './finding.ts';

/** PostgreSQL stops when it cannot write its log ahead, which may grow to a gigabyte before it is cut. */
const leastFreeBytes = 1024 ** 3;
const check = 'data-directory';

export async function checkDataDir(folder: string, { leastBytes = leastFreeBytes } = {}): Promise<Finding> {
  try {
    const existing = await nearestExisting(folder);
    await tryWriting(existing);
    const freeBytes = await freeBytesAt(existing);
    if (freeBytes < leastBytes) return tooLittle({ folder, freeBytes, leastBytes });
    const state = existing === folder ? 'data-dir-fine' : 'data-dir-absent';
    return { check, isFine: true, state, facts: { folder, freeBytes } };
  } catch (error) {
    if (isDiskFailing(error)) return tooLittle({ folder, freeBytes: 0, leastBytes });
    const reason = asError(error).message;
    return { check, isFine: false, state: 'data-dir-unusable', facts: { folder, reason } };
  }
}

function tooLittle(room: { folder: string; freeBytes: number; leastBytes: number }): Finding {
  const isFull = room.freeBytes < leastRoomBytes;
  return { check, isFine: false, state: 'data-dir-full', facts: { ...room, isFull } };
}

/** A folder that does not exist yet is made at the first start, so the one above it has to allow that. */
async function nearestExisting(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return nearestExisting(dirname(folder));
  }
}

/** Only writing tells whether one can write: permissions say nothing about a disk that is read-only or full. */
async function tryWriting(folder: string): Promise<void> {
  await rmdir(await mkdtemp(join(folder, '.sigec-doctor-')));
}
