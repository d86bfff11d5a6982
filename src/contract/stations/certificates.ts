import { z } from 'zod';
import { time } from '../common.ts';

/** What a root certificate in a station is trusted for. */
export const rootPurpose = z.enum(['csms-root', 'manufacturer-root', 'v2g-root', 'mobility-operator-root', 'oem-root']);
export type RootPurpose = z.infer<typeof rootPurpose>;

export const certificatePurpose = z.enum([...rootPurpose.options, 'v2g-chain']);
export type CertificatePurpose = z.infer<typeof certificatePurpose>;

const hex = z.string().regex(/^[0-9a-fA-F]+$/, 'must be hexadecimal digits');

/** How OCPP names a certificate without sending it. */
export const certificateHash = z.object({
  hashAlgorithm: z.enum(['SHA256', 'SHA384', 'SHA512']),
  issuerNameHash: hex.max(128),
  issuerKeyHash: hex.max(128),
  serialNumber: hex.max(40),
});
export type CertificateHash = z.infer<typeof certificateHash>;

/** As a station reports it: read, not judged. */
const reportedHash = z.object({
  hashAlgorithm: z.enum(['SHA256', 'SHA384', 'SHA512']),
  issuerNameHash: z.string(),
  issuerKeyHash: z.string(),
  serialNumber: z.string(),
});

export const installedCertificate = reportedHash.extend({
  purpose: certificatePurpose,
  chain: z.array(reportedHash).describe('The certificates below it, as far as the station tells'),
  subject: z.string().nullable().describe('Known of those that were installed from here'),
  expiresAt: time.nullable(),
  seenAt: time.describe('When the station last told that it has it'),
});
export type InstalledCertificate = z.infer<typeof installedCertificate>;

export const signingPurpose = z.enum(['station', 'v2g', 'v2g20', 'combined']);
export type SigningPurpose = z.infer<typeof signingPurpose>;

export const issuedCertificate = z.object({
  serialNumber: z.string(),
  stationId: z.string(),
  purpose: signingPurpose,
  subject: z.string(),
  issuedAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
  revokedBy: z.string().nullable(),
  certificate: z.string().describe('PEM'),
});
export type IssuedCertificate = z.infer<typeof issuedCertificate>;

export const stationCertificates = z.object({
  installed: z
    .array(installedCertificate)
    .describe('What the station trusts, as last told; list-certificates asks again'),
  issued: z.array(issuedCertificate).describe('What our authority issued for it, newest first'),
});
export type StationCertificates = z.infer<typeof stationCertificates>;

export const certificateRequest = z.object({
  id: z.string(),
  purpose: signingPurpose,
  subject: z.string().nullable().describe('null where the request could not be read'),
  state: z
    .enum(['refused', 'signed', 'installed', 'declined'])
    .describe('refused: by us; signed: not yet with the station; installed, declined: by the station'),
  reason: z.string().nullable(),
  serialNumber: z.string().nullable().describe('Of the certificate that was issued for it'),
  requestedAt: time,
  deliveredAt: time.nullable(),
});
export type CertificateRequest = z.infer<typeof certificateRequest>;

export const vehicleCertificateRequest = z.object({
  id: z.string(),
  action: z.enum(['install', 'update']),
  schemaVersion: z.string(),
  sha256: z.string().describe("Of the vehicle's request; the request itself names the vehicle and is not kept"),
  maxContracts: z.int().nullable(),
  outcome: z.enum(['answered', 'failed']),
  reason: z.string().nullable(),
  requestedAt: time,
});
export type VehicleCertificateRequest = z.infer<typeof vehicleCertificateRequest>;

export const certificateStatus = z.enum(['good', 'revoked', 'unknown', 'failed']);
export type CertificateStatus = z.infer<typeof certificateStatus>;

export const certificateStatusCheck = reportedHash.extend({
  id: z.string(),
  source: z.enum(['ocsp', 'crl']),
  urls: z.array(z.string()),
  status: certificateStatus.describe('What we answered; failed: not of our authority'),
  checkedAt: time,
});
export type CertificateStatusCheck = z.infer<typeof certificateStatusCheck>;

/** Everything a station asked about certificates, newest first. */
export const certificateRequests = z.object({
  requests: z.array(certificateRequest),
  vehicleRequests: z.array(vehicleCertificateRequest),
  statusChecks: z.array(certificateStatusCheck),
});
export type CertificateRequests = z.infer<typeof certificateRequests>;

export const certificateAuthority = z.object({
  subject: z.string(),
  serialNumber: z.string(),
  fingerprint256: z.string(),
  issuedAt: time,
  expiresAt: time,
  certificate: z.string().describe('PEM of the root; stations trust what it signs once it is installed'),
});
export type CertificateAuthority = z.infer<typeof certificateAuthority>;
