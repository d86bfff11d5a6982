import type { CertificateHash, CertificateStatus } from '#contract/stations/certificates.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';

export type VehicleRequestRow = {
  id: string;
  stationId: string;
  action: 'install' | 'update';
  schemaVersion: string;
  sha256: string;
  maxContracts: number | null;
  outcome: 'answered' | 'failed';
  reason: string | null;
  requestedAt: Date;
};

export const vehicleRequests: Projection<VehicleRequestRow> = {
  name: 'vehicle certificate requests',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'vehicle_certificate_request' }, rows),
};

export type StatusCheckRow = CertificateHash & {
  id: string;
  stationId: string;
  source: 'ocsp' | 'crl';
  urls: readonly string[];
  status: CertificateStatus;
  checkedAt: Date;
};

export const statusChecks: Projection<StatusCheckRow> = {
  name: 'certificate status checks',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'certificate_status_check' }, rows),
};
