import type { Pool } from 'pg';
import type {
  SecurityEvent,
  SecurityEventList,
  SecurityEventQuery,
  SecuritySeverity,
  StationSecurity,
} from '#contract/stations/security.ts';
import { changeProjection, readRows, tableProjection } from '../rows.ts';

type SecurityEventRow = {
  id: string;
  stationId: string;
  type: string;
  isCritical: boolean;
  severity: SecuritySeverity;
  details: string | null;
  happenedAt: Date;
  receivedAt: Date;
};

/** A station that was offline tells the same event again: it stays one. */
export const securityEvents = tableProjection<SecurityEventRow>({
  name: 'security events',
  table: 'security_event',
  key: ['id'],
  again: 'keep',
});

type AcknowledgedRow = { id: string; acknowledgedAt: Date; acknowledgedBy: string; note: string | null };

export const acknowledgedEvents = changeProjection<AcknowledgedRow>({
  name: 'acknowledged security events',
  table: 'security_event',
  key: ['id'],
  again: 'keep',
  where: 'known.acknowledged_at is null',
});

type WantedProfileRow = { stationId: string; wantedProfile: number | null };

export const wantedProfiles = tableProjection<WantedProfileRow>({
  name: 'wanted security profiles',
  table: 'station_security',
  key: ['stationId'],
});

const columns =
  'id, type, is_critical, severity, details, happened_at, received_at, acknowledged_at, acknowledged_by, note';

export async function readSecurityEvents(
  pool: Pool,
  stationId: string,
  { state, severity, limit }: SecurityEventQuery,
): Promise<SecurityEventList> {
  const [events, counted] = await Promise.all([
    readRows<SecurityEvent>(
      pool,
      `select ${columns} from security_event
       where station_id = $1 and ($2::boolean is null or (acknowledged_at is null) = $2)
         and ($3::text is null or severity = $3)
       order by happened_at desc, id limit $4`,
      [stationId, state === undefined ? null : state === 'open', severity ?? null, limit],
    ),
    pool.query<{ open: number; critical: number }>(
      `select count(*) as open, count(*) filter (where severity = 'critical') as critical
       from security_event where station_id = $1 and acknowledged_at is null`,
      [stationId],
    ),
  ]);
  const { open = 0, critical = 0 } = counted.rows[0] ?? {};
  return { events, open, openCritical: critical };
}

export async function readSecurityEvent(pool: Pool, stationId: string, id: string): Promise<SecurityEvent | undefined> {
  const text = `select ${columns} from security_event where station_id = $1 and id = $2`;
  return (await readRows<SecurityEvent>(pool, text, [stationId, id]))[0];
}

type SecurityRow = Pick<StationSecurity, 'profileAcceptedAt'> & {
  minimumProfile: number | null;
  wantedProfile: number | null;
  passwordChangedAt: string | null;
  hasPassword: boolean;
  changes: { askedAt: string; isAccepted: boolean }[] | null;
};

export async function readStationSecurity(
  pool: Pool,
  stationId: string,
): Promise<Omit<StationSecurity, 'currentProfile'> | undefined> {
  const rows = await readRows<SecurityRow>(
    pool,
    `select minimum_profile, wanted_profile, profile_accepted_at, password_changed_at, password_hash is not null as has_password, (
       select jsonb_agg(jsonb_build_object('askedAt', asked_at, 'isAccepted', is_accepted) order by asked_at)
       from station_password_candidate where station_id = station.id) as changes
     from station left join station_security on station_id = station.id
     where station.id = $1`,
    [stationId],
  );
  return rows.map(({ minimumProfile, wantedProfile, profileAcceptedAt, hasPassword, passwordChangedAt, changes }) => ({
    minimumProfile: minimumProfile ?? 0,
    wantedProfile,
    profileAcceptedAt,
    password: {
      isSet: hasPassword,
      changedAt: passwordChangedAt,
      changes: (changes ?? []).map((change) => ({ ...change, askedAt: new Date(change.askedAt).toISOString() })),
    },
  }))[0];
}
