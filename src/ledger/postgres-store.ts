import type { Client } from 'pg';
import { isDatabaseAway, isRefusedByDatabase } from '#database/database-errors.ts';
import { asError } from '#errors.ts';
import { type AuditHead, auditRows, insertAudit, readAuditHead } from './audit/audit-chain.ts';
import { EntryRefused, type LedgerStore } from './ledger-store.ts';
import type { Committed, DerivedWrite, Entry, Projection } from './ledger-types.ts';
import { type EventRow, type PreparedEntry, prepareEntry } from './prepare-entry.ts';
import { databaseAway, type Writer } from './writer.ts';

const mostAttempts = 3;
/** The server gave up on this transaction for the sake of another one, or lost patience: the same again may work. */
const worthAnotherTry = new Set(['40P01', '40001', '55P03', '57014']);

/** The ledger in PostgreSQL: one transaction per batch, one statement per table. */
export class PostgresStore implements LedgerStore {
  private readonly writer: Writer;
  private readonly node: string;
  private auditHead: AuditHead | undefined;

  constructor(writer: Writer, node: string) {
    this.writer = writer;
    this.node = node;
  }

  async commit(batch: readonly PreparedEntry[]): Promise<Committed[]> {
    const isKnown = await this.transaction(async (client) => {
      // The first event of an entry is what it is about; the others stand beside it and are only true the first time.
      const newKeys = await insertEvents(
        client,
        batch.flatMap(({ rows }) => rows.slice(0, 1)),
      );
      const known = new Set(batch.filter(({ rows: [first] }) => first !== undefined && isRepeated(first, newKeys)));
      // What follows from an event was written when it came for the first time.
      const fresh = batch.filter((entry) => !known.has(entry));
      await insertEvents(
        client,
        fresh.flatMap(({ rows }) => rows.slice(1)),
      );
      await writeDerived(
        client,
        fresh.flatMap((entry) => entry.writes ?? []),
      );
      await this.appendAudit(client, batch);
      return known;
    });
    return batch.map((entry) => ({ status: isKnown.has(entry) ? 'known' : 'recorded' }));
  }

  async setAside(entry: Entry, reason: string): Promise<void> {
    const stationId = storable(entry.events?.find((event) => event.stationId !== null)?.stationId ?? null);
    const kinds = (entry.events ?? []).map((event) => storable(event.kind));
    await this.transaction(async (client) => {
      const kept = await client.query<{ id: string }>(
        'insert into set_aside (station_id, reason, entry) values ($1, $2, $3) returning id',
        [stationId, storable(reason), Buffer.from(bytesOf(entry))],
      );
      const body = { setAsideId: kept.rows[0]?.id, reason: storable(reason), kinds };
      const event = { kind: 'entry-set-aside', stationId, happenedAt: new Date(), flags: ['set-aside'], body };
      await insertEvents(client, prepareEntry({ events: [event] }).rows);
    });
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
        if (!worthAnotherTry.has((error as { code?: string }).code ?? '')) throw error;
        if (attempt === mostAttempts || performance.now() >= deadline) throw databaseAway(asError(error));
      }
    }
  }

  private async attempt<T>(work: (client: Client) => Promise<T>, timeoutMs: number): Promise<T> {
    if (this.writer.away !== undefined) throw databaseAway();
    const client = await this.writer.client();
    const headBefore = this.auditHead;
    const impatience = setTimeout(() => this.writer.lost(client, new Error('a batch took too long')), timeoutMs);
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (thrown) {
      const error = asError(thrown);
      // Memory advances only with the commit; after a lost connection even the head may have moved, so it is read again.
      this.auditHead = isDatabaseAway(error) ? undefined : headBefore;
      if (isDatabaseAway(error)) throw this.writer.lost(client, error);
      await client.query('rollback').catch((cause: unknown) => this.writer.lost(client, asError(cause)));
      throw isRefusedByDatabase(error) || isOwnRefusal(error) ? new EntryRefused(error) : error;
    } finally {
      clearTimeout(impatience);
    }
  }
}

/** A row that cannot even be written out, such as one with a time that is none. */
function isOwnRefusal(error: Error): boolean {
  return error instanceof RangeError || error instanceof TypeError;
}

/** Returns the keys that were not known before. Rows keep the order they were handed in. */
async function insertEvents(client: Client, events: readonly EventRow[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const inserted = await client.query<{ station_id: string | null; key: string }>({
    name: 'insert-events',
    text: `
      with inserted as (
        insert into event (kind, station_id, key, happened_at, principal, flags, body)
        select kind, station_id, key, happened_at, principal, coalesce(string_to_array(nullif(flags, ''), ','), '{}'), body
        from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::jsonb[])
          with ordinality as given (kind, station_id, key, happened_at, principal, flags, body, position)
        order by position
        on conflict (station_id, key) where key is not null do nothing
        returning station_id, key
      )
      select station_id, key from inserted where key is not null`,
    values: [
      events.map((event) => event.kind),
      events.map((event) => event.stationId),
      events.map((event) => event.key),
      events.map((event) => event.happenedAt),
      events.map((event) => event.principal),
      events.map((event) => event.flags),
      events.map((event) => event.body),
    ],
  });
  return new Set(inserted.rows.map((row) => keyOf(row.station_id, row.key)));
}

async function writeDerived(client: Client, writes: readonly DerivedWrite[]): Promise<void> {
  const byProjection = new Map<Projection<unknown>, Map<string, unknown>>();
  for (const { projection: typed, row } of writes) {
    const projection = typed as unknown as Projection<unknown>;
    const rows = byProjection.get(projection) ?? new Map<string, unknown>();
    const identity = projection.identity(row);
    const earlier = rows.get(identity);
    rows.set(identity, earlier === undefined ? row : projection.merge(earlier, row));
    byProjection.set(projection, rows);
  }
  // A row may refer to one of another table, so tables are written in the order their parts were made.
  const inOrder = [...byProjection].toSorted(([a], [b]) => a.order - b.order);
  for (const [projection, rows] of inOrder) await projection.write(client, [...rows.values()]);
}

/** Whether an event was there before. A key is new once: the second delivery in one batch is known like any later one. */
function isRepeated({ stationId, key }: EventRow, newKeys: Set<string>): boolean {
  return key !== null && !newKeys.delete(keyOf(stationId, key));
}

function keyOf(stationId: string | null, key: string): string {
  return `${stationId ?? ''}\n${key}`;
}

/** Texts of a refused entry that are stored as text again: they must not be refused a second time. */
function storable<Text extends string | null>(text: Text): Text {
  return (text?.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 200) ?? null) as Text;
}

function bytesOf(entry: Entry): string {
  const kept = { events: entry.events, writes: entry.writes?.map(({ row }) => row) };
  return JSON.stringify(kept, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
