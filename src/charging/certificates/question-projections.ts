import type { CertificateHash, CertificateStatus } from '#contract/stations/certificates.ts';
import { tableProjection } from '../rows.ts';

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

export const vehicleRequests = tableProjection<VehicleRequestRow>({
  name: 'vehicle certificate requests',
  table: 'vehicle_certificate_request',
  key: ['id'],
});

export type StatusCheckRow = CertificateHash & {
  id: string;
  stationId: string;
  source: 'ocsp' | 'crl';
  urls: readonly string[];
  status: CertificateStatus;
  checkedAt: Date;
};

export const statusChecks = tableProjection<StatusCheckRow>({
  name: 'certificate status checks',
  table: 'certificate_status_check',
  key: ['id'],
});
