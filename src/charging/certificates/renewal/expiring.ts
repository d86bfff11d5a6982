import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { ExpiringCertificate, SigningPurpose } from '#contract/stations/certificates.ts';
import { plainSerial } from '../../plain-serial.ts';
import { readRows } from '../../rows.ts';
import type { Authority } from '../authorities/authority.ts';
import { subjectOf } from '../pem.ts';
import { inDays, severityOf } from './severity.ts';

type Expiring = Omit<ExpiringCertificate, 'severity'>;
const most = 1_000;

type Known = {
  pool: Pool;
  authorities: readonly Authority[];
  /** Of authorities of others whose certificates stations sign in with. */
  foreignRoots: readonly X509Certificate[];
};

/** What expires within so many days, the most pressing first: what stations hold and trust, our own authorities, and those of others. */
export async function readExpiring(
  { pool, authorities, foreignRoots }: Known,
  { withinDays, now }: { withinDays: number; now: Date },
): Promise<ExpiringCertificate[]> {
  const before = inDays(now, withinDays);
  const all = [
    ...(await ofStations(pool, before)),
    ...(await ofForeign(pool, before)),
    ...ofAuthorities(authorities, before),
    ...ofForeignRoots(foreignRoots, before),
  ];
  return all
    .map((certificate) => ({ ...certificate, severity: severityOf(new Date(certificate.expiresAt), now) }))
    .toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))
    .slice(0, most);
}

async function ofStations(pool: Pool, before: Date): Promise<Expiring[]> {
  const issued = await readRows<Expiring & { purpose: SigningPurpose }>(
    pool,
    `select 'issued' as kind, issued.station_id, issued.purpose, issued.serial_number, issued.subject, issued.expires_at
     from issued_certificate as issued
     join certificate_request as taken on taken.serial_number = issued.serial_number and taken.state = 'installed'
     where issued.revoked_at is null and issued.expires_at < $1 and not exists (
       select from issued_certificate as newer
       join certificate_request as newer_taken on newer_taken.serial_number = newer.serial_number and newer_taken.state = 'installed'
       where newer.station_id = issued.station_id and newer.purpose = issued.purpose and newer.issued_at > issued.issued_at)
     order by issued.expires_at limit $2`,
    [before.toISOString(), most],
  );
  const trusted = await readRows<Expiring>(
    pool,
    `select 'installed' as kind, station_id, purpose, serial_number, coalesce(subject, '') as subject, expires_at
     from installed_certificate where expires_at < $1 order by expires_at limit $2`,
    [before.toISOString(), most],
  );
  return [...issued, ...trusted];
}

/** Those that stations showed last, and for which none of ours has come since. */
function ofForeign(pool: Pool, before: Date): Promise<Expiring[]> {
  return readRows<Expiring>(
    pool,
    `select 'foreign' as kind, shown.station_id, 'foreign-station' as purpose, shown.serial_number, shown.subject, shown.expires_at
     from foreign_certificate as shown
     where shown.expires_at < $1 and not exists (
       select from issued_certificate as issued
       join certificate_request as taken on taken.serial_number = issued.serial_number and taken.state = 'installed'
       where issued.station_id = shown.station_id and issued.purpose in ('station', 'combined') and issued.issued_at > shown.seen_at)
     order by shown.expires_at limit $2`,
    [before.toISOString(), most],
  );
}

function ofForeignRoots(roots: readonly X509Certificate[], before: Date): Expiring[] {
  return roots
    .filter(({ validToDate }) => validToDate < before)
    .map((root) => ({
      stationId: null,
      kind: 'foreign',
      purpose: 'foreign-root',
      serialNumber: plainSerial(root.serialNumber),
      subject: subjectOf(root),
      expiresAt: root.validToDate.toISOString(),
    }));
}

function ofAuthorities(authorities: readonly Authority[], before: Date): Expiring[] {
  return authorities
    .filter(({ retiredAt, certificate }) => retiredAt === null && certificate.validToDate < before)
    .map(({ role, certificate }) => ({
      stationId: null,
      kind: 'authority',
      purpose: role,
      serialNumber: plainSerial(certificate.serialNumber),
      subject: subjectOf(certificate),
      expiresAt: certificate.validToDate.toISOString(),
    }));
}
