import type { Time } from '#base/clock.ts';

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

  /** Until what is returned is called. */
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

  /** Until what is returned is called. */
  pauseAll(): () => void {
    const resumes = [...this.running].map((deadline) => deadline.pause());
    return () => {
      for (const resume of resumes) resume();
    };
  }
}
