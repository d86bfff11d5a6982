import { isDeepStrictEqual } from 'node:util';
import type { Client, ClientBase } from 'pg';
import { asError } from '#base/errors.ts';
import type { Database } from '#database/database.ts';
import { isRefusedByDatabase } from '#database/database-errors.ts';
import { inTransaction } from '#database/in-transaction.ts';
import { foldSession, type Session } from '../fold/session.ts';
import { type KeptFact, wholeFact } from './kept-fact.ts';
import { isSessionFact } from './session-facts.ts';
import { postgresSessionRows } from './session-rows.ts';
import { type SessionState, toState } from './session-state.ts';
import { identityOf, type TouchedSession } from './touched-session.ts';

export type Rebuild = {
  isCheck: boolean;
  signal: AbortSignal;
  onProgress?: ((sessions: number) => void) | undefined;
};

export type RebuildReport = {
  sessions: number;
  /** Sessions of the ledger whose row says something else, by column; one may differ in several. */
  different: number;
  columns: Record<string, number>;
  missing: number;
  /** Rows that no event of the ledger speaks of. They are left alone. */
  withoutEvents: number;
  written: number;
  /** What could not be written, because the database refuses it. */
  refused: { stationId: string; ref: string; reason: string }[];
  /** The first of those that differ, are missing or have no events. */
  examples: RebuildExample[];
};

export type RebuildExample = { stationId: string; ref: string; columns: string[] | 'missing' | 'without-events' };

const sessionsPerFetch = 500;
const sessionsPerWrite = 100;
const maxExamples = 20;

/** Folds every session again from the ledger and compares it with its row; unless it is a check, writes those that differ. */
export async function rebuildSessions(database: Database, rebuild: Rebuild): Promise<RebuildReport> {
  const report: RebuildReport = {
    sessions: 0,
    different: 0,
    columns: {},
    missing: 0,
    withoutEvents: 0,
    written: 0,
    refused: [],
    examples: [],
  };
  await using opened = new AsyncDisposableStack();
  const reader = opened.adopt(await database.connect({ queryTimeoutMs: 0 }), (client) => client.end());
  const writer = opened.adopt(await database.connect({ queryTimeoutMs: 0 }), (client) => client.end());
  for await (const batch of readAll(reader)) {
    rebuild.signal.throwIfAborted();
    const wrong = batch.filter((found) => isWrong(found, report));
    for (let at = 0; !rebuild.isCheck && at < wrong.length; at += sessionsPerWrite)
      await writeAnew(writer, wrong.slice(at, at + sessionsPerWrite).map(touchedOf), report);
    rebuild.onProgress?.(report.sessions);
  }
  return report;
}

type StoredSession = SessionState & {
  /** Null, like all of the row, where there is none. */
  id: string | null;
  /** Null where the ledger does not know of it. */
  facts: KeptFact[] | null;
  known_station: string;
  known_ref: string;
  first_at: Date | null;
};

/** One statement, so events and rows are of one moment although sessions go on meanwhile; read a piece at a time. */
async function* readAll(client: Client): AsyncGenerator<StoredSession[]> {
  await client.query('begin read only');
  await client.query('set local enable_hashagg = off; set local enable_hashjoin = off'); // a stream, not a table in memory
  await client.query(
    `declare sessions no scroll cursor for
     select session.*, told.facts, told.first_at,
       coalesce(told.station_id, session.station_id) as known_station, coalesce(told.ref, session.ref) as known_ref
     from (
       select station_id, body ->> 'ref' as ref, json_agg(body) as facts, min(recorded_at) as first_at
       from (
         select station_id, body_of(event) as body, recorded_at from event where ${isSessionFact} offset 0 -- once for each
       ) as event group by station_id, body ->> 'ref'
     ) as told
     full join session on session.station_id = told.station_id and session.ref = told.ref`,
  );
  for (;;) {
    const { rows } = await client.query<StoredSession>(`fetch ${sessionsPerFetch} from sessions`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('commit');
}

function isWrong(found: StoredSession, report: RebuildReport): boolean {
  const { facts, known_station: stationId, known_ref: ref } = found;
  const tell = (columns: RebuildExample['columns']) => {
    if (report.examples.length < maxExamples) report.examples.push({ stationId, ref, columns });
  };
  report.sessions += 1;
  if (facts === null) {
    report.withoutEvents += 1;
    tell('without-events');
    return false;
  }
  if (found.id === null) {
    report.missing += 1;
    tell('missing');
    return true;
  }
  const columns = differences(foldSession(facts.map(wholeFact)), toState(found));
  for (const column of columns) report.columns[column] = (report.columns[column] ?? 0) + 1;
  if (columns.length === 0) return false;
  report.different += 1;
  tell(columns);
  return true;
}

function differences(folded: Session, kept: Session): string[] {
  const fields = Object.keys(folded) as (keyof Session)[];
  return fields
    .filter((field) => !isDeepStrictEqual(withoutMark(folded[field]), withoutMark(kept[field])))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Which event a reading came with is in the ledger alone: the row keeps the reading. */
function withoutMark(value: Session[keyof Session]): unknown {
  return typeof value === 'object' && value !== null && 'mark' in value ? { ...value, mark: null } : value;
}

/** The id of a missing row is made from when its first event came, so that it stands where it did among the others. */
function touchedOf({ id, known_station: stationId, known_ref: ref, first_at: firstAt }: StoredSession): TouchedSession {
  return { stationId, ref, at: (id === null ? firstAt : null) ?? new Date(), facts: [] };
}

/** Together, and one by one where the database refuses them together: a session that cannot be written harms no other. */
async function writeAnew(client: Client, touched: readonly TouchedSession[], report: RebuildReport): Promise<void> {
  try {
    report.written += await write(client, touched);
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error;
    const [only, ...rest] = touched;
    if (only !== undefined && rest.length === 0)
      report.refused.push({ stationId: only.stationId, ref: only.ref, reason: asError(error).message });
    else for (const each of touched) await writeAnew(client, [each], report);
  }
}

/** Folded once more under the locks of the rows: events may have come since they were compared. */
function write(client: Client, touched: readonly TouchedSession[]): Promise<number> {
  return inTransaction(client, () => saveFolded(client, touched));
}

async function saveFolded(client: ClientBase, touched: readonly TouchedSession[]): Promise<number> {
  const rows = postgresSessionRows(client);
  const seen = await rows.lock(touched);
  const facts = await rows.facts(touched);
  const folded = touched.flatMap((session) => {
    const told = facts.get(identityOf(session));
    return told === undefined ? [] : [{ ...session, seen: seen.get(identityOf(session)), folded: foldSession(told) }];
  });
  return (await rows.saveAsSeen(folded)).size;
}
