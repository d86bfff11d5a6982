import type { ClientBase } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { foldSession, type Session } from './session.ts';
import type { SessionFact } from './session-event.ts';

export type TouchedSession = { stationId: string; ref: string; at: Date };

/**
 * Sessions that got a new event are folded again from the ledger, inside the commit that holds the event. The rows are locked
 * first, in one order, so that two processes that touch one session take turns and no update is lost.
 */
export const sessions: Projection<TouchedSession> = {
  name: 'sessions',
  order: 61,
  identity: ({ stationId, ref }) => `${stationId}\n${ref}`,
  merge: (_earlier, later) => later,
  async write(client, touched) {
    await makeRows(client, touched);
    const facts = await readFacts(client, touched);
    const folded = touched.map((session) => ({
      ...session,
      folded: foldSession(facts.get(sessions.identity(session)) ?? []),
    }));
    await saveRows(client, folded);
  },
};

async function makeRows(client: ClientBase, touched: readonly TouchedSession[]): Promise<void> {
  const ordered = touched.toSorted((a, b) => (sessions.identity(a) < sessions.identity(b) ? -1 : 1));
  await client.query(
    `insert into session (id, station_id, ref, state, event_count, updated_at)
     select id, station_id, ref, 'running', 0, at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as given (id, station_id, ref, at)
     on conflict (station_id, ref) do update set updated_at = excluded.updated_at`,
    [
      ordered.map(({ at }) => uuidv7(at)),
      ordered.map(({ stationId }) => stationId),
      ordered.map(({ ref }) => ref),
      ordered.map(({ at }) => at.toISOString()),
    ],
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

type Folded = TouchedSession & { folded: Session };

async function saveRows(client: ClientBase, rows: readonly Folded[]): Promise<void> {
  const column = <Value>(read: (session: Session) => Value) => rows.map(({ folded }) => read(folded));
  await client.query(
    `update session set start_key = f.start_key, evse_id = f.evse_id, connector_id = f.connector_id, token_hash = f.token_hash,
       token_type = f.token_type, state = f.state, charging_state = f.charging_state, started_at = f.started_at,
       ended_at = f.ended_at, stop_reason = f.stop_reason, remote_start_id = f.remote_start_id, reservation_id = f.reservation_id,
       first_seq = f.first_seq, last_seq = f.last_seq, end_seq = f.end_seq, event_count = f.event_count,
       first_register_mwh = f.first_register_mwh, first_register_at = f.first_register_at,
       last_register_mwh = f.last_register_mwh, last_register_at = f.last_register_at, energy_mwh = f.energy_mwh,
       flags = coalesce(string_to_array(nullif(f.flags, ''), ','), '{}')
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::timestamptz[], $11::timestamptz[], $12::text[], $13::integer[], $14::integer[], $15::integer[], $16::integer[],
       $17::integer[], $18::integer[], $19::numeric[], $20::timestamptz[], $21::numeric[], $22::timestamptz[], $23::numeric[], $24::text[])
       as f (station_id, ref, start_key, evse_id, connector_id, token_hash, token_type, state, charging_state, started_at, ended_at,
         stop_reason, remote_start_id, reservation_id, first_seq, last_seq, end_seq, event_count, first_register_mwh,
         first_register_at, last_register_mwh, last_register_at, energy_mwh, flags)
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
    ],
  );
}
