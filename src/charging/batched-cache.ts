import type { Clock } from '#base/clock.ts';
import { Batcher } from './batcher.ts';

type Settings<Value> = {
  readMany(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  clock: Clock;
  /** How late a change made by another node may be noticed; our own changes are told with `forget`. */
  lastsMs?: number;
  maxEntries?: number;
};

/** Remembers what was read, and what was not there, so that a storm of messages costs the database one query and not one each. */
export class BatchedCache<Value> {
  private readonly batcher: Batcher<Value>;
  private readonly clock: Clock;
  private readonly lastsMs: number;
  private readonly maxEntries: number;
  private readonly entries = new Map<string, { value: Value | undefined; until: number }>();
  private generation = 0;

  constructor({ readMany, clock, lastsMs = 30_000, maxEntries = 50_000 }: Settings<Value>) {
    this.batcher = new Batcher(readMany);
    this.clock = clock;
    this.lastsMs = lastsMs;
    this.maxEntries = maxEntries;
  }

  async get(key: string): Promise<Value | undefined> {
    const known = this.entries.get(key);
    if (known !== undefined && known.until > this.now()) return known.value;
    const { generation } = this;
    const value = await this.batcher.read(key);
    // What was read before something was forgotten may be what had to be forgotten.
    if (generation === this.generation) this.keep(key, value);
    return value;
  }

  forget(key: string): void {
    this.generation += 1;
    this.entries.delete(key);
  }

  forgetAll(): void {
    this.generation += 1;
    this.entries.clear();
  }

  private keep(key: string, value: Value | undefined): void {
    this.entries.delete(key); // a key that is read again becomes the youngest
    const [oldest] = this.entries.keys();
    if (oldest !== undefined && this.entries.size >= this.maxEntries) this.entries.delete(oldest);
    this.entries.set(key, { value, until: this.now() + this.lastsMs });
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
