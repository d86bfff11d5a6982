type Timer = { at: number; wake: () => void };

/** The time of a world: nothing happens in between, so it goes from one timer to the next. */
export class TimeOfWorld {
  now: number;
  private ofProduct: Timer[] = [];
  private ofWorld: Timer[] = [];

  constructor(now: number) {
    this.now = now;
  }

  /** For the world itself: nobody stops it. */
  at(at: number, wake: () => void): void {
    this.ofWorld.push({ at, wake });
  }

  /** For the product: it ends with its process. */
  afterInProduct(delayMs: number, wake: () => void): () => void {
    const timer = { at: this.now + delayMs, wake };
    this.ofProduct.push(timer);
    return () => {
      this.ofProduct = this.ofProduct.filter((each) => each !== timer);
    };
  }

  forgetProduct(): void {
    this.ofProduct = [];
  }

  /** Whoever waits is woken at his time, and what follows from it happens before the next one is. */
  async passUntil(until: number): Promise<void> {
    for (;;) {
      const next = Math.min(earliestOf(this.ofProduct), earliestOf(this.ofWorld));
      if (next > until) break;
      this.now = Math.max(this.now, next);
      const due = [...this.takeDue('ofProduct'), ...this.takeDue('ofWorld')];
      for (const { wake } of due) wake();
      await settle();
    }
    this.now = until;
  }

  private takeDue(list: 'ofProduct' | 'ofWorld'): Timer[] {
    const { due = [], later = [] } = Object.groupBy(this[list], ({ at }) => (at <= this.now ? 'due' : 'later'));
    this[list] = later;
    return due;
  }
}

/** All promises that can go on have gone on. */
export async function settle(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}

function earliestOf(timers: readonly Timer[]): number {
  return timers.reduce((earliest, { at }) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
}
