import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { asError, SigecError } from '#base/errors.ts';

/** A small file of ours, read whole and replaced whole; nobody else may read it. */
export class JsonFile<Content> {
  private readonly file: string;
  private readonly schema: z.ZodType<Content>;
  private readonly empty: Content;
  private changing: Promise<unknown> = Promise.resolve();

  constructor(file: string, { schema, empty }: { schema: z.ZodType<Content>; empty: Content }) {
    this.file = file;
    this.schema = schema;
    this.empty = empty;
  }

  async read(): Promise<Content> {
    try {
      return this.schema.parse(JSON.parse(await readFile(this.file, 'utf8')));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return this.empty;
      const sentence = `${this.file} cannot be used (${asError(cause).message.split('\n', 1)[0]}). Repair it, or remove it.`;
      throw new SigecError('CANNOT_START', sentence, { cause });
    }
  }

  /** One change after another, each upon what is there now. */
  async change(change: (content: Content) => Content): Promise<void> {
    const done = this.changing.then(async () => this.replace(change(await this.read())));
    this.changing = done.catch(() => undefined);
    await done;
  }

  private async replace(content: Content): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    const draft = `${this.file}.${randomUUID()}`;
    try {
      await writeFile(draft, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600, flag: 'wx' });
      await rename(draft, this.file); // whoever reads meanwhile sees the old or the new one, never half of it
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}
