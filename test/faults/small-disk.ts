import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { every } from './every.ts';

const run = promisify(execFile);

/** A file system of its own, in memory, that can really be full. */
export async function smallDisk(size: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-disk-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'sigec', folder]).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const filler = join(folder, 'filler');
  let filling: ReturnType<typeof every> | undefined;
  return {
    folder,
    /** Takes every byte that is left, and what is freed later, such as an old piece of the log. */
    async keepFull() {
      await fill(folder, filler);
      filling = every(250, () => fill(folder, filler));
    },
    async free() {
      await filling?.[Symbol.asyncDispose]();
      await rm(filler);
    },
    async [Symbol.asyncDispose]() {
      await filling?.[Symbol.asyncDispose]();
      await run('umount', ['-l', folder]);
      await remove();
    },
  };
}

async function fill(folder: string, filler: string): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (let bytes = 4 * 1024 ** 2; bytes >= 4096; ) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < bytes) bytes /= 4;
      else await file.write(Buffer.alloc(bytes)).catch(() => (bytes /= 4)); // somebody else was faster
    }
  } finally {
    await file.close();
  }
}
