import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { EventBody, EventKind } from '#contract/events/events.ts';
import type { PreparedEntry } from './prepare-entry.ts';
import type { ProjectionName } from './projection-order.ts';

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

export function isOvertaken(error: unknown): boolean {
  const refusal = error instanceof SigecError ? error.cause : undefined;
  if (!(refusal instanceof EntryRefused)) return false;
  const { cause } = refusal;
  return cause instanceof Overtaken || (cause as { code?: string } | undefined)?.code === uniqueViolation;
}

const uniqueViolation = '23505';

/** What happened, without where and when. A kind that is not in the table does not compile, nor does a body that does not fit it. */
export type EventFact<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { kind: Each; body: EventBody<Each> };
}[Kind];

/** A fact to keep for ever. With a `key`, the second delivery of the same fact by the same station is known, not new. */
export type NewEvent<Kind extends EventKind = EventKind> = EventFact<Kind> & {
  stationId: string | null;
  key?: string;
  happenedAt: Date;
  principal?: string | null;
  flags?: readonly string[];
};

/** A table derived from events. The rows of many stations are written by one statement, inside the commit of their events. */
export type Projection<Row> = {
  /** Its place in the list decides when it is written within a commit. */
  name: ProjectionName;
  /** Its statements may travel together with those of others: none of them waits for what another one answers. */
  isIndependent?: true;
  /** Two rows of one batch with the same identity become one. */
  identity(row: Row): string;
  /** What the two become; by default the later one. */
  merge?(earlier: Row, later: Row): Row;
  /** May return what is to be done once the commit has succeeded: memory must not run ahead of the database. */
  write(client: ClientBase, rows: readonly Row[]): Promise<OnceCommitted | void>;
};

export type OnceCommitted = () => void;

/**
 * The identity of rows that are written only where nobody else was faster: of two in one batch the second has to find that out from the
 * database. Merged they would be one row, and both entries would believe that theirs was written.
 */
export function apart(): string {
  return randomUUID();
}

/** Thrown by a write: what its entry was decided upon is so no longer. The entry is refused, and others of the batch are not. */
export class Overtaken extends Error {}

/** What someone did, for the audit chain. Arguments are redacted by whoever writes them. */
export type AuditEntry = {
  principal: string;
  door: string;
  action: string;
  subject: string | null;
  outcome: 'done' | 'refused' | 'failed';
  details: Record<string, unknown>;
};

/** Everything that has to be true together: it commits whole or not at all. */
export type Entry = {
  events?: readonly NewEvent[];
  writes?: readonly DerivedWrite[];
  audit?: readonly AuditEntry[];
  /** Stations must never lose a message to our database, people should hear that theirs was wrong. Default: throw. */
  whenRefused?: 'throw' | 'set-aside';
};

export type DerivedWrite = { projection: Projection<never>; row: unknown };

/** `known`: every event of the entry had been recorded before. `set-aside`: the database refused it; it is kept as bytes and flagged. */
export type Committed = { status: 'recorded' | 'known' } | { status: 'set-aside'; reason: string };

/** Of one kind, only the events whose field bears a word, or all but those. Other kinds are not touched. */
export type WordFilter = { kind: EventKind; field: string; word: string; isWanted: boolean };

export type EventQuery = {
  after?: string | undefined;
  /** A position too: what was recorded earlier than it. */
  before?: string | undefined;
  /** Take the last events instead of the first; they stand oldest first either way. */
  isNewest?: boolean | undefined;
  stationId?: string | undefined;
  kinds?: readonly StoredKind[] | undefined;
  exceptKinds?: readonly EventKind[] | undefined;
  wordFilter?: WordFilter | undefined;
  /** By when it happened. The ledger is in the order it was recorded, so ask for it with a station or rare kinds alone. */
  happenedFrom?: string | undefined;
  happenedTo?: string | undefined;
  limit: number;
};

export type FollowOptions = {
  /** After this position; absent: from now. */
  since?: string | undefined;
  signal: AbortSignal;
  /** Only events of these kinds. Asked at each look: where something else is wanted from now on, it is another set. */
  kinds?: (() => ReadonlySet<StoredKind>) | undefined;
  /** Told, once the events before it were taken, up to where everything was looked at, wanted or not. */
  passed?: ((position: string) => void) | undefined;
};

export type Ledger = {
  /** Resolves once the entry is durable; many entries share one commit. Throws DATABASE_AWAY when it cannot be. */
  commit(entry: Entry): Promise<Committed>;
  head(): Promise<string>;
  read(query: EventQuery): Promise<LedgerEvent[]>;
  /** Events after `since`, then live, until the signal ends it. No event is skipped. */
  follow(options: FollowOptions): AsyncIterable<LedgerEvent>;
};

/** Makes a write whose row fits its projection; the list of an entry holds rows of many projections. */
export function write<Row>(projection: Projection<Row>, row: Row): DerivedWrite {
  return { projection: projection as unknown as Projection<never>, row };
}
