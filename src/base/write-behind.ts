import { every, type Repeating } from './every.ts';
import type { Log } from './log.ts';

export type WriteBehindNeeds<Value> = {
  /** What is written, as the log names it: a verb first, such as `write last-seen times`. */
  task: string;
  everyMs: number;
  /** One value for two that were noted under the same key; by default the later one. */
  merge?: ((earlier: Value, later: Value) => Value) | undefined;
  write(values: ReadonlyMap<string, Value>): Promise<void>;
  log: Log;
  atOnce?: number;
};

/** Notes values in memory and writes them now and then, so that a message costs no write. What cannot be written waits for the next time. */
export class WriteBehind<Value> {
  private noted = new Map<string, Value>();
  private underWay = new Map<string, Value>();
  private readonly needs: WriteBehindNeeds<Value>;
  private readonly writing: Repeating;

  constructor(needs: WriteBehindNeeds<Value>) {
    this.needs = needs;
    const { task, everyMs, log } = needs;
    this.writing = every({ task, everyMs, log, run: () => this.writeAll() });
  }

  note(key: string, value: Value): void {
    const earlier = this.noted.get(key);
    const { merge = (_earlier, later) => later } = this.needs;
    this.noted.set(key, earlier === undefined ? value : merge(earlier, value));
  }

  remove(key: string): void {
    this.noted.delete(key);
    this.underWay.delete(key);
  }

  /** Everything that was noted before is written afterwards, if the database takes it. Never rejects. */
  async flush(): Promise<void> {
    await this.writing.now(); // a run that was under way may have begun before the last value was noted
    if (this.noted.size > 0) await this.writing.now();
  }

  async close(): Promise<void> {
    await this.writing.close();
    await this.flush();
  }

  private async writeAll(): Promise<void> {
    const { write, atOnce = Infinity } = this.needs;
    const values = [...this.noted];
    [this.underWay, this.noted] = [this.noted, new Map<string, Value>()];
    for (let from = 0; from < values.length; from += atOnce) {
      const part = values.slice(from, from + atOnce);
      try {
        await write(new Map(part));
      } catch (error) {
        const newer = this.noted;
        this.noted = this.underWay;
        for (const [key, value] of newer) this.note(key, value);
        throw error;
      }
      for (const [key] of part) this.underWay.delete(key);
    }
  }
}
