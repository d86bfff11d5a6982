import type { ToldLimits } from './kept-station-store.ts';

/** One message of a list: its entries are written already, in the words of the station's version. */
export type ListMessage = { isFull: boolean; version: number; entries: readonly string[]; isLast: boolean };

/** For a station that has not said how many it takes at once. */
const usualEntries = 250;
/** For a station that has said neither that nor how many bytes it takes: small ones have little memory for a frame. */
const usualBytes = 16 * 1024;
/** What a message needs beside its entries. */
const envelopeBytes = 200;

export type MessageLimits = { entries: number; bytes: number };

export function limitsOf({ perMessage, bytesPerMessage }: Pick<ToldLimits, 'perMessage' | 'bytesPerMessage'>) {
  const bytes = bytesPerMessage ?? (perMessage === null ? usualBytes : null);
  return {
    entries: perMessage ?? usualEntries,
    bytes: bytes === null ? Number.POSITIVE_INFINITY : bytes - envelopeBytes,
  };
}

/** As many of these as fit into one message. One that alone is too long goes alone. */
export function fitting(texts: readonly string[], { entries, bytes }: MessageLimits): readonly string[] {
  let sum = 0;
  for (const [index, text] of texts.entries()) {
    sum += Buffer.byteLength(text) + 1;
    if (index > 0 && (index >= entries || sum > bytes)) return texts.slice(0, index);
  }
  return texts;
}
