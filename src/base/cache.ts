import type { Clock } from './clock.ts';

export type CacheNeeds<Value> = {
  read(key: string): Promise<Value>;
  clock: Clock;
  /** How late a change made by another node may be noticed; our own changes are told with `forget`. */
  lastsMs: number | ((value: Value) => number);
  /** Beyond this the value that was read longest ago is forgotten. */
  maxEntries?: number;
  /** Whether a value is worth a place; one that is not is read again every time. */
  isKept?(value: Value): boolean;
};

/** Remembers what was read for a while. Whoever asks for what is being read waits for the same read. */
export class Cache<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>();
  private readonly reads = new Map<string, Promise<Value>>();
  private readonly needs: CacheNeeds<Value>;

  constructor(needs: CacheNeeds<Value>) {
    this.needs = needs;
  }

  /** A cache of a single value needs no key. */
  async get(key = ''): Promise<Value> {
    const { clock, lastsMs, isKept = () => true } = this.needs;
    const now = clock.now().getTime();
    const known = this.entries.get(key);
    if (known !== undefined && known.until > now) return known.value;
    const reading = this.reads.get(key) ?? this.needs.read(key);
    this.reads.set(key, reading);
    try {
      const value = await reading;
      // What was read before something was forgotten may be what had to be forgotten.
      const until = now + (typeof lastsMs === 'function' ? lastsMs(value) : lastsMs);
      if (this.reads.get(key) === reading && isKept(value)) this.keep(key, { value, until });
      return value;
    } finally {
      if (this.reads.get(key) === reading) this.reads.delete(key);
    }
  }

  forget(key: string): void {
    this.entries.delete(key);
    this.reads.clear();
  }

  forgetAll(): void {
    this.entries.clear();
    this.reads.clear();
  }

  private keep(key: string, entry: { value: Value; until: number }): void {
    this.entries.delete(key); // a key that is read again becomes the youngest
    const [oldest] = this.entries.keys();
    if (oldest !== undefined && this.entries.size >= (this.needs.maxEntries ?? Infinity)) this.entries.delete(oldest);
    this.entries.set(key, entry);
  }
}
