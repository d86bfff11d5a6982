import type { Pkcs10CertificateRequest } from '@peculiar/x509';
import type { SigningPurpose } from '#contract/stations/certificates.ts';
import { type Authority, newSerialNumber, signingAlgorithm } from './authority.ts';
import { loadX509 } from './load-x509.ts';

export type Issued = { serialNumber: string; pem: string; issuedAt: Date; expiresAt: Date };

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

/** Signs the certificate that a checked request asks for. */
export async function issueCertificate(
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
