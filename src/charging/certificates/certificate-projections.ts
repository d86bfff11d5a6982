import type {
  CertificateHash,
  CertificatePurpose,
  CertificateRequest,
  IssuedPurpose,
  RevocationReason,
  SigningPurpose,
} from '#contract/stations/certificates.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { changeProjection, putRows, tableProjection } from '../rows.ts';

export type IssuedRow = {
  serialNumber: string;
  authorityId: string;
  /** null: of an authority or a contract. */
  stationId: string | null;
  purpose: IssuedPurpose;
  subject: string;
  certificate: string;
  issuedAt: Date;
  expiresAt: Date;
};

export const issuedCertificates = tableProjection<IssuedRow>({
  name: 'issued certificates',
  table: 'issued_certificate',
  key: ['serialNumber'],
});

export type RevokedRow = {
  serialNumber: string;
  revokedAt: Date;
  revokedBy: string;
  revocationReason: RevocationReason;
};

/** The first revocation counts. */
export const revokedCertificates = changeProjection<RevokedRow>({
  name: 'revoked certificates',
  table: 'issued_certificate',
  key: ['serialNumber'],
  again: 'keep',
  where: 'known.revoked_at is null',
});

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

export const certificateRequests = tableProjection<CsrRow>({
  name: 'certificate requests',
  table: 'certificate_request',
  key: ['id'],
});

export type DeliveredRow = { id: string; state: 'installed' | 'declined'; reason: string | null; deliveredAt: Date };

export const deliveredCertificates = changeProjection<DeliveredRow>({
  name: 'delivered certificates',
  table: 'certificate_request',
  key: ['id'],
});

/** One certificate in a station; those below it in its chain name it as their parent. */
export type InstalledRow = CertificateHash & {
  stationId: string;
  purpose: CertificatePurpose;
  parentSerialNumber: string | null;
  seenAt: Date;
};

const installedKey = ['stationId', 'purpose', 'hashAlgorithm', 'issuerNameHash', 'issuerKeyHash', 'serialNumber'];

/** Reported by the station, or installed from here, when the certificate itself is known too. */
export const installedCertificates: Projection<InstalledRow & { subject?: string; expiresAt?: Date }> = {
  ...tableProjection({ name: 'installed certificates', table: 'installed_certificate', key: installedKey }),
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
