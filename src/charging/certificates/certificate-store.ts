import type { Pool } from 'pg';
import type {
  CertificateRequest,
  CertificateRequests,
  CertificateStatusCheck,
  InstalledCertificate,
  IssuedCertificate,
  SigningPurpose,
  StationCertificates,
  VehicleCertificateRequest,
} from '#contract/stations/certificates.ts';
import { plainSerial } from '../plain-serial.ts';
import { readRows } from '../rows.ts';
import type { Authority } from './authorities/authority.ts';
import { subjectOf } from './pem.ts';

const most = 100;

type StoredCertificate = Omit<InstalledCertificate, 'chain'> & { parentSerialNumber: string | null };

/** A list of a station tells hashes alone; what we issued or made ourselves we know by its serial number. */
const installedOf = `
  select installed.*, coalesce(installed.subject, issued.subject) as subject,
    coalesce(installed.expires_at, issued.expires_at) as expires_at
  from installed_certificate as installed
  left join issued_certificate as issued on issued.serial_number = lower(ltrim(installed.serial_number, '0'))
  where installed.station_id = $1 order by installed.purpose, installed.seen_at desc, installed.serial_number`;

export async function readStationCertificates(
  pool: Pool,
  stationId: string,
  authorities: readonly Authority[],
): Promise<StationCertificates> {
  const [stored, issued] = await Promise.all([
    readRows<StoredCertificate>(pool, installedOf, [stationId]),
    newest<IssuedCertificate>(pool, stationId, { table: 'issued_certificate', time: 'issued_at' }),
  ]);
  const installed = stored.map((certificate) => ({ ...certificate, ...known(certificate, authorities) }));
  const below = ({ purpose, serialNumber }: StoredCertificate) =>
    installed.filter((other) => other.purpose === purpose && other.parentSerialNumber === serialNumber);
  return {
    installed: installed
      .filter(({ parentSerialNumber }) => parentSerialNumber === null)
      .map((certificate) => ({ ...certificate, chain: below(certificate) })),
    issued,
  };
}

function known({ serialNumber, subject, expiresAt }: StoredCertificate, authorities: readonly Authority[]) {
  const ours = authorities
    .flatMap(({ certificate, chain }) => [certificate, ...chain])
    .find((certificate) => plainSerial(certificate.serialNumber) === plainSerial(serialNumber));
  return {
    subject: subject ?? (ours === undefined ? null : subjectOf(ours)),
    expiresAt: expiresAt ?? ours?.validToDate.toISOString() ?? null,
  };
}

export async function readRequests(pool: Pool, stationId: string): Promise<CertificateRequests> {
  const columns = 'id, purpose, subject, state, reason, serial_number, requested_at, delivered_at';
  const [requests, vehicleRequests, statusChecks] = await Promise.all([
    newest<CertificateRequest>(pool, stationId, { table: 'certificate_request', time: 'requested_at', columns }),
    newest<VehicleCertificateRequest>(pool, stationId, { table: 'vehicle_certificate_request', time: 'requested_at' }),
    newest<CertificateStatusCheck>(pool, stationId, { table: 'certificate_status_check', time: 'checked_at' }),
  ]);
  return { requests, vehicleRequests, statusChecks };
}

/** Whether the station has taken a certificate for its connection since then. */
export async function hasDeliveredSince(pool: Pool, stationId: string, since: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from certificate_request
     where station_id = $1 and purpose = 'station' and state = 'installed' and delivered_at > $2 limit 1`,
    [stationId, since],
  );
  return rowCount !== 0;
}

function newest<Shape>(
  pool: Pool,
  stationId: string,
  { table, time, columns = '*' }: { table: string; time: string; columns?: string },
): Promise<Shape[]> {
  const text = `select ${columns} from ${table} where station_id = $1 order by ${time} desc limit $2`;
  return readRows<Shape>(pool, text, [stationId, most]);
}

export async function readIssued(pool: Pool, serialNumber: string): Promise<IssuedCertificate | undefined> {
  const text = 'select * from issued_certificate where serial_number = $1';
  return (await readRows<IssuedCertificate>(pool, text, [serialNumber]))[0];
}

export type SignedRequest = {
  stationId: string;
  purpose: SigningPurpose;
  stationRequestId: number | null;
  certificate: string | null;
  authorityId: string | null;
};

export async function readSignedRequest(pool: Pool, id: string): Promise<SignedRequest | undefined> {
  const rows = await readRows<SignedRequest>(
    pool,
    `select request.station_id, request.purpose, request.station_request_id, issued.certificate, issued.authority_id
     from certificate_request as request left join issued_certificate as issued using (serial_number)
     where id = $1`,
    [id],
  );
  return rows[0];
}
