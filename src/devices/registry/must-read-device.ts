import type { Pool } from 'pg';
import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type BookNeeds, deviceProblem } from './book-needs.ts';
import { type KeptDevice, readDevice, readSimilarDevices } from './device-store.ts';

/** A device that there is, or NOT_FOUND with those that may have been meant. */
export async function mustReadDevice({ pool }: Pick<BookNeeds, 'pool'>, deviceId: string): Promise<KeptDevice> {
  const row = await readDevice(pool, deviceId.trim().toLowerCase());
  if (row !== undefined) return row;
  throw await notKnown(pool, deviceId);
}

export async function notKnown(pool: Pool, deviceId: string): Promise<SigecError> {
  const didYouMean = await readSimilarDevices(pool, deviceId.slice(0, 100));
  const sentence =
    didYouMean.length === 0
      ? sentenceOf('device-not-known', { deviceId })
      : sentenceOf('device-did-you-mean', { deviceId, devices: didYouMean });
  return deviceProblem('NOT_FOUND', sentence, { didYouMean });
}
