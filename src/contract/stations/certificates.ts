import { z } from 'zod';
import { time } from '../common.ts';
import { authorityRoles, revocationReasons } from '../word-lists.ts';

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

/** What an authority of ours signs; `authority`: another one below it. */
export const issuedPurpose = z.enum([
  ...signingPurpose.options,
  'contract',
  'oem-provisioning',
  'provisioning-service',
  'authority',
]);
export type IssuedPurpose = z.infer<typeof issuedPurpose>;

export const revocationReason = z.enum(revocationReasons);
export type RevocationReason = z.infer<typeof revocationReason>;

export const issuedCertificate = z.object({
  serialNumber: z.string(),
  authorityId: z.string().describe('Which of our authorities issued it'),
  stationId: z.string().nullable().describe('null: it is the certificate of an authority, a contract or a vehicle'),
  purpose: issuedPurpose,
  subject: z.string(),
  issuedAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
  revokedBy: z.string().nullable(),
  revocationReason: revocationReason.nullable(),
  certificate: z.string().describe('PEM; empty: of a contract, whose certificate would name it'),
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
  status: certificateStatus.describe(
    'What we answered; failed: nobody could be asked, or the answer counts for nothing',
  ),
  reason: z.string().nullable().describe('Why it failed'),
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

export const authorityRole = z.enum(authorityRoles);
export type AuthorityRole = z.infer<typeof authorityRole>;

export const certificateAuthority = z.object({
  id: z.string(),
  role: z
    .enum([...authorityRole.options, 'development'])
    .describe('development: the single root that the first versions made; it only answers for what it has issued'),
  origin: z.enum(['made', 'imported']),
  subject: z.string(),
  serialNumber: z.string(),
  fingerprint256: z.string(),
  issuedAt: time,
  expiresAt: time,
  retiredAt: time.nullable().describe('Since when another one signs in its place'),
  certificate: z.string().describe('PEM; stations trust what a root signs once it is installed'),
  chain: z.string().describe('PEM of those above it, up to its root; empty for a root'),
});
export type CertificateAuthority = z.infer<typeof certificateAuthority>;

export const certificateAuthorityList = z.object({
  authorities: z
    .array(certificateAuthority)
    .describe('The newest first; retired ones still answer for what they issued'),
});

export const authorityImport = z.object({
  certificate: z
    .string()
    .max(50_000)
    .describe('PEM: the certificate of the authority, then those above it up to the root'),
  key: z.string().max(20_000).describe('PEM of its private key; kept sealed, and never shown'),
  passphrase: z.string().max(1_000).optional().describe('Where the key is encrypted'),
});
export type AuthorityImport = z.infer<typeof authorityImport>;

export const expirySeverity = z.enum(['expired', 'critical', 'warning', 'fine']);
export type ExpirySeverity = z.infer<typeof expirySeverity>;

export const expiringCertificate = z.object({
  kind: z
    .enum(['issued', 'installed', 'authority', 'foreign'])
    .describe(
      'issued: by us to a station; installed: what a station trusts; authority: one of ours; foreign: what a station signed in with, or its root, of another authority',
    ),
  stationId: z.string().nullable(),
  purpose: z.string(),
  serialNumber: z.string(),
  subject: z.string(),
  expiresAt: time,
  severity: expirySeverity.describe('critical: within 7 days; warning: within 30'),
});
export type ExpiringCertificate = z.infer<typeof expiringCertificate>;

export const certificateRenewal = z.object({
  stationId: z.string(),
  purpose: signingPurpose,
  serialNumber: z.string().describe('Of the certificate that the station uses now'),
  subject: z.string(),
  expiresAt: time,
  severity: expirySeverity,
  state: z
    .enum(['due', 'asked', 'failing', 'renewed'])
    .describe(
      'due: nobody has asked yet; asked: the station said yes, its request is awaited; failing: it is asked again',
    ),
  isOnline: z.boolean(),
  attempts: z.int(),
  attemptedAt: time.nullable(),
  reason: z.string().nullable().describe('Why the last attempt failed'),
  nextAttemptAt: time.nullable(),
});
export type CertificateRenewal = z.infer<typeof certificateRenewal>;

export const certificateRenewalList = z.object({
  renewDays: z.int().describe('How many days before the end stations are asked; 0: only when somebody wants it'),
  counts: z.object({ due: z.int(), asked: z.int(), failing: z.int(), renewed: z.int() }),
  renewals: z
    .array(certificateRenewal)
    .describe('What is due, the most pressing first, then what was renewed in 30 days'),
});
export type CertificateRenewalList = z.infer<typeof certificateRenewalList>;

export const certificateRenewalStart = z.object({
  stationIds: z
    .array(z.string().min(1).max(48))
    .min(1)
    .max(1_000)
    .optional()
    .describe('Renew what these hold, whatever its age; absent: only begin now with what is due'),
});
export type CertificateRenewalStart = z.infer<typeof certificateRenewalStart>;

export const certificateRenewalStarted = z.object({
  wanted: z.array(z.object({ stationId: z.string(), purpose: signingPurpose })),
});
export type CertificateRenewalStarted = z.infer<typeof certificateRenewalStarted>;
