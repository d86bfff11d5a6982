import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { isRefusedByDatabase } from '#database/database-errors.ts';

type ReadMany<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/** A cache that remembers also what was not there, so that a storm of messages costs the database one query and not one each. */
export function batchedCache<Value>(needs: { readMany: ReadMany<Value>; clock: Clock }): Cache<Value | undefined> {
  const batcher = new Batcher(needs.readMany);
  return new Cache({ read: (key) => batcher.read(key), clock: needs.clock, lastsMs: 30_000, maxEntries: 50_000 });
}

/** Reads that were asked for in the same moment become one round trip; a key without a value is absent. */
export class Batcher<Value> {
  private readonly readMany: ReadMany<Value>;
  private gathering: { keys: Set<string>; read: Promise<ReadonlyMap<string, Value>> } | undefined;

  constructor(readMany: ReadMany<Value>) {
    this.readMany = readMany;
  }

  async read(key: string): Promise<Value | undefined> {
    this.gathering ??= this.gather();
    this.gathering.keys.add(key);
    return (await this.gathering.read).get(key);
  }

  private gather() {
    const keys = new Set<string>();
    const moment = new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    const read = moment.then(() => {
      this.gathering = undefined; // whoever asks from now on may want what has changed meanwhile
      return this.readApart([...keys]);
    });
    return { keys, read };
  }

  /**
   * A key that the database refuses, such as a number that no column holds, names nothing there. It is found by halving, so that whoever else
   * asked in that moment gets an answer (L5).
   */
  private async readApart(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    try {
      return await this.readMany(keys);
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error;
      if (keys.length <= 1) return new Map();
      const middle = Math.ceil(keys.length / 2);
      const halves = [await this.readApart(keys.slice(0, middle)), await this.readApart(keys.slice(middle))];
      return new Map(halves.flatMap((half) => [...half]));
    }
  }
}
