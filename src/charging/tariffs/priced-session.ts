import type { Pool } from 'pg';

export type TariffChange = { tariffId: string; changedAt: Date; isTold: boolean };

export type PricedSession = {
  id: string;
  stationId: string;
  ref: string;
  state: 'running' | 'ended' | 'merged';
  evseId: number | null;
  connectorId: number | null;
  tokenHash: string | null;
  driverId: string | null;
  groupId: string | null;
  tokenTariffId: string | null;
  language: string | null;
  /** Oldest first. */
  changes: readonly TariffChange[];
  startedAt: Date | null;
  endedAt: Date | null;
  /** When its first message came, by our clock. */
  heardAt: Date;
  /** When the last of its events happened, by the station's clock. */
  lastAt: Date | null;
  energyMwh: number;
  eventCount: number;
  reservationId: number | null;
  flags: readonly string[];
  hasCredit: boolean;
  /** From when the reservation it used was kept; null: it used none. */
  reservedFrom: Date | null;
  /** How long it could last: longer it costs nothing, whatever the station's clock says. */
  reservedUntil: Date | null;
};

/** By `station\nref`. */
export async function readPricedSessions(
  pool: Pool,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PricedSession>> {
  const names = keys.map((key) => key.split('\n'));
  const sessions = await read(
    pool,
    `unnest($1::text[], $2::text[]) as asked (station_id, ref) join session using (station_id, ref)`,
    [names.map(([stationId]) => stationId), names.map(([, ref]) => ref)],
  );
  return new Map(sessions.map((session) => [`${session.stationId}\n${session.ref}`, session]));
}

export function readPricedSessionsById(pool: Pool, ids: readonly string[]): Promise<PricedSession[]> {
  return read(pool, `unnest($1::uuid[]) as asked (id) join session using (id)`, [ids]);
}

type Stored = Omit<PricedSession, 'changes' | 'energyMwh'> & {
  energyMwh: string;
  changes: { tariffId: string; changedAt: string; isTold: boolean }[] | null;
};

async function read(pool: Pool, from: string, values: unknown[]): Promise<PricedSession[]> {
  const { rows } = await pool.query<Stored>(
    `select session.id, session.station_id as "stationId", session.ref, session.state, session.evse_id as "evseId",
       session.connector_id as "connectorId", session.token_hash as "tokenHash", token.driver_id as "driverId",
       coalesce(token.group_id, driver.group_id) as "groupId", coalesce(token.tariff_id, guest_token.tariff_id) as "tokenTariffId", token.language,
       session.started_at as "startedAt", session.ended_at as "endedAt", uuid_extract_timestamp(session.id) as "heardAt",
       session.last_at as "lastAt", coalesce(session.energy_mwh, 0)::text as "energyMwh", session.event_count as "eventCount",
       session.reservation_id as "reservationId", session.flags, token.credit is not null as "hasCredit",
       reservation.starts_at as "reservedFrom", reservation.expires_at as "reservedUntil",
       (select json_agg(json_build_object('tariffId', tariff_id, 'changedAt', changed_at, 'isTold', is_told) order by changed_at)
        from session_tariff where station_id = session.station_id and session_ref = session.ref) as changes
     from ${from}
     left join token on token.id = session.token_hash
     left join guest_token on guest_token.id = session.token_hash
     left join driver on driver.id = token.driver_id
     left join reservation on reservation.station_id = session.station_id and reservation.session_ref = session.ref`,
    values,
  );
  return rows.map(({ changes, energyMwh, ...row }) => ({
    ...row,
    energyMwh: Number(energyMwh),
    changes: (changes ?? []).map((change) => ({ ...change, changedAt: new Date(change.changedAt) })),
  }));
}
