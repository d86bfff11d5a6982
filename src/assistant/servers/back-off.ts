import type { Time } from '#base/clock.ts';

/** How long to wait before a server that is away is tried again: twice as long each time. */
export type Retry = { firstMs: number; maxMs: number };

/** Who stayed that long has not failed just now. */
const steadyMs = 30_000;

/** When to try again. */
export class BackOff {
  /** null: nothing is planned. */
  at: Date | null = null;
  private readonly retry: Retry;
  private readonly time: Time;
  private failures = 0;
  private steadySince: number | undefined;
  private cancel: () => void = () => undefined;

  constructor(retry: Retry, time: Time) {
    this.retry = retry;
    this.time = time;
  }

  /** Once, however often it is asked for meanwhile. */
  later(tryAgain: () => void): void {
    if (this.at !== null) return;
    const { time, steadySince } = this;
    if (steadySince !== undefined && time.elapsedMs() - steadySince > steadyMs) this.failures = 0;
    this.steadySince = undefined;
    const delayMs = Math.min(this.retry.maxMs, this.retry.firstMs * 2 ** this.failures);
    this.failures += 1;
    this.at = new Date(time.now().getTime() + delayMs);
    this.cancel = time.after(delayMs, tryAgain);
  }

  stop(): void {
    this.cancel();
    this.at = null;
  }

  succeeded(): void {
    this.stop();
    this.steadySince = this.time.elapsedMs();
  }
}
