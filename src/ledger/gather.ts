import { systemTime, type Time } from '#base/clock.ts';

/** No entry waits longer than this for others. */
const longestMs = 10;
/** So many share a commit well enough: more of them would hardly make one entry cheaper. */
const enoughEntries = 32;
/** Waiting may pay when entries come at least this often. */
const frequentMs = longestMs / 2;
/** An entry after a silence this long comes alone, however many came before it. */
const silenceMs = 1_000;
/** Waits pay when on average so many entries came during one. */
const fewestJoined = 0.5;
/** Where they do not pay, one commit in so many waits all the same, to see whether they do again. */
const triedAgainEvery = 32;

/** Decides how long entries wait for others that will share their commit. */
export type Gather = {
  arrived(waiting: number): void;
  /** Resolves when those that wait are to be written. The oldest of them came at `oldestAt`. */
  wait(oldestAt: number, waiting: number): Promise<void>;
  elapsedMs(): number;
};

/**
 * A commit costs much the same whether it carries one entry or ten. While entries come often, they wait some milliseconds for each
 * other; one that comes alone is written at once, and so is one that has waited long enough for the commit before it. A single
 * sender that says one thing after the other gains nothing by waiting, and nobody joins it: that ends the waiting too.
 */
export class AdaptiveGather implements Gather {
  private readonly time: Time;
  private arrivals = 0;
  private lastAt: number;
  private meanIntervalMs = silenceMs;
  private meanJoined = 1;
  private notTried = 0;
  private endWait: (() => void) | undefined;

  constructor(time: Time = systemTime) {
    this.time = time;
    this.lastAt = time.elapsedMs();
  }

  elapsedMs(): number {
    return this.time.elapsedMs();
  }

  arrived(waiting: number): void {
    const now = this.time.elapsedMs();
    this.meanIntervalMs += (Math.min(now - this.lastAt, silenceMs) - this.meanIntervalMs) / 20;
    this.lastAt = now;
    this.arrivals += 1;
    if (waiting >= enoughEntries) this.endWait?.();
  }

  async wait(oldestAt: number, waiting: number): Promise<void> {
    const before = this.arrivals;
    await new Promise(setImmediate); // the sockets that are readable now hand in their messages first
    const atOnce = this.arrivals - before;
    const patienceMs = oldestAt + longestMs - this.time.elapsedMs();
    if (patienceMs < 1 || waiting + atOnce >= enoughEntries || !this.mayPay()) return;
    await new Promise<void>((resolve) => {
      const callOff = this.time.after(patienceMs, resolve);
      this.endWait = () => {
        callOff();
        resolve();
      };
    });
    this.endWait = undefined;
    this.meanJoined += (this.arrivals - before - atOnce - this.meanJoined) / 4;
  }

  private mayPay(): boolean {
    if (this.meanIntervalMs > frequentMs) return false;
    this.notTried += 1;
    if (this.meanJoined < fewestJoined && this.notTried < triedAgainEvery) return false;
    this.notTried = 0;
    return true;
  }
}
