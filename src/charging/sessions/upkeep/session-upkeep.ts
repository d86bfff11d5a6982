import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';

export type Upkeep = { name: string; sweep(): Promise<void> };

const everyMs = 60_000;

/** Looks after sessions once a minute, from now until the signal ends it. What fails once is tried again the next time. */
export async function keepSessionsUp(
  upkeep: readonly Upkeep[],
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    for (const { name, sweep } of upkeep) {
      if (signal.aborted) return;
      await sweep().catch((error: unknown) =>
        log.warn({ upkeep: name, err: asError(error) }, 'sessions are looked after later'),
      );
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined); // the signal ends the pause
  }
}
