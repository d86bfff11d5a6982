import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';

export type SweepNeeds = {
  clock: Clock;
  log: Log;
  hasBegun(time: { after: Date; until: Date }): Promise<boolean>;
  compare(how: { withAll: boolean }): Promise<void>;
  signal: AbortSignal;
  everyMs?: number;
};

const usualEveryMs = 60_000;
/** What no event here told: tokens that were changed on another node, tries that are due. */
const compareAllMs = 5 * 60_000;

/** Looks now and then for what nobody told of. What fails is looked for again by the next sweep. */
export async function sweep({ clock, log, signal, everyMs = usualEveryMs, ...needs }: SweepNeeds): Promise<void> {
  let sweptAt = clock.now();
  let comparedAllAt = sweptAt;
  while (!signal.aborted) {
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    const now = clock.now();
    try {
      const withAll = now.getTime() - comparedAllAt.getTime() >= compareAllMs;
      if (withAll || (await needs.hasBegun({ after: sweptAt, until: now }))) await needs.compare({ withAll });
      if (withAll) comparedAllAt = now;
      sweptAt = now;
    } catch (error) {
      if (!signal.aborted) willRetry(log, 'bring stations in sync', error);
    }
  }
}
