import { SigecError } from '#base/errors.ts';
import type { StoredKind } from '#contract/event.ts';
import { AdaptiveGather, type Gather } from './gather.ts';
import { BatchFailed, type Committed, type Entry, EntryRefused, type LedgerStore } from './ledger-types.ts';
import { type PreparedEntry, prepareEntry } from './prepare-entry.ts';
import { Suspects } from './suspects.ts';

const largestBatch = 500;
/** One statement carries a batch: a few frames of the largest size fill it. */
const maxCharacters = 8 * 1024 * 1024;
/** Every station has at most one entry waiting, so this bound is only met when something else runs wild. */
const maxWaiting = 50_000;
/** Entries of suspects that are written between two batches of the others: each may cost a few transactions. */
const maxSuspectEntries = 8;

type Waiting = {
  entry: Entry;
  since: number;
  stationId: string | null;
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
  private readonly suspects = new Suspects();
  private running: Promise<void> | undefined;
  private readonly store: LedgerStore;
  private readonly onCommit: (kinds: ReadonlySet<StoredKind>) => void;
  private readonly gather: Gather;

  /** `onCommit`: told of which kinds the events were. */
  constructor(
    store: LedgerStore,
    onCommit: (kinds: ReadonlySet<StoredKind>) => void,
    gather: Gather = new AdaptiveGather(),
  ) {
    this.store = store;
    this.onCommit = onCommit;
    this.gather = gather;
  }

  submit(entry: Entry): Promise<Committed> {
    if (this.waiting.length >= maxWaiting) {
      return Promise.reject(
        new SigecError('DATABASE_AWAY', 'The database is too slow: too much waits to be written. Try again later.'),
      );
    }
    return new Promise((resolve, reject) => {
      const since = this.gather.elapsedMs();
      this.waiting.push({ entry, since, stationId: stationOf(entry), prepared: prepared(entry), resolve, reject });
      this.gather.arrived(this.waiting.length);
      this.running ??= this.run();
    });
  }

  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    for (let oldest = this.waiting[0]; oldest !== undefined; oldest = this.waiting[0]) {
      await this.gather.wait(oldest.since, this.waiting.length);
      const { batch, apart } = this.next();
      await this.writeBatch(batch);
      await this.writeBatch(apart);
    }
    this.running = undefined;
  }

  /** The next batch, and a few entries of suspects to be written apart from it. */
  private next(): { batch: Waiting[]; apart: Waiting[] } {
    if (this.suspects.isEmpty) return { batch: takeBatch(this.waiting), apart: [] };
    const { suspect = [], other = [] } = Object.groupBy(this.waiting, ({ stationId }) =>
      this.suspects.has(stationId) ? 'suspect' : 'other',
    );
    const [batch, apart] = [takeBatch(other), suspect.splice(0, maxSuspectEntries)];
    this.waiting = [...suspect, ...other];
    return { batch, apart };
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const refused = batch.filter(({ prepared }) => prepared instanceof EntryRefused);
    await this.write(refused.length === 0 ? batch : batch.filter((waiting) => !refused.includes(waiting)));
    for (const waiting of refused) await this.settleRefused(waiting, waiting.prepared as EntryRefused);
    this.onCommit(kindsOf(batch));
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const committed = await this.store.commit(batch.map(({ prepared }) => prepared as PreparedEntry));
      if (committed.length !== batch.length) throw new Error('The store settled other entries than it was given.');
      committed.forEach((result, index) => batch[index]?.resolve(result));
      if (!this.suspects.isEmpty) for (const { stationId } of batch) this.suspects.noteStored(stationId);
    } catch (error) {
      if (error instanceof EntryRefused || error instanceof BatchFailed) await this.writeApart(batch, error);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** A poisoned entry harms nobody else: halve the batch until it stands alone. */
  private async writeApart(batch: readonly Waiting[], failure: EntryRefused | BatchFailed): Promise<void> {
    const [only, ...others] = batch;
    if (only === undefined) return;
    if (others.length === 0) {
      if (failure instanceof EntryRefused) return this.settleRefused(only, failure);
      return only.reject(failure.cause);
    }
    const middle = Math.ceil(batch.length / 2);
    await this.write(batch.slice(0, middle));
    await this.write(batch.slice(middle));
  }

  private async settleRefused(waiting: Waiting, refusal: EntryRefused): Promise<void> {
    const { entry, stationId, resolve, reject } = waiting;
    this.suspects.noteRefused(stationId);
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

function takeBatch(waiting: Waiting[]): Waiting[] {
  let count = 0;
  for (let characters = 0; count < Math.min(waiting.length, largestBatch); count += 1) {
    const next = waiting[count]?.prepared;
    characters += next === undefined || next instanceof EntryRefused ? 0 : next.characters;
    if (count > 0 && characters > maxCharacters) break;
  }
  return waiting.splice(0, count);
}

/** Where an entry was refused, an event tells of that instead. */
function kindsOf(batch: readonly Waiting[]): Set<StoredKind> {
  const kinds = new Set<StoredKind>(['entry-set-aside']);
  for (const { entry } of batch) for (const { kind } of entry.events ?? []) kinds.add(kind);
  return kinds;
}

function stationOf({ events = [] }: Entry): string | null {
  return events.find(({ stationId }) => stationId !== null)?.stationId ?? null;
}

function prepared(entry: Entry): PreparedEntry | EntryRefused {
  try {
    return prepareEntry(entry);
  } catch (error) {
    if (error instanceof EntryRefused) return error;
    throw error;
  }
}
