import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { blockDictionary } from './block-dictionary.ts';
import type { Exchange } from './frame-recorder.ts';

/** More would make blocks of a few frames, which compress badly; fewer would mean reading many stations to find one. */
const shelves = 64;
/** A block is decompressed as a whole. */
const maxInBlock = 500;
const maxCharacters = 1024 * 1024;
const compression = { dictionary: blockDictionary, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Blocks of before had no dictionary; they refer to nothing in it and are read with it just as well. */
const decompression = { dictionary: blockDictionary };

/** An exchange with its number, which counts in the order they were written down. */
export type NumberedExchange = Exchange & { id: number };

export type NewBlock = { shelf: number; fromAt: Date; toAt: Date; frames: Buffer };

/** Numbers of exchanges are made of the number of their block and their place in it. */
const placesInBlock = 1024;
export function blockOf(id: number): number {
  return Math.floor(id / placesInBlock);
}

export function lastIn(blockId: number): number {
  return blockId * placesInBlock + placesInBlock - 1;
}

/** FNV-1a: it decides where a station's frames lie, so it must never change. */
export function shelfOf(stationId: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < stationId.length; index += 1)
    hash = Math.imul(hash ^ stationId.charCodeAt(index), 0x01_00_01_93);
  return (hash >>> 0) % shelves;
}

/** What belongs into one block, in the order it was given. */
export type Page = { shelf: number; exchanges: readonly Exchange[] };

export function toPages(exchanges: readonly Exchange[]): Page[] {
  const byShelf = Map.groupBy(exchanges, ({ stationId }) => shelfOf(stationId));
  return [...byShelf].flatMap(([shelf, together]) => [...slices(together)].map((page) => ({ shelf, exchanges: page })));
}

/** The exchanges of one station; those of others are passed over unread. */
export function readBlock(block: { id: number; frames: Buffer }, stationId: string): NumberedExchange[] {
  const begin = `[${JSON.stringify(stationId)},`;
  const lines = zstdDecompressSync(block.frames, decompression).toString().split('\n');
  return lines.flatMap((line, place) =>
    line.startsWith(begin) ? [{ ...fromLine(line), id: block.id * placesInBlock + place }] : [],
  );
}

/** The block with other texts for these stations; undefined: nothing in it changes. Each exchange keeps its place, and so its number. */
export function changedBlock(
  frames: Buffer,
  { stationIds, replace }: { stationIds: readonly string[]; replace(text: string): string },
): Buffer | undefined {
  const before = zstdDecompressSync(frames, decompression).toString();
  const begins = stationIds.map((stationId) => `[${JSON.stringify(stationId)},`);
  const after = before
    .split('\n')
    .map((line) => (begins.some((begin) => line.startsWith(begin)) ? changedLine(line, replace) : line))
    .join('\n');
  return after === before ? undefined : zstdCompressSync(after, compression);
}

function changedLine(line: string, replace: (text: string) => string): string {
  const exchange = fromLine(line);
  const { request, answer } = exchange;
  return toLine({ ...exchange, request: replace(request), answer: answer && replace(answer) });
}

function* slices(exchanges: readonly Exchange[]): Generator<Exchange[]> {
  let page: Exchange[] = [];
  let characters = 0;
  for (const exchange of exchanges) {
    if (page.length >= maxInBlock || characters > maxCharacters) {
      yield page;
      page = [];
      characters = 0;
    }
    page.push(exchange);
    characters += exchange.request.length + (exchange.answer?.length ?? 0);
  }
  yield page;
}

export function toBlock({ shelf, exchanges }: Page): NewBlock {
  const times = exchanges.map(({ at }) => at.getTime());
  return {
    shelf,
    fromAt: new Date(Math.min(...times)),
    toAt: new Date(Math.max(...times)),
    frames: zstdCompressSync(exchanges.map(toLine).join('\n'), compression),
  };
}

type Line = [
  stationId: string,
  version: string | null,
  at: number,
  caller: Exchange['caller'],
  action: string | null,
  messageId: string | null,
  request: string,
  answer: string | null,
  answeredAfterMs: number | null,
  outcome: Exchange['outcome'],
  requestId: number | null,
];

function toLine(exchange: Exchange): string {
  const { stationId, version, at, caller, action, messageId, request, answer } = exchange;
  const { answeredAfterMs, outcome, requestId } = exchange;
  const line: Line = [
    stationId,
    version,
    at.getTime(),
    caller,
    action,
    messageId,
    request,
    answer,
    answeredAfterMs,
    outcome,
    requestId,
  ];
  return JSON.stringify(line);
}

function fromLine(text: string): Exchange {
  const [stationId, version, at, caller, action, messageId, request, answer, answeredAfterMs, outcome, requestId] =
    JSON.parse(text) as Line;
  const said = { stationId, version, at: new Date(at), caller, action, messageId, request, answer };
  return { ...said, answeredAfterMs, outcome, requestId };
}
