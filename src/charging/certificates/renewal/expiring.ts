import type { Pool } from 'pg';
import type { ExpiringCertificate, SigningPurpose } from '#contract/stations/certificates.ts';
import { plainSerial } from '../../plain-serial.ts';
import { readRows } from '../../rows.ts';
import type { Authority } from '../authorities/authority.ts';
import { subjectOf } from '../pem.ts';
import { inDays, severityOf } from './severity.ts';

type Expiring = Omit<ExpiringCertificate, 'severity'>;
const most = 1_000;

/** What expires within so many days, the most pressing first: what stations hold and trust, and our own authorities. */
export async function readExpiring(
  { pool, authorities }: { pool: Pool; authorities: readonly Authority[] },
  { withinDays, now }: { withinDays: number; now: Date },
): Promise<ExpiringCertificate[]> {
  const before = inDays(now, withinDays);
  const all = [...(await ofStations(pool, before)), ...ofAuthorities(authorities, before)];
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
