import type { ByteReader } from './byte-reader.ts';
import { mustBePlainPath, RefusedFile, type UnpackBudget, unreadable } from './refused-file.ts';

const block = 512;
const maxNameBytes = 64 * 1024;

export function isTar(head: Buffer): boolean {
  return head.length >= 262 && head.toString('latin1', 257, 262) === 'ustar';
}

/** The files of a tar, each to be read before the next. Links, devices and names that lead elsewhere are no logs. */
export async function* readTar(reader: ByteReader, budget: UnpackBudget): AsyncGenerator<AsyncIterable<Buffer>> {
  for (;;) {
    const header = await reader.take(block);
    if (header.length < block || header.every((byte) => byte === 0)) return;
    mustAddUp(header);
    const size = sizeIn(header);
    const type = header.toString('latin1', 156, 157);
    mustBePlainPath(nameIn(header));
    if (type === '0' || type === '\0') {
      budget.takeFile();
      const content = reader.chunks(size);
      yield content;
      for await (const _rest of content); // whatever was left unread
    } else if (type === 'x' || type === 'g' || type === 'L') await readLongName(reader, size);
    else if (type !== '5') throw new RefusedFile('link-inside', 'it holds a link or a device, which no log is');
    await reader.take((block - (size % block)) % block);
  }
}

/** A name too long for the header stands in an entry of its own: GNU as it is, POSIX as `path=`. */
async function readLongName(reader: ByteReader, size: number): Promise<void> {
  if (size > maxNameBytes) throw unreadable('a name in it is too long');
  const text = (await reader.take(size)).toString('utf8').replace(/\0+$/, '');
  for (const line of text.split('\n'))
    mustBePlainPath(/^\d+ (?:path|linkpath)=(.*)$/.exec(line)?.[1] ?? plainLine(line));
}

/** Other attributes of POSIX, such as times, are no names. */
function plainLine(line: string): string {
  return /^\d+ [\w.]+=/.test(line) ? '' : line;
}

function nameIn(header: Buffer): string {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const prefix = text(345, 500);
  return prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`;
}

function sizeIn(header: Buffer): number {
  const octal = header
    .toString('latin1', 124, 136)
    .replace(/[\0 ]+$/, '')
    .trim();
  if (!/^[0-7]{0,11}$/.test(octal)) throw unreadable('a file in it says no size');
  return octal === '' ? 0 : Number.parseInt(octal, 8);
}

function mustAddUp(header: Buffer): void {
  const said = Number.parseInt(
    header
      .toString('latin1', 148, 156)
      .replace(/[\0 ]+$/, '')
      .trim(),
    8,
  );
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  if (sum !== said) throw unreadable('a header in it is damaged');
}
