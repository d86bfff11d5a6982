import { setTimeout as sleepFor } from 'node:timers/promises';

/** Sleeps, at most until the signal; tells whether the sleep was whole. */
export async function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleepFor(ms, undefined, { signal });
    return true;
  } catch {
    return false; // the signal is the only thing that can end it early
  }
}
