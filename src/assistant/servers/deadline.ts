import type { Time } from '#base/clock.ts';

export type Retry = { firstMs: number; maxMs: number };

/** Who stayed that long has not failed just now. */
const steadyMs = 30_000;

export class BackOff {
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

/** A wait with an end, that stands still while a person is asked and begins anew when something was heard. */
export class Deadline implements Disposable {
  readonly afterMs: number;
  private readonly time: Time;
  private readonly over = new AbortController();
  private cancel: () => void = () => undefined;
  private readonly onEnd: () => void;
  private pauses = 0;

  constructor(afterMs: number, time: Time, onEnd: () => void = () => undefined) {
    this.afterMs = afterMs;
    this.time = time;
    this.onEnd = onEnd;
    this.renew();
  }

  get signal(): AbortSignal {
    return this.over.signal;
  }

  renew(): void {
    this.cancel();
    if (this.pauses === 0) this.cancel = this.time.after(this.afterMs, () => this.over.abort());
  }

  pause(): () => void {
    this.cancel();
    this.pauses += 1;
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.pauses -= 1;
      this.renew();
    };
  }

  [Symbol.dispose](): void {
    this.cancel();
    this.pauses = Infinity;
    this.onEnd();
  }
}

/** All waits for one server: they stand still together while a person signs in to it. */
export class Deadlines {
  private readonly time: Time;
  private readonly running = new Set<Deadline>();

  constructor(time: Time) {
    this.time = time;
  }

  begin(afterMs: number): Deadline {
    const deadline = new Deadline(afterMs, this.time, () => void this.running.delete(deadline));
    this.running.add(deadline);
    return deadline;
  }

  pauseAll(): () => void {
    const resumes = [...this.running].map((deadline) => deadline.pause());
    return () => {
      for (const resume of resumes) resume();
    };
  }
}
