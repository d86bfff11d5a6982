import { keptWords } from './kept-samples.ts';
import type { Sample } from './sample.ts';

/** Some forty samples. All shapes that are in use are held in memory. */
const maxCharacters = 4_000;

/**
 * What a message says besides its numbers, as JSON: its shape. Undefined where words and numbers do not say all of it, as with a
 * signed value or the times that OCPP 1.6 sends together at the end of a session.
 */
export function shapeWords({ at, samples }: { at: Date; samples: readonly Sample[] }): string | undefined {
  const messageAt = at.getTime();
  const isPlain = ({ at: sampleAt, value, signed }: Sample) =>
    sampleAt.getTime() === messageAt && signed === null && Number.isFinite(value);
  if (!samples.every(isPlain)) return undefined;
  const words = JSON.stringify(samples.map(keptWords));
  return words.length <= maxCharacters ? words : undefined;
}
