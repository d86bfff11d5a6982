import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { asError, SigecError } from '#base/errors.ts';

/** Something small that is read whole and replaced whole. */
export type Kept<Content> = {
  read(): Promise<Content>;
  /** One change after another, each upon what is there now. */
  change(change: (content: Content) => Content): Promise<void>;
};

type Form<Content> = {
  schema: z.ZodType<Content>;
  empty: Content;
  /** What is thrown when the file cannot be used; absent: CANNOT_START. */
  unusable?: (cause: unknown) => SigecError;
};

/** A file of ours that nobody else may read. */
export function jsonFile<Content>(file: string, { schema, empty, unusable }: Form<Content>): Kept<Content> {
  let changing: Promise<unknown> = Promise.resolve();
  async function read(): Promise<Content> {
    try {
      return schema.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return empty;
      if (unusable !== undefined) throw unusable(cause);
      const sentence = `${file} cannot be used (${asError(cause).message.split('\n', 1)[0]}). Repair it, or remove it.`;
      throw new SigecError('CANNOT_START', sentence, { cause });
    }
  }
  return {
    read,
    async change(change) {
      const done = changing.then(async () => writeWhole(file, `${JSON.stringify(change(await read()), null, 2)}\n`));
      changing = done.catch(() => undefined);
      await done;
    },
  };
}

/** The same for as long as the process lasts. */
export function inMemory<Content>(empty: Content): Kept<Content> {
  let content = empty;
  return {
    read: () => Promise.resolve(content),
    change(change) {
      content = change(content);
      return Promise.resolve();
    },
  };
}

/** Writes a file so that nobody ever reads half of it, and nobody else reads it at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
