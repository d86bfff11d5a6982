import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { IssuedPurpose } from '#contract/stations/certificates.ts';
import { plainSerial } from '../plain-serial.ts';
import type { Authority, KnownRole } from './authorities/authority.ts';
import { noteForeignCertificate } from './foreign-certificate.ts';
import type { ForeignIssuers } from './foreign-issuers.ts';
import { checkRevocation } from './status/check-revocation.ts';
import type { StatusBook } from './status/open-status.ts';

export type StationCertificateVerdict =
  | ('good' | 'wrong-authority' | 'expired' | 'revoked' | 'other-station')
  /** One of others, and nobody answers whether it was revoked. */
  | 'revocation-unknown';

/** Authorities of others whose certificates stations sign in with, and whether one is good whose responder does not answer. */
export type StationTrust = { roots: readonly X509Certificate[]; isUnknownFine: boolean };

type Foreign = Pick<StationTrust, 'isUnknownFine'> & { issuers: ForeignIssuers; book: StatusBook };

type Needs = {
  pool: Pool;
  clock: Clock;
  authorities: { all(): Promise<readonly Authority[]> };
  /** Absent: certificates of our own authorities alone count. */
  foreign?: Foreign;
};
type Shown = { stationId: string; certificate: X509Certificate };

/** Who issues certificates by which stations sign in. What the others issue may bear the same name, and is of a contract or a vehicle. */
const issuers: ReadonlySet<KnownRole> = new Set(['stations', 'v2g', 'root', 'development']);
const signInPurposes: ReadonlySet<IssuedPurpose> = new Set(['station', 'combined']);
const clientAuth = '1.3.6.1.5.5.7.3.2';

/**
 * Whether a certificate shown in a TLS handshake, which has proven that its key is there, speaks for this station: issued by an authority
 * of ours for stations that sign in, within its time, not revoked, and bound to the station, by our own record or by its common name (A00.FR.405).
 */
export async function checkStationCertificate(needs: Needs, shown: Shown): Promise<StationCertificateVerdict> {
  const { pool, clock, authorities } = needs;
  const { stationId, certificate } = shown;
  const issuer = (await authorities.all()).find(
    (authority) =>
      certificate.checkIssued(authority.certificate) && certificate.verify(authority.certificate.publicKey),
  );
  if (!isForClients(certificate)) return 'wrong-authority';
  if (issuer === undefined && needs.foreign !== undefined) return checkForeign(needs, needs.foreign, shown);
  if (issuer === undefined || !issuers.has(issuer.role)) return 'wrong-authority';
  const now = clock.now();
  if (certificate.validToDate <= now || certificate.validFromDate > now) return 'expired';
  const { rows } = await pool.query<Known>(
    `select issued.station_id, issued.purpose, issued.revoked_at is not null as is_revoked, station.serial_number,
       exists (select from issued_certificate where serial_number = $4 and revoked_at is not null) as is_issuer_revoked
     from (select) as one
     left join issued_certificate as issued on issued.serial_number = $1 and issued.authority_id = $2
     left join station on station.id = $3`,
    [plainSerial(certificate.serialNumber), issuer.id, stationId, plainSerial(issuer.certificate.serialNumber)],
  );
  const [known] = rows;
  if (known?.is_revoked === true || known?.is_issuer_revoked === true) return 'revoked';
  if (known?.purpose && !signInPurposes.has(known.purpose)) return 'wrong-authority';
  if (typeof known?.station_id === 'string') return known.station_id === stationId ? 'good' : 'other-station';
  return isNamed(certificate, { stationId, serialNumber: known?.serial_number ?? null }) ? 'good' : 'other-station';
}

/** Its authority is somebody else's, and trusted to name stations; whether it took its word back, it is asked. */
async function checkForeign(
  { pool, clock }: Needs,
  { issuers: known, book, isUnknownFine }: Foreign,
  { stationId, certificate }: Shown,
): Promise<StationCertificateVerdict> {
  const chain = isStrong(certificate.publicKey) ? await known.chainOf(certificate) : undefined;
  if (chain === undefined) return 'wrong-authority';
  const now = clock.now();
  if (chain.some(({ validFromDate, validToDate }) => validToDate <= now || validFromDate > now)) return 'expired';
  const { rows } = await pool.query<{ serial_number: string | null }>(
    'select serial_number from station where id = $1',
    [stationId],
  );
  // Asked of whoever is named alone: others cannot have us look up certificates.
  if (!isNamed(certificate, { stationId, serialNumber: rows[0]?.serial_number ?? null })) return 'other-station';
  const { certificates } = await checkRevocation(book, chain);
  if (certificates.some(({ status }) => status === 'revoked')) return 'revoked';
  if (certificates.some(({ status }) => status === 'unknown')) return 'revocation-unknown'; // who issued it denies it
  const isOpen = certificates.some(({ status, source }) => status === 'failed' && source !== null);
  if (isOpen && !isUnknownFine) return 'revocation-unknown';
  await noteForeignCertificate(pool, { stationId, certificate, at: now });
  return 'good';
}

/** Of two names nobody can say which one its authority looked at. */
function isNamed(
  { subject }: X509Certificate,
  { stationId, serialNumber }: { stationId: string; serialNumber: string | null },
): boolean {
  const [name, ...others] = [...subject.matchAll(/(?:^|\n)CN=([^\n]*)/g)].map(([, value]) => value);
  return name !== undefined && others.length === 0 && (name === stationId || name === serialNumber);
}

/** A00.FR.502 and FR.503. */
function isStrong({ asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0 } = {} }: KeyObject): boolean {
  return asymmetricKeyType === 'ec' || (asymmetricKeyType === 'rsa' && modulusLength >= 2_048);
}

type Known = {
  station_id: string | null;
  purpose: IssuedPurpose | null;
  is_revoked: boolean;
  /** Who signed it is an authority below another one of ours, which took its word back. */
  is_issuer_revoked: boolean;
  serial_number: string | null;
};

/** A certificate without extended key usages is good for all of them; Node gives none then, which its types do not say. */
function isForClients(certificate: X509Certificate): boolean {
  const uses = certificate.keyUsage as readonly string[] | undefined;
  return uses === undefined || uses.length === 0 || uses.includes(clientAuth);
}
