import type { Pool } from 'pg';
import type { Session, SessionPage, SessionQuery } from '#contract/session.ts';
import type { SessionState } from './session-state.ts';

type SessionRow = SessionState & { id: string };

/** Newest first. */
export async function readSessions(pool: Pool, { stationId, state, after, limit }: SessionQuery): Promise<SessionPage> {
  const { rows } = await pool.query<SessionRow>(
    `select * from session
     where ($1::text is null or station_id = $1) and ($2::text is null or state = $2) and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [stationId ?? null, state ?? null, after ?? null, limit + 1],
  );
  const sessions = rows.slice(0, limit).map(toSession);
  return { sessions, next: rows.length > limit ? (sessions.at(-1)?.id ?? null) : null };
}

export async function readSession(pool: Pool, id: string): Promise<Session | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from session where id = $1', [id]);
  return rows.map(toSession)[0];
}

export async function readSessionByRef(pool: Pool, stationId: string, ref: string): Promise<Session | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from session where station_id = $1 and ref = $2', [
    stationId,
    ref,
  ]);
  return rows.map(toSession)[0];
}

/** The start keys of those of the refs that are taken. */
export async function readStartKeys(
  pool: Pool,
  stationId: string,
  refs: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await pool.query<{ ref: string; start_key: string | null }>(
    'select ref, start_key from session where station_id = $1 and ref = any($2)',
    [stationId, refs],
  );
  return new Map(rows.map(({ ref, start_key }) => [ref, start_key]));
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    stationId: row.station_id,
    ref: row.ref,
    evseId: row.evse_id,
    connectorId: row.connector_id,
    tokenHash: row.token_hash,
    tokenType: row.token_type,
    state: row.state,
    chargingState: row.charging_state,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    stopReason: row.stop_reason,
    remoteStartId: row.remote_start_id,
    reservationId: row.reservation_id,
    energyWh: wattHours(row.energy_mwh),
    firstRegisterWh: wattHours(row.first_register_mwh),
    lastRegisterWh: wattHours(row.last_register_mwh),
    eventCount: row.event_count,
    flags: row.flags,
  };
}

function wattHours(mwh: string | null): number | null {
  return mwh === null ? null : Number(mwh) / 1000;
}
