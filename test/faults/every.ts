import { setTimeout as pause } from 'node:timers/promises';

/** Does something again and again until it is disposed of. A failure is thrown there. */
export function every(ms: number, work: () => Promise<void>): AsyncDisposable & { until(time: number): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const running = (async () => {
    while (!signal.aborted) {
      await work();
      await pause(ms, undefined, { signal }).catch(() => undefined);
    }
  })();
  running.catch(() => undefined);
  return {
    async until(time) {
      await Promise.race([pause(Math.max(0, time - Date.now())), running]);
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await running;
    },
  };
}
