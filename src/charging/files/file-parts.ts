import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** One part of a file: large enough that few statements are needed, small enough that many uploads fit into memory. */
export const partBytes = 128 * 1024;

export type StoredBytes = { bytes: number; sha256: string; md5: string };

export type FileReader = { bytes: number; read(from: number, to: number): AsyncGenerator<Buffer> };

/** More came than the file may have. */
export class FileTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.name = 'FileTooLarge';
  }
}

/** Writes a file as it comes, a part at a time; whoever sends faster than the database takes has to wait. */
export async function writeFile(
  pool: Pool,
  fileId: string,
  { source, maxBytes }: { source: AsyncIterable<Buffer>; maxBytes: number },
): Promise<StoredBytes> {
  const hashes = { sha256: createHash('sha256'), md5: createHash('md5') };
  let waiting: Buffer[] = [];
  let [waitingBytes, bytes, number] = [0, 0, 0];
  const flush = async () => {
    if (waitingBytes === 0) return;
    await writePart(pool, { fileId, number, content: Buffer.concat(waiting, waitingBytes) });
    number += 1;
    waiting = [];
    waitingBytes = 0;
  };
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    hashes.sha256.update(chunk);
    hashes.md5.update(chunk);
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + partBytes - waitingBytes);
      waiting.push(piece);
      waitingBytes += piece.length;
      from += piece.length;
      if (waitingBytes === partBytes) await flush();
    }
  }
  await flush();
  return { bytes, sha256: hashes.sha256.digest('hex'), md5: hashes.md5.digest('hex') };
}

async function writePart(pool: Pool, part: { fileId: string; number: number; content: Buffer }): Promise<void> {
  await pool.query(
    `insert into file_part (file_id, number, content) values ($1, $2, $3)
     on conflict (file_id, number) do update set content = excluded.content`,
    [part.fileId, part.number, part.content],
  );
}

export async function removeFile(pool: Pool, fileId: string): Promise<void> {
  await pool.query('delete from file_part where file_id = $1', [fileId]);
}

/** Reads a file anywhere, one part in memory at a time. */
export function fileReader(pool: Pool, { fileId, bytes }: { fileId: string; bytes: number }): FileReader {
  return {
    bytes,
    async *read(from, to) {
      const end = Math.min(to, bytes);
      for (let at = from; at < end; ) {
        const number = Math.floor(at / partBytes);
        const { rows } = await pool.query<{ content: Buffer }>(
          'select content from file_part where file_id = $1 and number = $2',
          [fileId, number],
        );
        const begin = number * partBytes;
        const piece = rows[0]?.content.subarray(at - begin, end - begin);
        if (piece === undefined || piece.length === 0) throw new Error(`part ${number} of file ${fileId} is gone`);
        yield piece;
        at += piece.length;
      }
    },
  };
}
