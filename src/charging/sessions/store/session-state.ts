import type { RegisterReading } from '../energy/register-readings.ts';
import type { Session } from '../fold/session.ts';

/** A row of `session`, as far as the fold goes on from it. */
export type SessionState = {
  station_id: string;
  ref: string;
  start_key: string | null;
  evse_id: number | null;
  connector_id: number | null;
  token_hash: string | null;
  token_type: string | null;
  state: Session['state'];
  charging_state: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  stop_reason: string | null;
  remote_start_id: number | null;
  reservation_id: number | null;
  first_seq: number | null;
  last_seq: number | null;
  end_seq: number | null;
  event_count: number;
  first_register_mwh: string | null;
  first_register_at: Date | null;
  last_register_mwh: string | null;
  last_register_at: Date | null;
  register_location: string | null;
  last_at: Date | null;
  energy_mwh: string | null;
  flags: string[];
};

export function toState(row: SessionState): Session {
  return {
    ref: row.ref,
    startKey: row.start_key,
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
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    endSeq: row.end_seq,
    eventCount: row.event_count,
    firstRegister: registerOf(row.first_register_at, row.first_register_mwh, row.register_location),
    lastRegister: registerOf(row.last_register_at, row.last_register_mwh, row.register_location),
    lastAt: row.last_at?.toISOString() ?? null,
    energyMwh: row.energy_mwh === null ? null : Number(row.energy_mwh),
    flags: row.flags,
  };
}

function registerOf(at: Date | null, mwh: string | null, location: string | null): RegisterReading | null {
  if (at === null || mwh === null) return null;
  return { at: at.toISOString(), mwh: Number(mwh), location: location ?? 'Outlet', mark: null };
}
