import type { Client, Pool } from 'pg';
import { silentLog } from '#base/log.ts';
import { endLeftOpen } from '#charging/commands/end-left-open.ts';
import { readStationMessages } from '#charging/meter-values/read-meter-messages.ts';
import { postgresNameReads } from '#charging/sessions/record/session-name.ts';
import { type KeptFact, wholeFact } from '#charging/sessions/store/kept-fact.ts';
import { postgresSessionReads } from '#charging/sessions/store/session-reads.ts';
import { type SessionState, toState } from '#charging/sessions/store/session-state.ts';
import { postgresOrphanReads } from '#charging/sessions/upkeep/orphans/orphan-store.ts';
import type { Database } from '#database/database.ts';
import { PostgresStore } from '#ledger/postgres-store.ts';
import { Writer } from '#ledger/writer.ts';
import { factKinds } from './model-store.ts';
import type { Contents, NodeStore, StoreMaker } from './simulated-store.ts';

/** The store of the product. Many worlds share one database: their stations have names of their own. */
export function postgresStore(database: Database): StoreMaker {
  const { pool } = database;
  return async (stations) => {
    await pool.query('insert into station (id) select * from unnest($1::text[])', [stations]);
    const opened = new Map<string, NodeStore>();
    return {
      name: 'postgres',
      reads: { session: postgresSessionReads(pool), orphan: postgresOrphanReads(pool), name: postgresNameReads(pool) },
      async open(nodeId) {
        const store = await openNode(database, nodeId);
        await endLeftOpen(pool, nodeId);
        opened.set(nodeId, store);
        return store;
      },
      contents: () => readContents(pool, stations),
      close: async () => {
        for (const store of opened.values()) await store.died();
      },
    };
  };
}

/** A process's connection, which dies with it. */
async function openNode(database: Database, nodeId: string): Promise<NodeStore> {
  const clients: Client[] = [];
  /** Statements that are still sent before the process dies; undefined: it lives. */
  let left: number | undefined;
  let dies = () => undefined as void;
  const connect: Database['connect'] = async (options) => {
    const client = await database.connect(options);
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const mortal = (...given: unknown[]) => {
      if (left === undefined) return query(...given);
      if (left > 0 && !isCommit(given[0])) {
        left -= 1;
        return query(...given);
      }
      dies();
      return new Promise(() => undefined);
    };
    clients.push(client);
    return Object.assign(client, { query: mortal });
  };
  const writer = new Writer({
    database: { ...database, connect },
    node: nodeId,
    log: silentLog,
    lockPatienceMs: 10_000,
    patienceMs: 8_000,
  });
  await writer.client();
  const store = new PostgresStore(writer, nodeId);
  let gone: Promise<void> | undefined;
  const died = () => {
    gone ??= cutOff(writer, clients);
    return gone;
  };
  return {
    commit: (batch) => store.commit(batch),
    setAside: (entry, reason) => store.setAside(entry, reason),
    async tear(batch, statement) {
      left = statement;
      const dead = new Promise<void>((resolve) => {
        dies = resolve;
      });
      await Promise.race([dead, store.commit(batch).catch(() => undefined)]); // a short batch is through before it dies
      await died();
    },
    died,
  };
}

/** What dies in a commit leaves nothing; at the latest it dies before this. */
function isCommit(statement: unknown): boolean {
  return statement === 'commit';
}

/** As if the process were killed: the server notices that nobody is there and rolls back. */
async function cutOff(writer: Writer, clients: readonly Client[]): Promise<void> {
  const closed = writer.close(); // no connection is looked for again
  for (const client of clients)
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  await closed;
}

async function readContents(pool: Pool, stations: readonly string[]): Promise<Contents> {
  const ours = [stations];
  const events = await pool.query<{ station_id: string; body: KeptFact }>(
    'select station_id, body_of(event) as body from event where station_id = any($1) and kind = any($2) order by xid, id',
    [stations, [...factKinds]],
  );
  const sessions = await pool.query<SessionState>('select * from session where station_id = any($1)', ours);
  const aside = await pool.query('select from set_aside where station_id = any($1)', ours);
  const originals = await pool.query("select from event where kind = 'text-replaced' and station_id = any($1)", ours);
  const open = await pool.query('select from command where station_id = any($1) and ended_at is null', ours);
  return {
    facts: events.rows.map(({ station_id, body }) => ({ stationId: station_id, fact: wholeFact(body) })),
    looseReadings: (await Promise.all(stations.map((stationId) => readLoose(pool, stationId)))).flat(),
    setAside: aside.rowCount ?? 0,
    originals: originals.rowCount ?? 0,
    sessions: sessions.rows.map((row) => ({ stationId: row.station_id, session: toState(row) })),
    openCommands: open.rowCount ?? 0,
  };
}

/** Meter values that belong to no session, read as people read them. */
async function readLoose(pool: Pool, stationId: string): Promise<Contents['looseReadings']> {
  const messages = await readStationMessages(
    { pool, installationKey: Buffer.alloc(32) },
    { stationId, limit: 10_000, now: new Date() },
  );
  const samples = messages.flatMap((message) => (message.sessionRef === null ? message.samples : []));
  return samples.map(({ value }) => ({ stationId, wh: value ?? -1 }));
}
