import type { Clock } from '#base/clock.ts';

const lastsMs = 5_000;
const maxEntries = 2_000;

/** Remembers what was read for a few seconds: long enough to spare the database, short enough for another node's revocation. */
export class ShortCache<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>();
  private readonly clock: Clock;
  private generation = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  async get(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(key);
    if (known !== undefined && known.until > now) return known.value;
    this.entries.delete(key);
    const { generation } = this;
    const value = await read();
    // What was read before something was forgotten may be what had to be forgotten.
    if (value !== undefined && generation === this.generation) this.keep(key, value, now + lastsMs);
    return value;
  }

  forget(key: string): void {
    this.generation += 1;
    this.entries.delete(key);
  }

  private keep(key: string, value: Value, until: number): void {
    const [oldest] = this.entries.keys();
    if (oldest !== undefined && this.entries.size >= maxEntries) this.entries.delete(oldest);
    this.entries.set(key, { value, until });
  }
}
