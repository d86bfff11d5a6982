import { stat } from 'node:fs/promises';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';

type Watched = {
  files: readonly string[];
  load(): Promise<void>;
  failed(error: unknown): void;
  log: Log;
  everyMs?: number;
};

const usualMs = 5_000;

/**
 * Loads files again when they have changed. Asking the file system is slower to notice than being told by it, but sees links that were
 * turned to another folder, and disks of other machines. Certificate and key change one after the other: what does not fit yet is tried again.
 */
export function watchFiles({ files, load, failed, log, everyMs = usualMs }: Watched): Repeating {
  let loaded: string | undefined;
  return every({
    task: 'read the certificates again',
    everyMs,
    log,
    async run() {
      const state = await stateOf(files);
      if (state === loaded) return;
      try {
        await load();
        loaded = state;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
  });
}

async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
        () => 'absent',
      ),
    ),
  );
  return states.join();
}
