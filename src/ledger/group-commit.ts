import { SigecError } from '#errors.ts';
import { EntryRefused, type LedgerStore } from './ledger-store.ts';
import type { Committed, Entry } from './ledger-types.ts';

const largestBatch = 500;
/** Every station has at most one entry waiting, so this bound is only met when something else runs wild. */
const mostWaiting = 50_000;

type Waiting = { entry: Entry; resolve(committed: Committed): void; reject(error: unknown): void };

/**
 * Entries that arrive while a commit is under way share the next one. That is what makes durability cheap:
 * a thousand stations cost a handful of commits a second, and each is answered only after its own.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private readonly store: LedgerStore;
  private readonly onCommit: () => void;

  constructor(store: LedgerStore, onCommit: () => void) {
    this.store = store;
    this.onCommit = onCommit;
  }

  submit(entry: Entry): Promise<Committed> {
    if (this.waiting.length >= mostWaiting) {
      return Promise.reject(
        new SigecError('DATABASE_AWAY', 'The database is too slow: too much waits to be written. Try again later.'),
      );
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Resolves once everything submitted so far is settled. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Let the sockets that are readable now hand in their messages first: they will share this commit.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      await this.write(this.waiting.splice(0, largestBatch));
      this.onCommit();
    }
    this.running = undefined;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      const committed = await this.store.commit(batch.map(({ entry }) => entry));
      batch.forEach(({ resolve }, index) => resolve(committed[index] ?? { status: 'recorded' }));
    } catch (error) {
      if (error instanceof EntryRefused) await this.writeAroundRefused(batch, error);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** A poisoned entry harms nobody else: halve the batch until it stands alone. */
  private async writeAroundRefused(batch: readonly Waiting[], refusal: EntryRefused): Promise<void> {
    const [only, ...others] = batch;
    if (only === undefined) return;
    if (others.length > 0) {
      const middle = Math.ceil(batch.length / 2);
      await this.write(batch.slice(0, middle));
      await this.write(batch.slice(middle));
      return;
    }
    if (only.entry.whenRefused !== 'set-aside') {
      only.reject(
        new SigecError('INVALID_INPUT', `The database cannot store this: ${refusal.message}.`, { cause: refusal }),
      );
      return;
    }
    try {
      await this.store.setAside(only.entry, refusal.message);
      only.resolve({ status: 'set-aside', reason: refusal.message });
    } catch (error) {
      only.reject(error);
    }
  }
}
