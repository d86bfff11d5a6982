import type { Clock } from './clock.ts';

type Window<Count> = { from: number; count: Count };

type WindowNeeds<Count> = {
  clock: Clock;
  lengthMs: number;
  /** Called once for each window that is over. */
  ended(key: string, window: Window<Count> & { until: number }): void;
};

/** Counts something for each of many keys, in windows of one length that begin with the first count. In memory: a restart forgives. */
export class WindowCount<Count> {
  private readonly windows = new Map<string, Window<Count>>();
  private readonly needs: WindowNeeds<Count>;

  constructor(needs: WindowNeeds<Count>) {
    this.needs = needs;
  }

  get size(): number {
    return this.windows.size;
  }

  find(key: string): Window<Count> | undefined {
    const known = this.windows.get(key);
    if (known !== undefined && this.isOver(known)) this.end(key, known);
    return this.windows.get(key);
  }

  begin(key: string, count: Count): Window<Count> {
    const window = { from: this.now(), count };
    this.windows.set(key, window);
    return window;
  }

  /** Ends the windows that are over; `isLast`: all of them. */
  sweep({ isLast = false } = {}): void {
    // They stand in the order in which they began.
    for (const [key, window] of this.windows) {
      if (!isLast && !this.isOver(window)) return;
      this.end(key, window);
    }
  }

  private end(key: string, window: Window<Count>): void {
    this.windows.delete(key);
    const until = Math.max(window.from, Math.min(this.now(), window.from + this.needs.lengthMs));
    this.needs.ended(key, { ...window, until });
  }

  /** A window that begins ahead of now was begun before the clock was set back. */
  private isOver({ from }: Window<Count>): boolean {
    const now = this.now();
    return now < from || now >= from + this.needs.lengthMs;
  }

  private now(): number {
    return this.needs.clock.now().getTime();
  }
}
