import type { Committed, Entry } from './ledger-types.ts';
import type { PreparedEntry } from './prepare-entry.ts';

/**
 * What the ledger needs of a database, kept narrow so that a model can stand in for PostgreSQL in a simulation.
 * A store either makes a whole batch durable or changes nothing.
 */
export type LedgerStore = {
  /** One result per entry. Throws `EntryRefused` when the data cannot be stored, DATABASE_AWAY when nothing can, else `BatchFailed`. */
  commit(batch: readonly PreparedEntry[]): Promise<Committed[]>;
  /** Keeps an entry that was refused, byte for byte, with an event that says so. */
  setAside(entry: Entry, reason: string): Promise<void>;
};

/** The batch failed for a reason that need not be the data's. Nothing of it was written, so each half may be tried by itself. */
export class BatchFailed extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'BatchFailed';
  }
}

/** Something in the batch does not fit the database: a NUL in a text, a number out of range, a broken constraint. */
export class EntryRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'EntryRefused';
  }
}
