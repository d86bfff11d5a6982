import type { Pool } from 'pg';
import type {
  SecurityEvent,
  SecurityEventList,
  SecurityEventQuery,
  StationSecurity,
} from '#contract/stations/security.ts';

type EventRow = {
  id: string;
  type: string;
  is_critical: boolean;
  details: string | null;
  happened_at: Date;
  received_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  note: string | null;
};

export async function readSecurityEvents(
  pool: Pool,
  stationId: string,
  { state, limit }: SecurityEventQuery,
): Promise<SecurityEventList> {
  const [events, open] = await Promise.all([
    pool.query<EventRow>(
      `select * from security_event
       where station_id = $1 and ($2::boolean is null or (acknowledged_at is null) = $2)
       order by happened_at desc, id limit $3`,
      [stationId, state === undefined ? null : state === 'open', limit],
    ),
    pool.query<{ count: number }>(
      'select count(*) from security_event where station_id = $1 and acknowledged_at is null',
      [stationId],
    ),
  ]);
  return { events: events.rows.map(toEvent), open: open.rows[0]?.count ?? 0 };
}

export async function readSecurityEvent(pool: Pool, stationId: string, id: string): Promise<SecurityEvent | undefined> {
  const { rows } = await pool.query<EventRow>('select * from security_event where station_id = $1 and id = $2', [
    stationId,
    id,
  ]);
  return rows.map(toEvent)[0];
}

type SecurityRow = {
  minimum_profile: number | null;
  profile_accepted_at: Date | null;
  password_changed_at: Date | null;
  has_password: boolean;
  changes: { askedAt: string; isAccepted: boolean }[] | null;
};

export async function readStationSecurity(pool: Pool, stationId: string): Promise<StationSecurity | undefined> {
  const { rows } = await pool.query<SecurityRow>(
    `select minimum_profile, profile_accepted_at, password_changed_at, password_hash is not null as has_password, (
       select jsonb_agg(jsonb_build_object('askedAt', asked_at, 'isAccepted', is_accepted) order by asked_at)
       from station_password_candidate where station_id = station.id) as changes
     from station left join station_security on station_id = station.id
     where station.id = $1`,
    [stationId],
  );
  return rows.map(toSecurity)[0];
}

function toSecurity(row: SecurityRow): StationSecurity {
  return {
    minimumProfile: row.minimum_profile ?? 0,
    profileAcceptedAt: row.profile_accepted_at?.toISOString() ?? null,
    password: {
      isSet: row.has_password,
      changedAt: row.password_changed_at?.toISOString() ?? null,
      changes: (row.changes ?? []).map((change) => ({ ...change, askedAt: new Date(change.askedAt).toISOString() })),
    },
  };
}

function toEvent(row: EventRow): SecurityEvent {
  return {
    id: row.id,
    type: row.type,
    isCritical: row.is_critical,
    details: row.details,
    happenedAt: row.happened_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledged_by,
    note: row.note,
  };
}
