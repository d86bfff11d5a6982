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

type Row = Record<string, unknown>;

const most = 100;

export async function readStationCertificates(pool: Pool, stationId: string): Promise<StationCertificates> {
  const [installed, issued] = await Promise.all([
    pool.query<InstalledRow>(
      'select * from installed_certificate where station_id = $1 order by purpose, seen_at desc, serial_number',
      [stationId],
    ),
    pool.query<Row>('select * from issued_certificate where station_id = $1 order by issued_at desc limit $2', [
      stationId,
      most,
    ]),
  ]);
  const isTop = ({ parent_serial_number }: InstalledRow) => parent_serial_number === null;
  return {
    installed: installed.rows.filter(isTop).map((row) => toInstalled(row, installed.rows)),
    issued: issued.rows.map((row) => inWords(row) as IssuedCertificate),
  };
}

export async function readRequests(pool: Pool, stationId: string): Promise<CertificateRequests> {
  const newest = <Shape>(columns: string, table: string, time: string) =>
    pool
      .query<Row>(`select ${columns} from ${table} where station_id = $1 order by ${time} desc limit $2`, [
        stationId,
        most,
      ])
      .then(({ rows }) => rows.map((row) => inWords(row) as Shape));
  const [requests, vehicles, checks] = await Promise.all([
    newest<CertificateRequest>(
      'id, purpose, subject, state, reason, serial_number, requested_at, delivered_at',
      'certificate_request',
      'requested_at',
    ),
    newest<VehicleCertificateRequest>('*', 'vehicle_certificate_request', 'requested_at'),
    newest<CertificateStatusCheck>('*', 'certificate_status_check', 'checked_at'),
  ]);
  return { requests, vehicleRequests: vehicles, statusChecks: checks };
}

export async function readIssued(pool: Pool, serialNumber: string): Promise<IssuedCertificate | undefined> {
  const { rows } = await pool.query<Row>('select * from issued_certificate where serial_number = $1', [serialNumber]);
  return rows.map((row) => inWords(row) as IssuedCertificate)[0];
}

export type SignedRequest = {
  stationId: string;
  purpose: SigningPurpose;
  stationRequestId: number | null;
  certificate: string | null;
};

export async function readSignedRequest(pool: Pool, id: string): Promise<SignedRequest | undefined> {
  const { rows } = await pool.query<Row>(
    `select request.station_id, request.purpose, request.station_request_id, issued.certificate
     from certificate_request as request left join issued_certificate as issued using (serial_number)
     where id = $1`,
    [id],
  );
  return rows.map((row) => inWords(row) as SignedRequest)[0];
}

type InstalledRow = Row & { parent_serial_number: string | null; serial_number: string; purpose: string };

function toInstalled(row: InstalledRow, all: readonly InstalledRow[]): InstalledCertificate {
  const below = all.filter(
    (other) => other.purpose === row.purpose && other.parent_serial_number === row.serial_number,
  );
  return {
    ...(inWords(row) as Omit<InstalledCertificate, 'chain'>),
    chain: below.map((other) => inWords(other) as InstalledCertificate['chain'][number]),
  };
}

/** A row as our shapes have it: `issued_at` becomes `issuedAt`, and a time its text. */
function inWords(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}
