import type { JsonName, Name } from '@peculiar/x509';
import { type Authority, newSerialNumber, signingKeyOf } from '../authorities/authority.ts';
import { earlier } from '../authorities/make-authority.ts';
import type { LeafProfile } from '../certificate-profiles.ts';
import { loadX509 } from '../load-pki.ts';
import { type CertificateAddresses, certificateExtensions, type SubjectKey } from './certificate-extensions.ts';

export type Issued = { serialNumber: string; pem: string; issuedAt: Date; expiresAt: Date };

type Wanted = {
  subject: Name | JsonName;
  publicKey: SubjectKey;
  profile: LeafProfile;
  now: Date;
  addresses: CertificateAddresses | undefined;
};

/** Clocks of stations run behind: what is valid from now on is not yet valid for them. */
const toleranceMs = 10 * 60_000;
const dayMs = 86_400_000;

/** Signs a certificate of a station, a contract or a vehicle, by its profile. */
export async function issueCertificate(issuer: Authority, wanted: Wanted): Promise<Issued> {
  const x509 = await loadX509();
  const { subject, publicKey, profile, now, addresses } = wanted;
  const { days, keyUsages, extendedKeyUsages, hasShortKeyId = false } = profile;
  const serialNumber = newSerialNumber();
  const expiresAt = earlier(new Date(now.getTime() + days * dayMs), issuer.certificate.validToDate);
  const usages = extendedKeyUsages.map((usage) => x509.ExtendedKeyUsage[usage]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber,
    subject,
    issuer: new x509.X509Certificate(issuer.certificate.raw).subjectName,
    notBefore: new Date(now.getTime() - toleranceMs),
    notAfter: expiresAt,
    publicKey,
    ...signingKeyOf(issuer.privateKey),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...(usages.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension(usages)]),
      ...(await certificateExtensions({ publicKey, keyUsages, parent: issuer, addresses, hasShortKeyId })),
    ],
  });
  return { serialNumber, pem: certificate.toString('pem'), issuedAt: now, expiresAt };
}
