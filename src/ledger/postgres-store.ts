import type { Client } from 'pg';
import { asError } from '#base/errors.ts';
import { isDatabaseAway, isRefusedByDatabase } from '#database/database-errors.ts';
import { Shapes } from '#database/shapes.ts';
import { type AuditHead, auditRows, insertAudit, readAuditHead } from './audit/audit-chain.ts';
import { insertEvents, keptRows, keyOf } from './insert-events.ts';
import {
  BatchFailed,
  type Committed,
  type DerivedWrite,
  type Entry,
  EntryRefused,
  type LedgerStore,
  type NewEvent,
  type OnceCommitted,
  Overtaken,
  type Projection,
} from './ledger-types.ts';
import { type EventRow, type PreparedEntry, prepareEntry } from './prepare-entry.ts';
import { inWritingOrder } from './projection-order.ts';
import { keptText, UnadoptedBudget } from './unadopted.ts';
import { uuidv7 } from './uuidv7.ts';
import { databaseAway, type Writer, watchClient } from './writer.ts';

type Written = { known: ReadonlySet<PreparedEntry>; onceCommitted: readonly OnceCommitted[] };

/** An event of the batch is in the ledger already: what follows from it must not be written. */
class EventKnown extends Error {}

const maxAttempts = 3;
/** The server gave up on this transaction for the sake of another one, or lost patience: the same again may work. */
const worthAnotherTry = new Set(['40P01', '40001', '55P03', '57014']);

/** The ledger in PostgreSQL: one transaction per batch, one statement per table. */
export class PostgresStore implements LedgerStore {
  private readonly writer: Writer;
  private readonly node: string;
  private readonly shapes = new Shapes({ table: 'event_shape', wordsType: 'text' });
  private auditHead: AuditHead | undefined;
  private readonly unadopted = new UnadoptedBudget();

  constructor(writer: Writer, node: string) {
    this.writer = writer;
    this.node = node;
  }

  async commit(batch: readonly PreparedEntry[]): Promise<Committed[]> {
    const { known, onceCommitted } = (await this.writeTogether(batch)) ?? (await this.writeInTurn(batch));
    for (const advance of onceCommitted) advance();
    return batch.map((entry) => ({ status: known.has(entry) ? 'known' : 'recorded' }));
  }

  /**
   * Nearly always every event is new, so nothing waits for the answer whether it is: all statements travel at once, and the commit
   * follows when they have succeeded. Undefined: an event was known, or something has to wait its turn, and nothing was written.
   */
  private async writeTogether(batch: readonly PreparedEntry[]): Promise<Written | undefined> {
    const writes = batch.flatMap((entry) => entry.writes ?? []);
    const mayTravelTogether =
      batch.every(({ audit = [] }) => audit.length === 0) &&
      writes.every(({ projection }) => projection.isIndependent === true);
    if (!mayTravelTogether) return undefined;
    try {
      return await this.transaction(async (client) => {
        const firsts = batch.flatMap(({ rows }) => rows.slice(0, 1));
        const besides = batch.flatMap(({ rows }) => rows.slice(1));
        const gathered = gather(writes); // a row that cannot be gathered is refused before anything is sent
        const kept = await keptRows(client, this.shapes, [...firsts, ...besides]);
        const events = insertEvents(client, kept); // sent first: what follows may look for these events
        const derived = gathered.map(async ([projection, rows]) => projection.write(client, rows));
        const newKeys = await allSent(events, derived);
        if (newKeys !== undefined) throw new EventKnown();
        return { known: new Set<PreparedEntry>(), onceCommitted: isDefined(await Promise.all(derived)) };
      });
    } catch (error) {
      // What was refused may follow from an event that was known, and in turn is not even written.
      if (error instanceof EventKnown || error instanceof EntryRefused) return undefined;
      throw error;
    }
  }

  private writeInTurn(batch: readonly PreparedEntry[]): Promise<Written> {
    return this.transaction(async (client) => {
      // The first event of an entry is what it is about; the others stand beside it and are only true the first time.
      const newKeys = await this.insert(
        client,
        batch.flatMap(({ rows }) => rows.slice(0, 1)),
      );
      const known = new Set(batch.filter(({ rows: [first] }) => first !== undefined && isRepeated(first, newKeys)));
      // What follows from an event was written when it came for the first time.
      const fresh = batch.filter((entry) => !known.has(entry));
      await this.insert(
        client,
        fresh.flatMap(({ rows }) => rows.slice(1)),
      );
      const onceCommitted: OnceCommitted[] = [];
      for (const [projection, rows] of gather(fresh.flatMap((entry) => entry.writes ?? [])))
        onceCommitted.push(...isDefined([await projection.write(client, rows)]));
      await this.appendAudit(client, batch);
      return { known, onceCommitted };
    });
  }

  async setAside(entry: Entry, reason: string): Promise<void> {
    const stationId = storable(entry.events?.find((event) => event.stationId !== null)?.stationId ?? null);
    const kinds = [...new Set((entry.events ?? []).map((event) => storable(event.kind)))];
    const kept = keptText(bytesOf(entry));
    const key = `set-aside:${contentHash(entry)}`;
    const decision = this.unadopted.decide(stationId ?? '', key, kept);
    if (decision === 'omit') return;
    const { sha256, bytes } = kept;
    const at = new Date();
    const setAsideId = decision === 'keep' ? uuidv7(at) : null;
    const about = { kind: 'entry-set-aside' as const, stationId, happenedAt: at };
    const body = { setAsideId, reason: storable(reason), kinds, sha256, bytes };
    const event: NewEvent =
      decision === 'keep'
        ? { ...about, key, flags: ['set-aside'], body }
        : { ...about, flags: ['set-aside', 'over-budget'], body: { ...body, ...decision.notice } };
    await this.transaction(async (client) => {
      const newKeys = await this.insert(client, prepareEntry({ events: [event] }).rows);
      const isKnown = newKeys?.size === 0; // a retry of what is kept
      if (setAsideId === null || isKnown) return;
      await client.query('insert into set_aside (id, station_id, reason, entry) values ($1, $2, $3, $4)', [
        setAsideId,
        stationId,
        storable(reason),
        Buffer.from(kept.text),
      ]);
    });
  }

  private async insert(client: Client, rows: readonly EventRow[]): Promise<Set<string> | undefined> {
    return insertEvents(client, await keptRows(client, this.shapes, rows));
  }

  private async appendAudit(client: Client, batch: readonly Entry[]): Promise<void> {
    const entries = batch.flatMap((entry) => entry.audit ?? []);
    if (entries.length === 0) return;
    this.auditHead ??= await readAuditHead(client, this.node);
    const rows = auditRows(this.auditHead, entries, new Date());
    await insertAudit(client, this.node, rows);
    const last = rows.at(-1);
    if (last !== undefined) this.auditHead = { seq: last.seq, hash: last.hash };
  }

  private async transaction<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.writer.patienceMs; // stations wait for the batch
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, deadline - performance.now());
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        if (attempt === maxAttempts || performance.now() >= deadline) throw databaseAway(asError(error));
      }
    }
  }

  private async attempt<T>(work: (client: Client) => Promise<T>, timeoutMs: number): Promise<T> {
    if (this.writer.away !== undefined) throw databaseAway(undefined, this.writer.reason);
    const client = await this.writer.client();
    const headBefore = this.auditHead;
    this.shapes.begin(client);
    const impatience = setTimeout(() => this.writer.lost(client, new Error('a batch took too long')), timeoutMs);
    const watched = watchClient(client);
    try {
      const begun = client.query('begin'); // it travels with the first statement
      const [result] = await Promise.all([work(watched.client), begun]);
      watched.end();
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('the server rolled a batch back that had not failed'); // it says so, and no error
      this.shapes.committed();
      return result;
    } catch (thrown) {
      watched.end();
      const error = watched.cause() ?? asError(thrown);
      // Memory advances only with the commit; after a lost connection even the head may have moved, so it is read again.
      this.auditHead = isDatabaseAway(error) ? undefined : headBefore;
      if (isDatabaseAway(error) || isOutdatedPlan(error)) throw this.writer.lost(client, error);
      await client.query('rollback').catch((cause: unknown) => this.writer.lost(client, asError(cause)));
      if (error instanceof EventKnown || isWorthAnotherTry(error)) throw error;
      throw isRefusedByDatabase(error) || isOwnRefusal(error) ? new EntryRefused(error) : new BatchFailed(error);
    } finally {
      clearTimeout(impatience);
    }
  }
}

/** An upgrade changed a table under a prepared statement: a new connection prepares it anew. */
function isOutdatedPlan(error: unknown): boolean {
  return ['0A000', '26000'].includes((error as { code?: string }).code ?? '');
}

function isWorthAnotherTry(error: unknown): boolean {
  return worthAnotherTry.has((error as { code?: string }).code ?? '') || isOvertaken(error);
}

/** Another process has committed the same event between our look and our write. */
function isOvertaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'event_key';
}

/** A row that cannot even be written out, such as one with a time that is none, or that holds no longer. */
function isOwnRefusal(error: Error): boolean {
  return error instanceof RangeError || error instanceof TypeError || error instanceof Overtaken;
}

/** The rows of each table, merged where they are the same, in the order in which the tables are written. */
function gather(writes: readonly DerivedWrite[]): [Projection<unknown>, unknown[]][] {
  const byProjection = new Map<Projection<unknown>, Map<string, unknown>>();
  for (const { projection: typed, row } of writes) {
    const projection = typed as unknown as Projection<unknown>;
    const rows = byProjection.get(projection) ?? new Map<string, unknown>();
    const identity = projection.identity(row);
    const earlier = rows.get(identity);
    rows.set(identity, earlier === undefined ? row : (projection.merge?.(earlier, row) ?? row));
    byProjection.set(projection, rows);
  }
  return [...byProjection]
    .toSorted(([one], [other]) => inWritingOrder(one, other))
    .map(([projection, rows]) => [projection, [...rows.values()]]);
}

/** Waits until nobody has anything more to send: what came after a rollback would be written outside of the transaction. */
async function allSent<T>(first: Promise<T>, others: readonly Promise<unknown>[]): Promise<T> {
  const settled = await Promise.allSettled([first, ...others]);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw asError(failed.reason);
  return first;
}

function isDefined(steps: readonly (OnceCommitted | void)[]): OnceCommitted[] {
  return steps.filter((advance) => advance !== undefined);
}

/** Whether an event was there before. A key is new once: the second delivery in one batch is known like any later one. */
function isRepeated({ stationId, key }: EventRow, newKeys: Set<string> | undefined): boolean {
  return key !== null && newKeys !== undefined && !newKeys.delete(keyOf(stationId, key));
}

/** Texts of a refused entry that are stored as text again: they must not be refused a second time. */
function storable<Text extends string | null>(text: Text): Text {
  return (text?.slice(0, 200).toWellFormed().replaceAll('\0', '\uFFFD') ?? null) as Text;
}

/** What makes two deliveries of a refused entry the same; when each was received does not. */
function contentHash({ events = [], writes = [] }: Entry): string {
  if (events.length === 0) return keptText(bytesOf({ writes })).sha256;
  return keptText(
    JSON.stringify(
      events.map(({ kind, key, body }) => ({ kind, key, body })),
      withBigInts,
    ),
  ).sha256;
}

function bytesOf(entry: Pick<Entry, 'events' | 'writes'>): string {
  return JSON.stringify({ events: entry.events, writes: entry.writes?.map(({ row }) => row) }, withBigInts);
}

function withBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
