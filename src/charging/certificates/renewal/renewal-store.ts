import type { Pool } from 'pg';
import type { CertificateRenewal, SigningPurpose } from '#contract/stations/certificates.ts';
import { readRows, tableProjection } from '../../rows.ts';
import { severityOf } from './severity.ts';

export type WantedRow = { stationId: string; purpose: SigningPurpose; wantedSince: Date; nextAttemptAt: null };

/** Asked for by somebody, whatever the age of the certificate; a wait after a failure is over with it. */
export const wantedRenewals = tableProjection<WantedRow>({
  name: 'wanted renewals',
  table: 'certificate_renewal',
  key: ['stationId', 'purpose'],
});

export type AttemptRow = {
  stationId: string;
  purpose: SigningPurpose;
  serialNumber: string;
  attempts: number;
  attemptedAt: Date;
  outcome: 'asked' | 'failed';
  reason: string | null;
  nextAttemptAt: Date;
};

export const renewalAttempts = tableProjection<AttemptRow>({
  name: 'renewal attempts',
  table: 'certificate_renewal',
  key: ['stationId', 'purpose'],
});

/**
 * The certificate that a station uses for a purpose is the newest one that it has taken; it is due when it expires before $1, or was
 * issued before somebody wanted a new one. One that was revoked is not renewed by itself.
 */
const due = `
  select issued.station_id, issued.purpose, issued.serial_number, issued.subject, issued.expires_at,
    case when renewal.serial_number = issued.serial_number then renewal.attempts else 0 end as attempts,
    case when renewal.serial_number = issued.serial_number then renewal.attempted_at end as attempted_at,
    case when renewal.serial_number = issued.serial_number then renewal.outcome end as outcome,
    case when renewal.serial_number = issued.serial_number then renewal.reason end as reason,
    case when renewal.serial_number = issued.serial_number then renewal.next_attempt_at end as next_attempt_at,
    station.link_node, station.offline_reason is null and station.link_node is not null as is_online
  from issued_certificate as issued
  join certificate_request as taken on taken.serial_number = issued.serial_number and taken.state = 'installed'
  join station on station.id = issued.station_id and station.rejected_at is null
  left join certificate_renewal as renewal on renewal.station_id = issued.station_id and renewal.purpose = issued.purpose
  where issued.revoked_at is null and (issued.expires_at < $1 or issued.issued_at < renewal.wanted_since)
    and not exists (
      select from issued_certificate as newer
      join certificate_request as newer_taken on newer_taken.serial_number = newer.serial_number and newer_taken.state = 'installed'
      where newer.station_id = issued.station_id and newer.purpose = issued.purpose and newer.issued_at > issued.issued_at)`;

export type DueCertificate = {
  stationId: string;
  purpose: SigningPurpose;
  serialNumber: string;
  subject: string;
  expiresAt: string;
  attempts: number;
  attemptedAt: string | null;
  outcome: 'asked' | 'failed' | null;
  reason: string | null;
  nextAttemptAt: string | null;
  isOnline: boolean;
};

/** Of stations that are connected here, those that may be asked now; the most pressing first. */
export function readDueHere(
  pool: Pool,
  { before, now, nodeId, limit }: { before: Date; now: Date; nodeId: string; limit: number },
): Promise<DueCertificate[]> {
  return readRows<DueCertificate>(
    pool,
    `select * from (${due}) as due
     where link_node = $2 and is_online and (next_attempt_at is null or next_attempt_at <= $3)
     order by expires_at, station_id, purpose limit $4`,
    [before.toISOString(), nodeId, now.toISOString(), limit],
  );
}

const maxShown = 1_000;

/** Everything that is due, with what was tried, and what was renewed since a time. */
export async function readRenewals(
  pool: Pool,
  { before, since, now }: { before: Date; since: Date; now: Date },
): Promise<CertificateRenewal[]> {
  const rows = await readRows<DueCertificate>(
    pool,
    `select * from (${due}) as due order by expires_at, station_id, purpose limit $2`,
    [before.toISOString(), maxShown],
  );
  const renewed = await readRows<Omit<DueCertificate, 'outcome'>>(
    pool,
    `select renewal.station_id, renewal.purpose, issued.serial_number, issued.subject, issued.expires_at, renewal.attempts,
       renewal.attempted_at, null as reason, null as next_attempt_at,
       station.offline_reason is null and station.link_node is not null as is_online
     from certificate_renewal as renewal
     join station on station.id = renewal.station_id
     join lateral (
       select issued_certificate.* from issued_certificate join certificate_request using (serial_number)
       where issued_certificate.station_id = renewal.station_id and issued_certificate.purpose = renewal.purpose and state = 'installed'
       order by issued_at desc limit 1) as issued on issued.serial_number <> renewal.serial_number
     where renewal.attempted_at >= $1 order by renewal.attempted_at desc limit $2`,
    [since.toISOString(), maxShown],
  );
  return [
    ...rows.map(({ outcome, ...row }) => renewalOf(row, stateOf(outcome), now)),
    ...renewed.map((row) => renewalOf(row, 'renewed', now)),
  ];
}

function stateOf(outcome: DueCertificate['outcome']): CertificateRenewal['state'] {
  if (outcome === null) return 'due';
  return outcome === 'asked' ? 'asked' : 'failing';
}

function renewalOf(
  row: Omit<DueCertificate, 'outcome'>,
  state: CertificateRenewal['state'],
  now: Date,
): CertificateRenewal {
  const { stationId, purpose, serialNumber, subject, expiresAt, attempts, attemptedAt, reason, nextAttemptAt } = row;
  const severity = severityOf(new Date(expiresAt), now);
  return {
    stationId,
    purpose,
    serialNumber,
    subject,
    expiresAt,
    severity,
    state,
    isOnline: row.isOnline,
    attempts,
    attemptedAt,
    reason,
    nextAttemptAt,
  };
}

/** For what these stations hold a certificate that they have taken. */
export function readHeld(
  pool: Pool,
  stationIds: readonly string[],
): Promise<{ stationId: string; purpose: SigningPurpose }[]> {
  return readRows(
    pool,
    `select distinct issued.station_id, issued.purpose from issued_certificate as issued
     join certificate_request as taken on taken.serial_number = issued.serial_number and taken.state = 'installed'
     where issued.station_id = any($1) order by 1, 2`,
    [stationIds],
  );
}
