import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type MeterMessage, meterMessages } from '#charging/meter-values/meter-messages.ts';
import { readStationMessages } from '#charging/meter-values/read-meter-messages.ts';
import { recordSessionEvent } from '#charging/sessions/record/record-session-event.ts';
import type { SessionEvent } from '#charging/sessions/record/session-event.ts';
import { SessionMemory } from '#charging/sessions/store/session-memory.ts';
import { sessionsProjection } from '#charging/sessions/store/session-projection.ts';
import { postgresSessionReads } from '#charging/sessions/store/session-reads.ts';
import { type SessionState, toState } from '#charging/sessions/store/session-state.ts';
import { type Entry, EntryRefused, type Ledger, type LedgerStore, type NewEvent } from '#ledger/ledger-types.ts';
import { PostgresStore } from '#ledger/postgres-store.ts';
import { prepareEntry } from '#ledger/prepare-entry.ts';
import { Writer } from '#ledger/writer.ts';
import { anyEvent } from '../support/any-event.ts';
import { freshDatabase } from '../support/postgres.ts';
import { scale } from '../support/scale.ts';
import { keyOf, type ModelEvent, ModelStore } from './model-store.ts';

type Wanted = { kind: 'session'; event: SessionEvent; beside: NewEvent[] } | { kind: 'events'; events: NewEvent[] };
/** `node`: which of two processes writes it; each remembers only what it wrote itself. */
type Batch = { node: 0 | 1; entries: Wanted[] };

let runs = 0;

test('model and PostgreSQL hold the same after every batch', { timeout: 600_000 }, async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const nodes = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const writers = nodes.map(
    (node) => new Writer({ database, node, log: silentLog, lockPatienceMs: 10_000, patienceMs: 8_000 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(aBatch(), { minLength: 1, maxLength: 6 }), async (batches) => {
      runs += 1;
      const stations = stationNames.map((name) => `${name}-${runs}`);
      await pool.query('insert into station (id) select * from unnest($1::text[])', [stations]);
      const model = new ModelStore(stations);
      const both = writers.map((writer, index) => bothStores(model, new PostgresStore(writer, nodes[index] ?? '')));
      for (const { node, entries } of batches) {
        const { onModel, onPostgres } = both[node] ?? never();
        const here = (store: Side) => commitAll(store, entries, runs);
        expect(await here(onPostgres)).toEqual(await here(onModel));
        expect(await contentsOfPostgres(pool, stations)).toEqual(contentsOfModel(model));
      }
      await expectSameReads(pool, model);
    }),
    { numRuns: scale({ test: 100, soak: 3_000 }) },
  );
  for (const writer of writers) await writer.close();
});

type Side = {
  store: LedgerStore;
  sessions: ReturnType<typeof sessionsProjection>;
  meters: ReturnType<typeof meterMessages>;
};

/** The same process on both stores, each with its own memory. */
function bothStores(model: ModelStore, postgres: PostgresStore): { onModel: Side; onPostgres: Side } {
  const [ours, theirs] = [new SessionMemory(), new SessionMemory()];
  return {
    onModel: { store: model.openFor(ours), sessions: sessionsProjection(ours), meters: meterMessages() },
    onPostgres: { store: postgres, sessions: sessionsProjection(theirs), meters: meterMessages() },
  };
}

/** A result per entry, or that the batch was refused. */
async function commitAll({ store, ...tables }: Side, wanted: readonly Wanted[], run: number): Promise<unknown> {
  const entries: Entry[] = [];
  for (const one of wanted) entries.push(await entryOf(one, tables, run));
  try {
    return await store.commit(entries.map(prepareEntry));
  } catch (error) {
    if (error instanceof EntryRefused) return 'refused';
    throw error;
  }
}

/** Session events are written as the product writes them. */
async function entryOf(wanted: Wanted, tables: Omit<Side, 'store'>, run: number): Promise<Entry> {
  const here = <Named extends { stationId: string | null }>(named: Named) => ({
    ...named,
    stationId: `${named.stationId}-${run}`,
  });
  if (wanted.kind === 'events') return { events: wanted.events.map(here) };
  const written: Entry[] = [];
  const ledger = {
    commit: (entry: Entry) => Promise.resolve(written.push(entry)).then(() => ({ status: 'recorded' })),
  };
  const reads = undefined as never; // only looked at for what is known
  await recordSessionEvent({ reads, ledger: ledger as unknown as Ledger, ...tables }, here(wanted.event), {
    events: wanted.beside.map(here),
  });
  return written[0] ?? never();
}

const stationNames = ['A', 'B'];
const beginsAt = Date.UTC(2026, 2, 1);

function aBatch(): fc.Arbitrary<Batch> {
  return fc.record({
    node: fc.constantFrom<0 | 1>(0, 1),
    entries: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: aSessionEntry() },
        { weight: 2, arbitrary: someEvents() },
        { weight: 1, arbitrary: aPoison() },
      ),
      { minLength: 1, maxLength: 8 },
    ),
  });
}

/** Few sessions and few numbers, so that keys repeat within and across batches, with the same body and with others. */
function aSessionEntry(): fc.Arbitrary<Wanted> {
  const one = fc.record({
    stationId: fc.constantFrom(...stationNames),
    session: fc.integer({ min: 1, max: 4 }),
    place: fc.integer({ min: 0, max: 5 }),
    kind: fc.constantFrom<SessionEvent['kind']>('started', 'updated', 'updated', 'ended'),
    wh: fc.option(fc.integer({ min: 0, max: 90_000 })),
    isOffline: fc.boolean(),
    trigger: fc.constantFrom(null, 'MeterValuePeriodic', 'TxResumed'),
    beside: fc.array(anEvent(), { maxLength: 2 }),
  });
  return one.map(({ stationId, session, place, kind, wh, isOffline, trigger, beside }) => ({
    kind: 'session',
    beside,
    event: sessionEvent({ stationId, ref: `tx-${session}`, place, kind, counts: session <= 2, wh, isOffline, trigger }),
  }));
}

type Told = Pick<SessionEvent, 'stationId' | 'ref' | 'kind' | 'isOffline' | 'trigger'> & {
  place: number;
  counts: boolean;
  wh: number | null;
};

function sessionEvent({ place, counts, wh, ...told }: Told): SessionEvent {
  const at = new Date(beginsAt + place * 60_000);
  const reading = {
    at,
    measurand: 'Energy.Active.Import.Register',
    value: wh,
    unit: 'Wh',
    phase: null,
    location: 'Outlet',
    context: 'Sample.Periodic',
    signed: null,
  };
  return {
    ...told,
    key: `session:${told.ref}:${place}`,
    seqNo: counts ? place : null,
    at,
    receivedAt: at,
    // Two sessions without a count may claim the same start: the database lets only one have it.
    startKey: told.kind !== 'started' || counts ? null : place === 0 ? 'one start' : `${told.ref}|${place}`,
    evseId: 1,
    connectorId: 1,
    token: { hash: 'tok_1', type: null },
    chargingState: told.kind === 'updated' ? 'charging' : null,
    stopReason: told.kind === 'ended' ? 'Local' : null,
    remoteStartId: null,
    reservationId: null,
    samples: wh === null ? [] : [reading],
    registerWh: null,
  };
}

function anEvent(): fc.Arbitrary<NewEvent> {
  const key = fc.option(fc.constantFrom('one', 'two', 'three'));
  return fc
    .record({ stationId: fc.constantFrom(...stationNames), key, note: fc.constantFrom('x', 'y') })
    .map(({ stationId, key, note }) =>
      anyEvent({
        kind: 'noted',
        stationId,
        ...(key !== null && { key }),
        happenedAt: new Date(beginsAt),
        body: { note },
      }),
    );
}

function someEvents(): fc.Arbitrary<Wanted> {
  return fc.array(anEvent(), { minLength: 1, maxLength: 3 }).map((events) => ({ kind: 'events', events }));
}

/** What PostgreSQL refuses, and its whole batch with it. */
function aPoison(): fc.Arbitrary<Wanted> {
  const plain = sessionEvent({
    stationId: 'A',
    ref: 'tx-1',
    kind: 'updated',
    isOffline: false,
    trigger: null,
    place: 9,
    counts: true,
    wh: 1,
  });
  return fc
    .constantFrom<SessionEvent>(
      { ...plain, evseId: 2 ** 31 },
      { ...plain, stationId: 'nobody' },
      { ...plain, at: new Date(-210_900_000_000_000), samples: [] },
    )
    .map((event) => ({ kind: 'session', event, beside: [] }));
}

type Contents = { events: unknown[]; sessions: Record<string, unknown>; meterMessages: unknown[] };

/** The events of one batch stand in no order among each other. */
function byName(a: ModelEvent, b: ModelEvent): number {
  const nameOf = ({ stationId, key, body }: ModelEvent) => `${stationId} ${key} ${String(body['note'])}`;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

function contentsOfModel(model: ModelStore): Contents {
  const messages = model.meterMessages as MeterMessage[];
  return {
    events: model.events.map(({ kind, stationId, key, body }) => ({ kind, stationId, key, body })).toSorted(byName),
    sessions: Object.fromEntries([...model.sessions].map(([identity, { session }]) => [identity, session])),
    meterMessages: messages.map((message) => messageWords({ ...message, at: message.at.toISOString() })).toSorted(),
  };
}

type Message = {
  stationId: string;
  sessionRef: string | null;
  at: string;
  samples: readonly { value: number | null }[];
};

function messageWords({ stationId, sessionRef, at, samples }: Message): string {
  return [stationId, sessionRef, at, ...samples.map(({ value }) => value)].join(' ');
}

async function contentsOfPostgres(pool: Pool, stations: readonly string[]): Promise<Contents> {
  const events = await pool.query<ModelEvent>(
    'select kind, station_id as "stationId", key, body_of(event) as body from event where station_id = any($1)',
    [stations],
  );
  const sessions = await pool.query<SessionState>(
    'select * from session where station_id = any($1) order by updated_at',
    [stations],
  );
  const messages = await Promise.all(
    stations.map(async (stationId) => {
      const stored = await readStationMessages(
        { pool, installationKey: Buffer.alloc(32) },
        { stationId, limit: 1_000, now: new Date(beginsAt) },
      );
      return stored.map(({ sessionRef, at, samples }) => messageWords({ stationId, sessionRef, at, samples }));
    }),
  );
  return {
    events: events.rows.toSorted(byName),
    sessions: Object.fromEntries(sessions.rows.map((row) => [keyOf(row.station_id, row.ref), toState(row)])),
    meterMessages: messages.flat().toSorted(),
  };
}

async function expectSameReads(pool: Pool, model: ModelStore): Promise<void> {
  const reads = postgresSessionReads(pool);
  const refs = ['tx-1', 'tx-2', 'tx-3', 'tx-4'];
  for (const { stationId, key } of model.events.filter((event) => event.key !== null).slice(0, 5)) {
    if (stationId === null || key === null) continue;
    expect(await reads.factUnder(stationId, key)).toEqual(await model.reads.factUnder(stationId, key));
    expect(await reads.startKeys(stationId, refs)).toEqual(await model.reads.startKeys(stationId, refs));
  }
}

function never(): never {
  throw new Error('This cannot be.');
}
