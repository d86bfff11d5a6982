import { asError } from './errors.ts';
import { every, type Repeating } from './every.ts';
import type { Log } from './log.ts';

export type OutboxNeeds<Item> = {
  /** What is written, as the log names it: a verb first, such as `write the ends of commands`. */
  task: string;
  write(item: Item): Promise<unknown>;
  /** Whether an attempt that failed in this way may succeed later. An item that never can is logged and dropped. */
  isPassing(error: unknown): boolean;
  log: Log;
  everyMs?: number;
  /** Beyond this an item is refused, since memory is no database. */
  maxItems?: number;
  /** How many are written together; 1 keeps them in the order in which they came. */
  atOnce?: number;
};

/** Holds in memory what could not be written, because the database was away, and writes it once the database is back. */
export class Outbox<Item> {
  private readonly items = new Map<unknown, Item>();
  private readonly needs: OutboxNeeds<Item>;
  private readonly writing: Repeating;

  constructor(needs: OutboxNeeds<Item>) {
    this.needs = needs;
    const { task, everyMs = 1_000, log } = needs;
    this.writing = every({ task, everyMs, log, run: () => this.writeAll() });
  }

  get size(): number {
    return this.items.size;
  }

  /** A later item of the same key takes the place of the earlier one. */
  add(item: Item, key: unknown = Symbol('item')): void {
    const { task, log, maxItems = 10_000 } = this.needs;
    if (this.items.size < maxItems || this.items.has(key)) this.items.set(key, item);
    else log.error({ task, maxItems }, `too much waits to be written: ${task}`);
  }

  remove(key: unknown): void {
    this.items.delete(key);
  }

  /** Writes what waits, as far as that goes now; done every second by itself. Never rejects. */
  flush(): Promise<void> {
    return this.writing.now();
  }

  close(): Promise<void> {
    return this.writing.close();
  }

  private async writeAll(): Promise<void> {
    const { atOnce = 1 } = this.needs;
    const waiting = [...this.items];
    for (let from = 0; from < waiting.length; from += atOnce) {
      const attempts = waiting.slice(from, from + atOnce).map(([key, item]) => this.attempt(key, item));
      const failed = (await Promise.allSettled(attempts)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason; // what follows would fail as well, or overtake it
    }
  }

  private async attempt(key: unknown, item: Item): Promise<void> {
    const { task, write, isPassing, log } = this.needs;
    if (this.items.get(key) !== item) return;
    try {
      await write(item);
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error({ task, err: asError(error) }, `given up: ${task}`);
    }
    if (this.items.get(key) === item) this.items.delete(key);
  }
}
