import { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { CertificateHash, CertificatePurpose, RootPurpose } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { hashOf, issuerIn } from './certificate-hash.ts';
import { deletedCertificates, installedCertificates, listedCertificates } from './certificate-projections.ts';
import { subjectOf } from './pem.ts';

type Needs = { ledger: Ledger; clock: Clock };

/** Reads a root certificate before a station has to: it would only say "Rejected". */
export function readRoot(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new SigecError('INVALID_INPUT', 'The certificate is no X.509 certificate in PEM.', { cause });
  }
}

/** M05: the station has taken a root. Its hash is known only if it signed itself, since the hash holds its issuer's key. */
export async function recordInstalled(
  { ledger, clock }: Needs,
  { stationId, purpose, pem }: { stationId: string; purpose: RootPurpose; pem: string },
): Promise<void> {
  const certificate = readRoot(pem);
  const isRoot = certificate.checkIssued(certificate);
  const hash = hashOf(await issuerIn(certificate.raw), certificate.serialNumber);
  const seenAt = clock.now();
  const subject = subjectOf(certificate);
  const row = {
    ...hash,
    stationId,
    purpose,
    parentSerialNumber: null,
    seenAt,
    subject,
    expiresAt: certificate.validToDate,
  };
  await ledger.commit({
    events: [
      { kind: 'certificate-installed', stationId, happenedAt: seenAt, body: { purpose, subject, isRoot, ...hash } },
    ],
    writes: isRoot ? [write(installedCertificates, row)] : [],
  });
}

type ListedCertificate = CertificateHash & {
  purpose: CertificatePurpose;
  below: readonly CertificateHash[];
};

export type CertificateListing = {
  stationId: string;
  /** What was asked for; null: everything. */
  purposes: readonly CertificatePurpose[] | null;
  certificates: readonly ListedCertificate[];
};

/** M03: what the station lists is what it has. */
export async function recordListed({ ledger, clock }: Needs, listing: CertificateListing): Promise<void> {
  const { stationId, purposes, certificates } = listing;
  const seenAt = clock.now();
  const rows = certificates.flatMap(({ purpose, below, ...hash }) => [
    { ...hash, stationId, purpose, parentSerialNumber: null, seenAt },
    ...below.map((child) => ({ ...child, stationId, purpose, parentSerialNumber: hash.serialNumber, seenAt })),
  ]);
  await ledger.commit({
    events: [{ kind: 'certificates-listed', stationId, happenedAt: seenAt, body: { purposes, certificates } }],
    writes: [
      ...rows.map((row) => write(installedCertificates, row)),
      write(listedCertificates, { stationId, purposes, at: seenAt }),
    ],
  });
}

/** M04: the station no longer has it, whether it removed it now or had none. */
export async function recordDeleted(
  { ledger, clock }: Needs,
  { stationId, hash }: { stationId: string; hash: CertificateHash },
): Promise<void> {
  await ledger.commit({
    events: [{ kind: 'certificate-deleted', stationId, happenedAt: clock.now(), body: hash }],
    writes: [write(deletedCertificates, { ...hash, stationId })],
  });
}
