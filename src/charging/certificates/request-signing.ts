import type { Pkcs10CertificateRequest } from '@peculiar/x509';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CertificateHash, SigningPurpose } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Authority, newSerialNumber, signingAlgorithm } from './authority.ts';
import { isIssuedBy } from './certificate-hash.ts';
import { type CsrRow, certificateRequests, issuedCertificates } from './certificate-projections.ts';
import { type CheckedCsr, checkCsr } from './check-csr.ts';
import { loadX509 } from './load-x509.ts';

export type SigningRequest = {
  stationId: string;
  purpose: SigningPurpose;
  csr: string;
  stationRequestId: number | null;
  /** The root it wants to be signed under; null: any. */
  root: CertificateHash | null;
};

export type SigningAnswer = { status: 'accepted'; requestId: string } | { status: 'refused'; reason: string };

export type SigningNeeds = { pool: Pool; ledger: Ledger; clock: Clock; authority(): Promise<Authority> };

/** A02, A03: checks the request and signs it. The certificate is in the books before the station hears that it gets one. */
export async function requestSigning(needs: SigningNeeds, request: SigningRequest): Promise<SigningAnswer> {
  const { clock, ledger } = needs;
  const now = clock.now();
  const { checked, issued } = await decide(needs, request, now);
  const { stationId, purpose, csr, stationRequestId } = request;
  const row: CsrRow = {
    id: uuidv7(now),
    stationId,
    purpose,
    stationRequestId,
    csr,
    subject: checked.subject,
    state: issued === undefined ? 'refused' : 'signed',
    reason: checked.status === 'unfit' ? checked.reason : null,
    serialNumber: issued?.serialNumber ?? null,
    requestedAt: now,
  };
  const { id, subject, state, reason, serialNumber } = row;
  await ledger.commit({
    events: [
      {
        kind: issued === undefined ? 'certificate-refused' : 'certificate-issued',
        stationId,
        happenedAt: now,
        body: { certificateRequestId: id, purpose, subject, state, reason, serialNumber },
      },
    ],
    writes: [
      ...(issued === undefined ? [] : [write(issuedCertificates, issuedRow(row, issued))]),
      write(certificateRequests, row),
    ],
    whenRefused: 'set-aside',
  });
  return checked.status === 'unfit'
    ? { status: 'refused', reason: checked.reason }
    : { status: 'accepted', requestId: id };
}

async function decide(
  { pool, authority }: SigningNeeds,
  { stationId, csr, root, purpose }: SigningRequest,
  now: Date,
): Promise<{ checked: CheckedCsr; issued?: Issued }> {
  const { rows } = await pool.query<{ serial_number: string | null }>(
    'select serial_number from station where id = $1',
    [stationId],
  );
  const checked = await checkCsr(csr, { stationId, serialNumber: rows[0]?.serial_number ?? null });
  if (checked.status === 'unfit') return { checked };
  const signer = await authority();
  if (root !== null && !isIssuedBy(signer, root))
    return {
      checked: { status: 'unfit', subject: checked.subject, reason: 'It asks for a root that is not our authority.' },
    };
  return { checked, issued: await issueCertificate(signer, { csr: checked.csr, purpose, now }) };
}

function issuedRow({ stationId, purpose, subject }: CsrRow, issued: Issued) {
  const { serialNumber, pem: certificate, issuedAt, expiresAt } = issued;
  return { serialNumber, stationId, purpose, subject: subject ?? '', certificate, issuedAt, expiresAt };
}

type Issued = { serialNumber: string; pem: string; issuedAt: Date; expiresAt: Date };

const lastsDays = 365;
/** Clocks of stations run behind: what is valid from now on is not yet valid for them. */
const toleranceMs = 10 * 60_000;

/** A station signs in to us with its certificate as a client; for vehicles it is the server. */
const usages = {
  station: ['clientAuth'],
  v2g: ['serverAuth'],
  v2g20: ['serverAuth'],
  combined: ['clientAuth', 'serverAuth'],
} as const satisfies Record<SigningPurpose, readonly ('clientAuth' | 'serverAuth')[]>;

async function issueCertificate(
  authority: Authority,
  { csr, purpose, now }: { csr: Pkcs10CertificateRequest; purpose: SigningPurpose; now: Date },
): Promise<Issued> {
  const x509 = await loadX509();
  const root = new x509.X509Certificate(authority.pem);
  const serialNumber = newSerialNumber();
  const expiresAt = new Date(now.getTime() + lastsDays * 86_400_000);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber,
    subject: csr.subjectName,
    issuer: root.subjectName,
    notBefore: new Date(now.getTime() - toleranceMs),
    notAfter: expiresAt,
    publicKey: csr.publicKey,
    signingKey: authority.privateKey.toCryptoKey(signingAlgorithm, false, ['sign']),
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension(usages[purpose].map((usage) => x509.ExtendedKeyUsage[usage])),
      await x509.SubjectKeyIdentifierExtension.create(csr.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  return { serialNumber, pem: certificate.toString('pem'), issuedAt: now, expiresAt };
}
