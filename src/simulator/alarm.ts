/** A sleep that can be cut short: all the waiting of one station needs one timer. */
export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;

  /** Without a time it lasts until somebody rings. */
  wait(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      if (ms !== undefined) this.timer = setTimeout(() => this.ring(), Math.min(Math.max(ms, 0), longestMs));
    });
  }

  ring(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wake?.();
    this.wake = undefined;
  }
}

// A longer timer would overflow and fire at once; whoever waits looks at the clock again after a day.
const longestMs = 24 * 3600 * 1000;
