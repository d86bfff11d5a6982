import type { Clock } from '#base/clock.ts';

/** A small table held whole in memory, read again when it is older than a moment or known to have changed. */
export class Snapshot<Value> {
  private readonly read: () => Promise<Value>;
  private readonly clock: Clock;
  private readonly lastsMs: number;
  private held: { value: Promise<Value>; until: number } | undefined;

  constructor({ read, clock, lastsMs = 10_000 }: { read: () => Promise<Value>; clock: Clock; lastsMs?: number }) {
    this.read = read;
    this.clock = clock;
    this.lastsMs = lastsMs;
  }

  get(): Promise<Value> {
    const now = this.clock.now().getTime();
    if (this.held !== undefined && this.held.until > now) return this.held.value;
    const held = { value: this.read(), until: now + this.lastsMs };
    this.held = held;
    held.value.catch(() => {
      if (this.held === held) this.held = undefined; // whoever asked hears of it; the next one tries again
    });
    return held.value;
  }

  /** It has changed: the next one who asks reads it anew. */
  renew(): void {
    this.held = undefined;
  }
}
