import type { Time } from '#base/clock.ts';

type Event = { at: number; order: number; run: (() => void) | undefined };

/**
 * Virtual time. Nothing happens by itself: the next event runs when everything the one before it set off has come to rest, so one
 * seed always gives one course of events.
 */
export class Scheduler {
  nowMs: number;
  private readonly events: Event[] = [];
  private scheduled = 0;
  /** Work of the real world under way, such as a query: no virtual time passes before it is done. */
  private readonly external = new Set<Promise<unknown>>();
  readonly time: Time;

  constructor(startMs: number) {
    this.nowMs = startMs;
    this.time = {
      now: () => new Date(this.nowMs),
      elapsedMs: () => this.nowMs,
      after: (delayMs, wake) => this.after(delayMs, wake),
    };
  }

  /** Returns how to call it off. */
  after(delayMs: number, run: () => void): () => void {
    this.scheduled += 1;
    const event: Event = { at: this.nowMs + delayMs, order: this.scheduled, run };
    this.push(event);
    return () => {
      event.run = undefined;
    };
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(delayMs, resolve);
    });
  }

  /** Time stands still until it is done. */
  outside<T>(work: Promise<T>): Promise<T> {
    const done = work.catch(() => undefined).finally(() => this.external.delete(done));
    this.external.add(done);
    return work;
  }

  /** Runs the next event; false when there is none. */
  async step(): Promise<boolean> {
    const event = this.pop();
    if (event === undefined) return false;
    if (event.run === undefined) return true;
    this.nowMs = event.at;
    event.run();
    await rest();
    while (this.external.size > 0) {
      await Promise.all(this.external);
      await rest();
    }
    return true;
  }

  /** Lets time pass until it is done. */
  async until(work: Promise<void>): Promise<void> {
    const state = { isDone: false };
    void work.then(() => {
      state.isDone = true;
    });
    while (!state.isDone && (await this.step()));
  }

  private push(event: Event): void {
    const heap = this.events;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Event;
      if (!isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  private pop(): Event | undefined {
    const heap = this.events;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      const below = heap[child] as Event;
      if (!isBefore(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Everything that needs no time is done when the event loop comes round. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
