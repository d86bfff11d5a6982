import type { Counts } from './faults.ts';
import { modelStore, type StoreMaker } from './simulated-store.ts';
import { World, type WorldResult } from './world.ts';

export type RunOptions = {
  seed: number;
  /** At least so many; a world is played to its end. */
  sessions: number;
  makeStore?: StoreMaker;
  /** Worlds at once: while one waits for its database another goes on. They share nothing but the machine. */
  atOnce?: number;
  onWorld?(result: WorldResult, sessionsSoFar: number): void;
};

export type Run = { sessions: number; worlds: number; counts: Counts; failed: WorldResult[]; tookMs: number };

/** Stops early when so many worlds are broken: the rest would say the same. */
const maxFailed = 5;

/** World after world, each with the next seed, until enough sessions were charged. */
export async function runWorlds({
  seed,
  sessions,
  makeStore = modelStore,
  atOnce = 1,
  onWorld,
}: RunOptions): Promise<Run> {
  const startedAt = performance.now();
  const run: Run = { sessions: 0, worlds: 0, counts: new Map(), failed: [], tookMs: 0 };
  let next = seed;
  const work = async () => {
    while (run.sessions < sessions && run.failed.length < maxFailed) {
      const result = await World.run(next++, makeStore);
      run.sessions += result.sessions;
      run.worlds += 1;
      for (const [fault, count] of result.counts) run.counts.set(fault, (run.counts.get(fault) ?? 0) + count);
      onWorld?.(result, run.sessions);
      if (result.violations.length > 0) run.failed.push(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  run.tookMs = performance.now() - startedAt;
  return run;
}

/** What broke, where, and how to see it again. */
export function describeFailures({ failed }: Run): string {
  return failed
    .toSorted((a, b) => a.seed - b.seed)
    .map(({ seed, violations }) => {
      const lines = violations.slice(0, 5).map(({ rule, what }) => `  ${rule}: ${what}`);
      return [
        `Seed ${seed} breaks rules of the ledger:`,
        ...lines,
        `  Again: npm run simulate:ledger -- --seed ${seed} --sessions 1`,
      ].join('\n');
    })
    .join('\n');
}
