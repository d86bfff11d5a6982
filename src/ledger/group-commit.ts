import { SigecError } from '#errors.ts';
import { EntryRefused, type LedgerStore } from './ledger-store.ts';
import type { Committed, Entry } from './ledger-types.ts';
import { type PreparedEntry, prepareEntry } from './prepare-entry.ts';

const largestBatch = 500;
/** One statement carries a batch: a few frames of the largest size fill it. */
const mostCharacters = 8 * 1024 * 1024;
/** Every station has at most one entry waiting, so this bound is only met when something else runs wild. */
const mostWaiting = 50_000;

type Waiting = {
  entry: Entry;
  /** What the database gets, or why it cannot get it. */
  prepared: PreparedEntry | EntryRefused;
  resolve(committed: Committed): void;
  reject(error: unknown): void;
};

/**
 * Entries that arrive while a commit is under way share the next one. That is what makes durability cheap:
 * a thousand stations cost a handful of commits a second, and each is answered only after its own.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private readonly store: LedgerStore;
  private readonly onCommit: () => void;
  private readonly gather: () => Promise<unknown>;

  /** `gather`: how long the first entry waits for others that come in the same moment. */
  constructor(store: LedgerStore, onCommit: () => void, gather = () => new Promise<unknown>(setImmediate)) {
    this.store = store;
    this.onCommit = onCommit;
    this.gather = gather;
  }

  submit(entry: Entry): Promise<Committed> {
    if (this.waiting.length >= mostWaiting) {
      return Promise.reject(
        new SigecError('DATABASE_AWAY', 'The database is too slow: too much waits to be written. Try again later.'),
      );
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, prepared: prepared(entry), resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Resolves once everything submitted so far is settled. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Let the sockets that are readable now hand in their messages first: they will share this commit.
    await this.gather();
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      const refused = batch.filter(({ prepared }) => prepared instanceof EntryRefused);
      await this.write(batch.filter((waiting) => !refused.includes(waiting)));
      for (const waiting of refused) await this.settleRefused(waiting, waiting.prepared as EntryRefused);
      this.onCommit();
    }
    this.running = undefined;
  }

  private nextBatch(): Waiting[] {
    let count = 0;
    for (let characters = 0; count < Math.min(this.waiting.length, largestBatch); count += 1) {
      const next = this.waiting[count]?.prepared;
      characters += next === undefined || next instanceof EntryRefused ? 0 : next.characters;
      if (count > 0 && characters > mostCharacters) break;
    }
    return this.waiting.splice(0, count);
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const committed = await this.store.commit(batch.map(({ prepared }) => prepared as PreparedEntry));
      if (committed.length !== batch.length) throw new Error('The store settled other entries than it was given.');
      committed.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      if (error instanceof EntryRefused) await this.writeAroundRefused(batch, error);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** A poisoned entry harms nobody else: halve the batch until it stands alone. */
  private async writeAroundRefused(batch: readonly Waiting[], refusal: EntryRefused): Promise<void> {
    const [only, ...others] = batch;
    if (only === undefined) return;
    if (others.length === 0) return this.settleRefused(only, refusal);
    const middle = Math.ceil(batch.length / 2);
    await this.write(batch.slice(0, middle));
    await this.write(batch.slice(middle));
  }

  private async settleRefused({ entry, resolve, reject }: Waiting, refusal: EntryRefused): Promise<void> {
    if (entry.whenRefused !== 'set-aside') {
      return reject(
        new SigecError('INVALID_INPUT', `The database cannot store this: ${refusal.message}.`, { cause: refusal }),
      );
    }
    try {
      await this.store.setAside(entry, refusal.message);
      resolve({ status: 'set-aside', reason: refusal.message });
    } catch (error) {
      reject(error);
    }
  }
}

function prepared(entry: Entry): PreparedEntry | EntryRefused {
  try {
    return prepareEntry(entry);
  } catch (error) {
    if (error instanceof EntryRefused) return error;
    throw error;
  }
}
