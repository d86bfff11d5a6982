import type { ClientBase } from 'pg';
import { type Column, givenRows, rowsText } from '#database/given-rows.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { Session } from '../fold/session.ts';
import type { SessionFact } from '../record/session-fact.ts';
import { type KeptFact, wholeFact } from './kept-fact.ts';
import { isFactOf } from './session-facts.ts';
import { type SessionState, toState } from './session-state.ts';
import { type GuessedSession, identityOf, type SessionRows, type TouchedSession } from './touched-session.ts';

export function postgresSessionRows(client: ClientBase): SessionRows {
  return {
    async saveAsSeen(guessed) {
      const { old = [], new: fresh = [] } = Object.groupBy(inOrder(guessed), ({ seen }) => (seen ? 'old' : 'new'));
      const ended = guessed.filter(({ folded }) => folded.state !== 'running');
      const writing = [updateRows(client, old), insertRows(client, fresh)] as const;
      const [updated, inserted] = await Promise.all([...writing, markDue(client, ended)]); // in this order, in one trip
      const saved = updated + inserted;
      return saved === guessed.length ? new Set(guessed.map(identityOf)) : savedNow(client, guessed);
    },
    lock: (touched) => lockRows(client, touched),
    facts: (touched) => readFacts(client, touched),
  };
}

/** Rows are taken in one order, so that two processes wait for each other rather than deadlock. */
function inOrder<Touched extends TouchedSession>(touched: readonly Touched[]): Touched[] {
  return touched.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
}

async function lockRows(client: ClientBase, touched: readonly TouchedSession[]): Promise<Map<string, Session>> {
  const ordered = inOrder(touched);
  const { rows } = await client.query<SessionState>(
    `select ${stateColumns} from unnest($1::text[], $2::text[]) with ordinality as given (station_id, ref, position)
     join session on session.station_id = given.station_id and session.ref = given.ref
     order by position for update of session`,
    [ordered.map(({ stationId }) => stationId), ordered.map(({ ref }) => ref)],
  );
  return new Map(rows.map((row) => [`${row.station_id}\n${row.ref}`, toState(row)]));
}

async function readFacts(client: ClientBase, touched: readonly TouchedSession[]): Promise<Map<string, SessionFact[]>> {
  const { rows } = await client.query<{ station_id: string; ref: string; body: KeptFact }>(
    `select event.station_id, given.ref, body_of(event) as body
     from unnest($1::text[], $2::text[]) as given (station_id, ref)
     join event on event.station_id = given.station_id and ${isFactOf('given.ref')}`,
    [touched.map(({ stationId }) => stationId), touched.map(({ ref }) => ref)],
  );
  const facts = new Map<string, SessionFact[]>();
  for (const { station_id, ref, body } of rows) {
    const identity = `${station_id}\n${ref}`;
    const known = facts.get(identity);
    if (known === undefined) facts.set(identity, [wholeFact(body)]);
    else known.push(wholeFact(body));
  }
  return facts;
}

type SessionColumn = Column & { read(session: Session): string | number | null };

/** What nearly every event moves. */
const moving: readonly SessionColumn[] = [
  { name: 'event_count', type: 'integer', read: (session) => session.eventCount },
  { name: 'charging_state', type: 'text', read: (session) => session.chargingState },
  { name: 'last_seq', type: 'bigint', read: (session) => session.lastSeq },
  { name: 'last_at', type: 'timestamptz', read: (session) => session.lastAt },
  { name: 'last_register_mwh', type: 'numeric', read: (session) => session.lastRegister?.mwh ?? null },
  { name: 'last_register_at', type: 'timestamptz', read: (session) => session.lastRegister?.at ?? null },
  { name: 'energy_mwh', type: 'numeric', read: (session) => session.energyMwh },
];
const settled: readonly SessionColumn[] = [
  { name: 'start_key', type: 'text', read: (session) => session.startKey },
  { name: 'evse_id', type: 'integer', read: (session) => session.evseId },
  { name: 'connector_id', type: 'integer', read: (session) => session.connectorId },
  { name: 'token_hash', type: 'text', read: (session) => session.tokenHash },
  { name: 'token_type', type: 'text', read: (session) => session.tokenType },
  { name: 'state', type: 'text', read: (session) => session.state },
  { name: 'started_at', type: 'timestamptz', read: (session) => session.startedAt },
  { name: 'ended_at', type: 'timestamptz', read: (session) => session.endedAt },
  { name: 'stop_reason', type: 'text', read: (session) => session.stopReason },
  { name: 'remote_start_id', type: 'bigint', read: (session) => session.remoteStartId },
  { name: 'reservation_id', type: 'bigint', read: (session) => session.reservationId },
  { name: 'first_seq', type: 'bigint', read: (session) => session.firstSeq },
  { name: 'end_seq', type: 'bigint', read: (session) => session.endSeq },
  { name: 'first_register_mwh', type: 'numeric', read: (session) => session.firstRegister?.mwh ?? null },
  { name: 'first_register_at', type: 'timestamptz', read: (session) => session.firstRegister?.at ?? null },
  { name: 'register_location', type: 'text', read: (session) => session.firstRegister?.location ?? null },
  { name: 'flags', type: 'text', read: (session) => session.flags.join(',') },
];

/** Written out of one text, since lists of lists do not fit `unnest`. */
function valueOf({ name }: Column): string {
  return name === 'flags' ? "coalesce(string_to_array(nullif(given.flags, ''), ','), '{}')" : `given.${name}`;
}

/** Returns how many were as they were seen: events count up in every row, so their number tells. */
async function updateRows(client: ClientBase, guessed: readonly GuessedSession[]): Promise<number> {
  const { moved = [], other = [] } = Object.groupBy(guessed, ({ seen, folded }) =>
    seen !== undefined && isSettledAlike(seen, folded) ? 'moved' : 'other',
  );
  const counts = [updateColumns(client, updateMoving, moved), updateColumns(client, updateEvery, other)];
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function isSettledAlike(seen: Session, folded: Session): boolean {
  return settled.every(({ read }) => read(seen) === read(folded));
}

async function updateColumns(
  client: ClientBase,
  { text, columns }: Update,
  guessed: readonly GuessedSession[],
): Promise<number> {
  if (guessed.length === 0) return 0;
  const rows = guessed.map((session) => [
    ...keysOf(session),
    session.at.toISOString(),
    session.seen?.eventCount,
    ...valuesOf(columns, session),
  ]);
  const { rowCount } = await client.query(text, [rowsText(rows)]);
  return rowCount ?? 0;
}

const keyColumns = [
  { name: 'station_id', type: 'text' },
  { name: 'ref', type: 'text' },
];
const updatedAt = { name: 'updated_at', type: 'timestamptz' };

type Update = { text: string; columns: readonly SessionColumn[] };

function updateOf(columns: readonly SessionColumn[]): Update {
  const text = `
    update session set updated_at = given.updated_at, ${columns.map((column) => `${column.name} = ${valueOf(column)}`).join(', ')}
    from ${givenRows([...keyColumns, updatedAt, { name: 'seen', type: 'integer' }, ...columns])}
    where session.station_id = given.station_id and session.ref = given.ref and session.event_count = given.seen`;
  return { text, columns };
}

const everyColumn = [...moving, ...settled];
const updateMoving = updateOf(moving);
const updateEvery = updateOf(everyColumn);
/** By name: a column that an upgrade adds meanwhile must not change what a prepared statement answers. */
const stateColumns = [...keyColumns, ...everyColumn].map(({ name }) => `session.${name}`).join(', ');
const insertText = `
  insert into session (id, station_id, ref, updated_at, ${everyColumn.map(({ name }) => name).join(', ')})
  select given.id, given.station_id, given.ref, given.updated_at, ${everyColumn.map(valueOf).join(', ')}
  from ${givenRows([...keyColumns, updatedAt, { name: 'id', type: 'uuid' }, ...everyColumn])}
  on conflict (station_id, ref) do nothing`;

async function insertRows(client: ClientBase, guessed: readonly GuessedSession[]): Promise<number> {
  if (guessed.length === 0) return 0;
  const rows = guessed.map((session) => [
    ...keysOf(session),
    session.at.toISOString(),
    uuidv7(session.at),
    ...valuesOf(everyColumn, session),
  ]);
  const { rowCount } = await client.query(insertText, [rowsText(rows)]);
  return rowCount ?? 0;
}

/** Which of them this transaction has written: it is rarely worth asking, since nearly always it is all. */
async function savedNow(client: ClientBase, guessed: readonly GuessedSession[]): Promise<Set<string>> {
  const { rows } = await client.query<{ station_id: string; ref: string }>(
    `select session.station_id, session.ref from ${givenRows(keyColumns)}
     join session on session.station_id = given.station_id and session.ref = given.ref
     where session.xmin = pg_current_xact_id()::xid`,
    [rowsText(guessed.map(keysOf))],
  );
  return new Set(rows.map((row) => `${row.station_id}\n${row.ref}`));
}

function keysOf({ stationId, ref }: TouchedSession): string[] {
  return [stationId, ref];
}

function valuesOf(columns: readonly SessionColumn[], { folded }: GuessedSession): (string | number | null)[] {
  return columns.map(({ read }) => read(folded));
}

const sessionNames = givenRows([
  { name: 'station_id', type: 'text' },
  { name: 'ref', type: 'text' },
]);
/** Each time a new moment: whoever bills it meanwhile takes only away what it has seen. */
const billDueText = `
  insert into bill_due (session_id, due_at) select session.id, clock_timestamp() from ${sessionNames}
  join session on session.station_id = given.station_id and session.ref = given.ref
  on conflict (session_id) do update set due_at = excluded.due_at`;

/** What is to be billed: sessions that have ended, or changed after their end, inside the commit that made them so. */
async function markDue(client: ClientBase, sessions: readonly { stationId: string; ref: string }[]): Promise<void> {
  if (sessions.length === 0) return;
  await client.query(billDueText, [rowsText(sessions.map(({ stationId, ref }) => [stationId, ref]))]);
}
