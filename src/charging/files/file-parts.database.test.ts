import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { FileTooLarge, fileReader, partBytes, removeFile, writeFile } from './file-parts.ts';

const content = randomBytes(partBytes * 2 + 1_000);
async function* pieces(size = 50_000) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
const all = async (chunks: AsyncIterable<Buffer>) => {
  const found: Buffer[] = [];
  for await (const chunk of chunks) found.push(chunk);
  return Buffer.concat(found);
};

test('a file is read as it was written, whole and in ranges', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const fileId = randomUUID();
  const stored = await writeFile(pool, fileId, { source: pieces(), maxBytes: content.length });
  expect(stored).toEqual({
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    md5: createHash('md5').update(content).digest('hex'),
  });
  const reader = fileReader(pool, { fileId, bytes: stored.bytes });
  expect((await all(reader.read(0, stored.bytes))).equals(content)).toBe(true);
  for (const [from, to] of [
    [0, 1],
    [partBytes - 1, partBytes + 1],
    [partBytes, partBytes * 2],
    [content.length - 5, content.length + 5],
  ] as const)
    expect((await all(reader.read(from, to))).equals(content.subarray(from, to))).toBe(true);
  await removeFile(pool, fileId);
  await expect(all(reader.read(0, 1))).rejects.toThrow(/is gone/);
});

test('whoever sends waits for the database: no more than two parts are ever on their way', async () => {
  await using database = await freshDatabase();
  let [sent, stored, ahead] = [0, 0, 0];
  const pool = {
    async query(text: string, values: unknown[]) {
      const done = await database.pool.query(text, values);
      stored += (values[2] as Buffer).length;
      return done;
    },
  } as unknown as Pool;
  const source = async function* () {
    for await (const piece of pieces(1_000)) {
      sent += piece.length;
      ahead = Math.max(ahead, sent - stored);
      yield piece;
    }
  };
  await writeFile(pool, randomUUID(), { source: source(), maxBytes: content.length });
  expect(stored).toBe(content.length);
  expect(ahead).toBeLessThanOrEqual(2 * partBytes);
});

test('what is too large is cut while it comes', async () => {
  await using database = await freshDatabase();
  const limit = { source: pieces(), maxBytes: content.length - 1 };
  await expect(writeFile(database.pool, randomUUID(), limit)).rejects.toThrow(FileTooLarge);
});
