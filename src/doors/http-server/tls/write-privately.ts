import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';

/** A file that our user alone may read; whoever reads it meanwhile sees the old one or the new one, whole. */
export async function writePrivately(file: string, content: string, mode = 0o600): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode });
  await rename(draft, file);
}
