import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Authority } from './authorities/authority.ts';
import { plainSerial } from './certificate-hash.ts';

export type StationCertificateVerdict = 'good' | 'wrong-authority' | 'expired' | 'revoked' | 'other-station';

type Needs = { pool: Pool; clock: Clock; authorities: { all(): Promise<readonly Authority[]> } };
type Shown = { stationId: string; certificate: X509Certificate };

/**
 * Whether a certificate shown in a TLS handshake, which has proven that its key is there, speaks for this station: issued by an authority
 * of ours, within its time, not revoked, and bound to the station, by our own record or by its common name (A00.FR.405).
 */
export async function checkStationCertificate(
  { pool, clock, authorities }: Needs,
  { stationId, certificate }: Shown,
): Promise<StationCertificateVerdict> {
  const issuer = (await authorities.all()).find(
    (authority) =>
      certificate.checkIssued(authority.certificate) && certificate.verify(authority.certificate.publicKey),
  );
  if (issuer === undefined) return 'wrong-authority';
  const now = clock.now();
  if (certificate.validToDate <= now || certificate.validFromDate > now) return 'expired';
  const { rows } = await pool.query<{ station_id: string | null; is_revoked: boolean; serial_number: string | null }>(
    `select issued.station_id, issued.revoked_at is not null as is_revoked, station.serial_number
     from (select) as one
     left join issued_certificate as issued on issued.serial_number = $1 and issued.authority_id = $2
     left join station on station.id = $3`,
    [plainSerial(certificate.serialNumber), issuer.id, stationId],
  );
  const [known] = rows;
  if (known?.is_revoked === true) return 'revoked';
  if (typeof known?.station_id === 'string') return known.station_id === stationId ? 'good' : 'other-station';
  const name = /(?:^|\n)CN=([^\n]*)/.exec(certificate.subject)?.[1];
  const isOwn = name !== undefined && (name === stationId || name === known?.serial_number);
  return isOwn ? 'good' : 'other-station';
}
