import type { ClientBase } from 'pg';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { Session } from './session.ts';
import type { SessionFact } from './session-event.ts';
import { type FoldedSession, identityOf, type SessionRows, type TouchedSession } from './session-projection.ts';
import { type SessionState, toState } from './session-state.ts';

/** The rows of sessions in PostgreSQL, inside the transaction of the client. */
export function postgresSessionRows(client: ClientBase): SessionRows {
  return {
    lock: (touched) => lockRows(client, touched),
    facts: (touched) => readFacts(client, touched),
    save: (folded) => saveRows(client, folded),
  };
}

/** Makes the rows that are missing and locks all of them; gives back what the others held so far. */
async function lockRows(client: ClientBase, touched: readonly TouchedSession[]): Promise<Map<string, Session>> {
  const ordered = touched.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
  const { rows } = await client.query<SessionState>(
    `insert into session (id, station_id, ref, state, event_count, updated_at)
     select id, station_id, ref, 'running', 0, at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as given (id, station_id, ref, at)
     on conflict (station_id, ref) do update set updated_at = excluded.updated_at
     returning *`,
    [
      ordered.map(({ at }) => uuidv7(at)),
      ordered.map(({ stationId }) => stationId),
      ordered.map(({ ref }) => ref),
      ordered.map(({ at }) => at.toISOString()),
    ],
  );
  return new Map(
    rows.filter((row) => row.event_count > 0).map((row) => [`${row.station_id}\n${row.ref}`, toState(row)]),
  );
}

async function readFacts(client: ClientBase, touched: readonly TouchedSession[]): Promise<Map<string, SessionFact[]>> {
  const { rows } = await client.query<{ station_id: string; ref: string; body: SessionFact }>(
    `select event.station_id, given.ref, event.body
     from unnest($1::text[], $2::text[]) as given (station_id, ref)
     join event on event.station_id = given.station_id and event.body ->> 'ref' = given.ref and event.kind = 'session-event'`,
    [touched.map(({ stationId }) => stationId), touched.map(({ ref }) => ref)],
  );
  const facts = new Map<string, SessionFact[]>();
  for (const { station_id, ref, body } of rows) {
    const identity = `${station_id}\n${ref}`;
    const known = facts.get(identity);
    if (known === undefined) facts.set(identity, [body]);
    else known.push(body);
  }
  return facts;
}

async function saveRows(client: ClientBase, rows: readonly FoldedSession[]): Promise<void> {
  const column = <Value>(read: (session: Session) => Value) => rows.map(({ folded }) => read(folded));
  await client.query(
    `update session set start_key = f.start_key, evse_id = f.evse_id, connector_id = f.connector_id, token_hash = f.token_hash,
       token_type = f.token_type, state = f.state, charging_state = f.charging_state, started_at = f.started_at,
       ended_at = f.ended_at, stop_reason = f.stop_reason, remote_start_id = f.remote_start_id, reservation_id = f.reservation_id,
       first_seq = f.first_seq, last_seq = f.last_seq, end_seq = f.end_seq, event_count = f.event_count,
       first_register_mwh = f.first_register_mwh, first_register_at = f.first_register_at,
       last_register_mwh = f.last_register_mwh, last_register_at = f.last_register_at, energy_mwh = f.energy_mwh, last_at = f.last_at, register_location = f.register_location,
       flags = coalesce(string_to_array(nullif(f.flags, ''), ','), '{}')
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::timestamptz[], $11::timestamptz[], $12::text[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
       $17::bigint[], $18::integer[], $19::numeric[], $20::timestamptz[], $21::numeric[], $22::timestamptz[], $23::numeric[], $24::text[], $25::timestamptz[], $26::text[])
       as f (station_id, ref, start_key, evse_id, connector_id, token_hash, token_type, state, charging_state, started_at, ended_at,
         stop_reason, remote_start_id, reservation_id, first_seq, last_seq, end_seq, event_count, first_register_mwh,
         first_register_at, last_register_mwh, last_register_at, energy_mwh, flags, last_at, register_location)
     where session.station_id = f.station_id and session.ref = f.ref`,
    [
      rows.map(({ stationId }) => stationId),
      rows.map(({ ref }) => ref),
      column((session) => session.startKey),
      column((session) => session.evseId),
      column((session) => session.connectorId),
      column((session) => session.tokenHash),
      column((session) => session.tokenType),
      column((session) => session.state),
      column((session) => session.chargingState),
      column((session) => session.startedAt),
      column((session) => session.endedAt),
      column((session) => session.stopReason),
      column((session) => session.remoteStartId),
      column((session) => session.reservationId),
      column((session) => session.firstSeq),
      column((session) => session.lastSeq),
      column((session) => session.endSeq),
      column((session) => session.eventCount),
      column((session) => session.firstRegister?.mwh ?? null),
      column((session) => session.firstRegister?.at ?? null),
      column((session) => session.lastRegister?.mwh ?? null),
      column((session) => session.lastRegister?.at ?? null),
      column((session) => session.energyMwh),
      column((session) => session.flags.join(',')),
      column((session) => session.lastAt),
      column((session) => session.firstRegister?.location ?? null),
    ],
  );
}
