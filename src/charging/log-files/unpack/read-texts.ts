import type { LogFile } from '#contract/stations/log-files.ts';
import type { FileReader } from '../../files/file-parts.ts';
import { ByteReader } from './byte-reader.ts';
import { inflate } from './inflate.ts';
import { isTar, readTar } from './read-tar.ts';
import { isZip, readZip } from './read-zip.ts';
import { UnpackBudget, type UnpackLimits, usualLimits } from './refused-file.ts';

export type FileFormat = NonNullable<LogFile['format']>;

const headBytes = 512;
/** Logs that were rotated are often packed once more, inside what is packed. */
const maxLayers = 2;

/** The texts of a file, one after the other and each as it comes; what is no text is left out. Throws `RefusedFile`. */
export async function* readTexts(
  file: FileReader,
  { limits = usualLimits, onFormat }: { limits?: UnpackLimits; onFormat?: (format: FileFormat) => void } = {},
): AsyncGenerator<AsyncIterable<Buffer>> {
  const budget = new UnpackBudget(file.bytes, limits);
  const whole = new ByteReader(file.read(0, file.bytes));
  const head = await whole.peek(headBytes);
  if (isZip(head)) {
    onFormat?.('zip');
    await whole.close();
    for await (const content of readZip(file, budget)) yield* plainTexts(content, budget, 1);
    return;
  }
  if (isGzip(head)) {
    const inner = new ByteReader(inflate(whole.chunks(), { method: 'gzip', budget }));
    onFormat?.(isTar(await inner.peek(headBytes)) ? 'tar-gzip' : 'gzip');
    yield* textsIn(inner, budget, 1);
    return;
  }
  onFormat?.(isTar(head) ? 'tar' : 'text');
  yield* textsIn(whole, budget, 0);
}

async function* textsIn(
  reader: ByteReader,
  budget: UnpackBudget,
  layer: number,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const head = await reader.peek(headBytes);
  if (isTar(head)) {
    for await (const content of readTar(reader, budget)) yield* plainTexts(content, budget, layer);
    return;
  }
  if (layer === 0) budget.takeFile();
  yield* textOf(reader, head);
}

/** One file of an archive: a text, or one that is packed once more. */
async function* plainTexts(
  content: AsyncIterable<Buffer>,
  budget: UnpackBudget,
  layer: number,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const reader = new ByteReader(content);
  const head = await reader.peek(headBytes);
  if (isGzip(head) && layer < maxLayers) {
    const inner = new ByteReader(inflate(reader.chunks(), { method: 'gzip', budget }));
    yield* textOf(inner, await inner.peek(headBytes));
    return;
  }
  yield* textOf(reader, head);
}

async function* textOf(reader: ByteReader, head: Buffer): AsyncGenerator<AsyncIterable<Buffer>> {
  if (head.length > 0 && !head.includes(0)) yield reader.chunks();
  for await (const _rest of reader.chunks()); // a bomb is one too where nobody reads it
}

function isGzip(head: Buffer): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}
