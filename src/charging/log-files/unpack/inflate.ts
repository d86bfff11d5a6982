import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { type UnpackBudget, unreadable } from './refused-file.ts';

/** What is packed inside, as it comes out; every byte is counted before anybody sees it. */
export async function* inflate(
  packed: AsyncIterable<Buffer>,
  { method, budget }: { method: 'gzip' | 'deflate'; budget: UnpackBudget },
): AsyncGenerator<Buffer> {
  const unpacking = method === 'gzip' ? createGunzip() : createInflateRaw();
  pipeline(Readable.from(packed), unpacking, () => undefined); // what goes wrong is thrown to whoever reads
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      budget.takeBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw unreadable('its packed data is damaged');
    throw error;
  }
}
