import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../embedded/cluster.ts';
import { unlessGone } from './cluster-files.ts';
import { BackupProblem } from './problem.ts';

export type Copied = { bytes: number; sha256: string };

export type Progress = (bytes: number) => Promise<void> | void;

const chunkBytes = 1024 * 1024;
/** More at once wait for the disk to sync; many more would only make the product wait as well. */
const atOnce = 8;

/** Copies a file and says what was copied; `undefined` where it has gone. */
export async function copyFile({ from, to, isForGood = true, onBytes, signal }: CopyFile): Promise<Copied | undefined> {
  const source = await open(from, 'r').catch(unlessGone(undefined));
  if (source === undefined) return undefined;
  try {
    return await writeNew(to, isForGood, (target) => pour({ source, target, onBytes, signal }));
  } finally {
    await source.close();
  }
}

type CopyFile = {
  from: string;
  to: string;
  /** False: someone else syncs it to the disk. */
  isForGood?: boolean;
  onBytes?: Progress | undefined;
  signal?: AbortSignal | undefined;
};

export async function writeFileForGood(file: string, content: string | Buffer): Promise<Copied> {
  const bytes = Buffer.from(content);
  return writeNew(file, true, async (target) => {
    await target.writeFile(bytes);
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
}

async function writeNew<Result>(
  file: string,
  isForGood: boolean,
  fill: (target: FileHandle) => Promise<Result>,
): Promise<Result> {
  const target = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    const result = await fill(target);
    if (isForGood) await target.sync();
    return result;
  } finally {
    await target.close();
  }
}

async function pour({ source, target, onBytes, signal }: Pour): Promise<Copied> {
  const hash = createHash('sha256');
  const { size } = await source.stat();
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size, 8192))); // most files of a cluster are small
  let bytes = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, buffer.length, bytes);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await target.writeFile(chunk);
    bytes += bytesRead;
    await onBytes?.(bytesRead);
  }
  return { bytes, sha256: hash.digest('hex') };
}

type Pour = Pick<CopyFile, 'onBytes' | 'signal'> & { source: FileHandle; target: FileHandle };

/** Better known before than when the disk is full, which it would be for the product as well. */
export async function mustFit(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < neededBytes) throw new BackupProblem('no-space', { folder, neededBytes, freeBytes });
}

export async function makeFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
}

/** Names of files are in their folder, which has to be synced as well. */
export async function syncFolders(root: string, folders: readonly string[]): Promise<void> {
  const each = [...folders.map((folder) => join(root, folder)), root, dirname(root)];
  await severalAtOnce(each, syncFolder);
}

/** A few at a time; after a failure nothing more is begun, and what was begun has ended. */
export async function severalAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  let hasFailed = false;
  const worker = async () => {
    for (const item of rest) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
