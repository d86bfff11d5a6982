import type { FileReader } from '../../files/file-parts.ts';
import { inflate } from './inflate.ts';
import { mustBePlainPath, RefusedFile, type UnpackBudget, unreadable } from './refused-file.ts';

const sizes = { end: 22, maxComment: 65_535, entry: 46, local: 30 };
const maxDirectoryBytes = 4 * 1024 * 1024;
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };
const wide = 0xffffffff;
const unixLink = 0o120000;

type ZipEntry = {
  name: Buffer;
  method: number;
  packedBytes: number;
  bytes: number;
  /** Where its local header stands. */
  offset: number;
};

export function isZip(head: Buffer): boolean {
  return head.length >= 4 && (head.readUInt32LE(0) === signatures.local || head.readUInt32LE(0) === signatures.end);
}

/**
 * The files of a zip by its directory, each to be read before the next. Entries that lie over each other, as in bombs that are no
 * larger than a letter, and entries that say one name here and another there are refused before anything is unpacked.
 */
export async function* readZip(file: FileReader, budget: UnpackBudget): AsyncGenerator<AsyncIterable<Buffer>> {
  const { entries, directoryAt } = await readDirectory(file);
  for (const _entry of entries) budget.takeFile();
  const starts = await placesOf(file, entries, directoryAt);
  for (const [index, { method, packedBytes, bytes, name }] of entries.entries()) {
    const start = starts[index] ?? 0;
    if (name.toString('latin1').endsWith('/')) continue;
    const packed = file.read(start, start + packedBytes);
    yield method === 0 ? counted(packed, budget) : exactly(inflate(packed, { method: 'deflate', budget }), bytes);
  }
}

async function readDirectory(file: FileReader): Promise<{ entries: ZipEntry[]; directoryAt: number }> {
  const tailAt = Math.max(0, file.bytes - sizes.end - sizes.maxComment);
  const tail = await bytesOf(file, tailAt, file.bytes);
  const endAt = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (endAt < 0 || tail.length - endAt < sizes.end) throw unreadable('its directory is missing');
  const count = tail.readUInt16LE(endAt + 10);
  const directoryBytes = tail.readUInt32LE(endAt + 12);
  const directoryAt = tail.readUInt32LE(endAt + 16);
  const isWhole = tail.readUInt32LE(endAt + 4) === 0 && tail.readUInt16LE(endAt + 8) === count;
  if (!isWhole || directoryAt === wide || directoryAt + directoryBytes > tailAt + endAt)
    throw unreadable('its directory is damaged');
  if (directoryBytes > maxDirectoryBytes) throw new RefusedFile('too-many-files', 'its directory is too large');
  const directory = await bytesOf(file, directoryAt, directoryAt + directoryBytes);
  return { entries: entriesIn(directory, count), directoryAt };
}

function entriesIn(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + sizes.entry > directory.length || directory.readUInt32LE(at) !== signatures.entry)
      throw unreadable('its directory is damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const name = directory.subarray(at + sizes.entry, at + sizes.entry + (nameBytes ?? 0));
    mustBePlainPath(name.toString('utf8'));
    if ((directory.readUInt16LE(at + 8) & 1) === 1) throw new RefusedFile('encrypted', 'it is encrypted');
    if (((directory.readUInt32LE(at + 38) >>> 16) & 0o170000) === unixLink)
      throw new RefusedFile('link-inside', 'it holds a link, which no log is');
    const method = directory.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw unreadable('it is packed in a way that is not known here');
    const [packedBytes = 0, bytes = 0] = [20, 24].map((offset) => directory.readUInt32LE(at + offset));
    const offset = directory.readUInt32LE(at + 42);
    if ([packedBytes, bytes, offset].includes(wide)) throw unreadable('it is larger than it can be');
    entries.push({ name, method, packedBytes, bytes, offset });
    at += sizes.entry + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

/** Where the data of each entry begins, once all of them have been seen to lie beside each other. */
async function placesOf(file: FileReader, entries: readonly ZipEntry[], directoryAt: number): Promise<number[]> {
  const starts: number[] = [];
  for (const { offset, name } of entries) {
    const header = await bytesOf(file, offset, offset + sizes.local + name.length);
    if (header.length < sizes.local || header.readUInt32LE(0) !== signatures.local)
      throw unreadable('an entry in it is damaged');
    const nameBytes = header.readUInt16LE(26);
    if (nameBytes !== name.length || !header.subarray(sizes.local).equals(name))
      throw new RefusedFile('path', 'an entry in it has two names');
    starts.push(offset + sizes.local + nameBytes + header.readUInt16LE(28));
  }
  const spans = entries
    .map(({ offset, packedBytes }, index) => ({ from: offset, to: (starts[index] ?? 0) + packedBytes }))
    .toSorted((one, other) => one.from - other.from);
  for (const [index, { to }] of spans.entries())
    if (to > (spans[index + 1]?.from ?? directoryAt))
      throw new RefusedFile('bomb', 'entries in it lie over each other');
  return starts;
}

async function* exactly(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of content) {
    seen += chunk.length;
    if (seen > bytes) throw new RefusedFile('bomb', 'an entry in it is larger than it says');
    yield chunk;
  }
}

async function* counted(content: AsyncIterable<Buffer>, budget: UnpackBudget): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    budget.takeBytes(chunk.length);
    yield chunk;
  }
}

async function bytesOf(file: FileReader, from: number, to: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of file.read(from, to)) pieces.push(piece);
  return Buffer.concat(pieces);
}
