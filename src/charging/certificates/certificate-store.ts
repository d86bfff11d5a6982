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
import { readRows } from '../rows.ts';

const most = 100;

type StoredCertificate = Omit<InstalledCertificate, 'chain'> & { parentSerialNumber: string | null };

export async function readStationCertificates(pool: Pool, stationId: string): Promise<StationCertificates> {
  const [installed, issued] = await Promise.all([
    readRows<StoredCertificate>(
      pool,
      'select * from installed_certificate where station_id = $1 order by purpose, seen_at desc, serial_number',
      [stationId],
    ),
    newest<IssuedCertificate>(pool, stationId, { table: 'issued_certificate', time: 'issued_at' }),
  ]);
  const below = ({ purpose, serialNumber }: StoredCertificate) =>
    installed.filter((other) => other.purpose === purpose && other.parentSerialNumber === serialNumber);
  return {
    installed: installed
      .filter(({ parentSerialNumber }) => parentSerialNumber === null)
      .map((certificate) => ({ ...certificate, chain: below(certificate) })),
    issued,
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
};

export async function readSignedRequest(pool: Pool, id: string): Promise<SignedRequest | undefined> {
  const rows = await readRows<SignedRequest>(
    pool,
    `select request.station_id, request.purpose, request.station_request_id, issued.certificate
     from certificate_request as request left join issued_certificate as issued using (serial_number)
     where id = $1`,
    [id],
  );
  return rows[0];
}
