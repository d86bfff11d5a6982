import type {
  CertificateHash,
  CertificatePurpose,
  CertificateRequest,
  SigningPurpose,
} from '#contract/stations/certificates.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';

export type IssuedRow = {
  serialNumber: string;
  stationId: string;
  purpose: SigningPurpose;
  subject: string;
  certificate: string;
  issuedAt: Date;
  expiresAt: Date;
};

export const issuedCertificates: Projection<IssuedRow> = {
  name: 'issued certificates',
  identity: (row) => row.serialNumber,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'issued_certificate', key: ['serialNumber'] }, rows),
};

export type RevokedRow = { serialNumber: string; at: Date; by: string };

/** The first revocation counts. */
export const revokedCertificates: Projection<RevokedRow> = {
  name: 'revoked certificates',
  identity: (row) => row.serialNumber,
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `update issued_certificate set revoked_at = revoked.at, revoked_by = revoked.by
       from jsonb_to_recordset($1) as revoked ("serialNumber" text, at timestamptz, by text)
       where serial_number = revoked."serialNumber" and revoked_at is null`,
      [JSON.stringify(rows)],
    );
  },
};

export type CsrRow = {
  id: string;
  stationId: string;
  purpose: SigningPurpose;
  stationRequestId: number | null;
  csr: string;
  subject: string | null;
  state: CertificateRequest['state'];
  reason: string | null;
  serialNumber: string | null;
  requestedAt: Date;
};

export const certificateRequests: Projection<CsrRow> = {
  name: 'certificate requests',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'certificate_request', key: ['id'] }, rows),
};

export type DeliveredRow = { id: string; state: 'installed' | 'declined'; reason: string | null; at: Date };

export const deliveredCertificates: Projection<DeliveredRow> = {
  name: 'delivered certificates',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `update certificate_request set state = delivered.state, reason = delivered.reason, delivered_at = delivered.at
       from jsonb_to_recordset($1) as delivered (id uuid, state text, reason text, at timestamptz)
       where certificate_request.id = delivered.id`,
      [JSON.stringify(rows)],
    );
  },
};

/** One certificate in a station; those below it in its chain name it as their parent. */
export type InstalledRow = CertificateHash & {
  stationId: string;
  purpose: CertificatePurpose;
  parentSerialNumber: string | null;
  seenAt: Date;
};

const installedKey = ['stationId', 'purpose', 'hashAlgorithm', 'issuerNameHash', 'issuerKeyHash', 'serialNumber'];
const identityOf = (row: object) => installedKey.map((name) => (row as Record<string, unknown>)[name]).join('\n');

/** Told by the station, or installed from here, when the certificate itself is known too. */
export const installedCertificates: Projection<InstalledRow & { subject?: string; expiresAt?: Date }> = {
  name: 'installed certificates',
  identity: identityOf,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    const target = { table: 'installed_certificate', key: installedKey };
    const isKnownWhole = (row: object) => 'subject' in row;
    // What a list does not tell, such as the subject, stays as it was known.
    for (const same of [rows.filter(isKnownWhole), rows.filter((row) => !isKnownWhole(row))])
      await putRows(client, target, same);
  },
};

/** What a station no longer lists is no longer there. `purposes` null: it was asked for all. */
export type ListedRow = { stationId: string; purposes: readonly CertificatePurpose[] | null; at: Date };

export const listedCertificates: Projection<ListedRow> = {
  name: 'listed certificates',
  identity: (row) => `${row.stationId}\n${row.purposes?.join() ?? ''}\n${row.at.getTime()}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `delete from installed_certificate as known
       using jsonb_to_recordset($1) as listed ("stationId" text, purposes text[], at timestamptz)
       where known.station_id = listed."stationId" and known.seen_at < listed.at
         and (listed.purposes is null or known.purpose = any(listed.purposes))`,
      [JSON.stringify(rows)],
    );
  },
};

export type DeletedRow = CertificateHash & { stationId: string };

/** Whatever hung under it is of no use without it. */
export const deletedCertificates: Projection<DeletedRow> = {
  name: 'deleted certificates',
  identity: (row) => `${row.stationId}\n${row.hashAlgorithm}\n${row.issuerKeyHash}\n${row.serialNumber}`.toLowerCase(),
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `delete from installed_certificate as known
       using jsonb_to_recordset($1) as gone ("stationId" text, "issuerNameHash" text, "issuerKeyHash" text, "serialNumber" text)
       where known.station_id = gone."stationId"
         and (lower(known.parent_serial_number) = lower(gone."serialNumber")
           or (lower(known.serial_number), lower(known.issuer_name_hash), lower(known.issuer_key_hash))
             = (lower(gone."serialNumber"), lower(gone."issuerNameHash"), lower(gone."issuerKeyHash")))`,
      [JSON.stringify(rows)],
    );
  },
};
