import type { Client } from 'pg';
import { isDatabaseAway, isRefusedByDatabase } from '#database/database-errors.ts';
import { asError } from '#errors.ts';
import { type AuditHead, auditRows, insertAudit, readAuditHead } from './audit/audit-chain.ts';
import { EntryRefused, type LedgerStore } from './ledger-store.ts';
import type { Committed, DerivedWrite, Entry, NewEvent, Projection } from './ledger-types.ts';
import type { Writer } from './writer.ts';

/** The ledger in PostgreSQL: one transaction per batch, one statement per table. */
export class PostgresStore implements LedgerStore {
  private readonly writer: Writer;
  private readonly node: string;
  private auditHead: AuditHead | undefined;

  constructor(writer: Writer, node: string) {
    this.writer = writer;
    this.node = node;
  }

  async commit(batch: readonly Entry[]): Promise<Committed[]> {
    const events = batch.flatMap((entry) => entry.events ?? []);
    const known = await this.transaction(async (client) => {
      const newKeys = await insertEvents(client, events);
      await writeDerived(
        client,
        batch.flatMap((entry) => entry.writes ?? []),
      );
      await this.appendAudit(client, batch);
      return newKeys;
    });
    return batch.map((entry) => ({ status: isKnown(entry, known) ? 'known' : 'recorded' }));
  }

  async setAside(entry: Entry, reason: string): Promise<void> {
    const stationId = storable(entry.events?.find((event) => event.stationId !== null)?.stationId ?? null);
    const kinds = (entry.events ?? []).map((event) => event.kind);
    await this.transaction(async (client) => {
      const kept = await client.query<{ id: string }>(
        'insert into set_aside (station_id, reason, entry) values ($1, $2, $3) returning id',
        [
          stationId,
          reason,
          Buffer.from(JSON.stringify({ events: entry.events, writes: entry.writes?.map(({ row }) => row) })),
        ],
      );
      const body = { setAsideId: kept.rows[0]?.id, reason, kinds };
      await insertEvents(client, [
        { kind: 'entry-set-aside', stationId, happenedAt: new Date(), flags: ['set-aside'], body },
      ]);
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
    const client = await this.writer.client();
    const headBefore = this.auditHead;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (thrown) {
      const error = asError(thrown);
      // Memory advances only with the commit; after a lost connection even the head may have moved, so it is read again.
      this.auditHead = isRefusedByDatabase(error) ? headBefore : undefined;
      if (isRefusedByDatabase(error)) {
        await client.query('rollback').catch((cause: unknown) => this.writer.lost(client, asError(cause)));
        throw new EntryRefused(error);
      }
      if (isDatabaseAway(error)) throw this.writer.lost(client, error);
      await client.query('rollback').catch((cause: unknown) => this.writer.lost(client, asError(cause)));
      throw error;
    }
  }
}

/** Returns the keys that were not known before. Rows keep the order they were handed in. */
async function insertEvents(client: Client, events: readonly NewEvent[]): Promise<Set<string>> {
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
      events.map((event) => event.key ?? null),
      events.map((event) => event.happenedAt.toISOString()),
      events.map((event) => event.principal ?? null),
      events.map((event) => (event.flags ?? []).join(',')),
      events.map((event) => JSON.stringify(event.body)),
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

function isKnown(entry: Entry, newKeys: Set<string>): boolean {
  const events = entry.events ?? [];
  return (
    events.length > 0 && events.every(({ stationId, key }) => key !== undefined && !newKeys.has(keyOf(stationId, key)))
  );
}

function keyOf(stationId: string | null, key: string): string {
  return `${stationId ?? ''}\n${key}`;
}

/** The one text of a refused entry that is stored as text again: it must not be refused a second time. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '\uFFFD').slice(0, 200);
}
