import { createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import type { AuthorityRole } from '#contract/stations/certificates.ts';
import { authorityKeyUsages, authorityProfiles } from '../certificate-profiles.ts';
import { type CertificateAddresses, certificateExtensions } from '../issuing/certificate-extensions.ts';
import { loadX509 } from '../load-pki.ts';
import { type Authority, newSerialNumber, signingKeyOf } from './authority.ts';

export type MadeAuthority = { certificate: X509Certificate; chain: X509Certificate[]; privateKey: KeyObject };

type Parent = Pick<Authority, 'id' | 'certificate' | 'chain' | 'privateKey'>;

/** A new key and a certificate for it by the profile of the role; without a parent it signs itself. */
export async function makeAuthority(
  role: AuthorityRole,
  { parent, now, addresses }: { parent: Parent | null; now: Date; addresses: CertificateAddresses | undefined },
): Promise<MadeAuthority> {
  const x509 = await loadX509();
  const { name, domain, curve, years, pathLength } = authorityProfiles[role];
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const publicKey = createPublicKey(privateKey).toCryptoKey({ name: 'ECDSA', namedCurve: curve }, true, ['verify']);
  const subject = [{ CN: [name] }, { O: ['SIGEC-VE'] }, ...(domain === null ? [] : [{ DC: [domain] }])];
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject,
    issuer: parent === null ? subject : new x509.X509Certificate(parent.certificate.raw).subjectName,
    notBefore: now,
    notAfter: earlier(addYears(now, years), parent?.certificate.validToDate),
    publicKey,
    ...signingKeyOf((parent ?? { privateKey }).privateKey),
    extensions: [
      new x509.BasicConstraintsExtension(true, pathLength, true),
      ...(await certificateExtensions({ publicKey, keyUsages: authorityKeyUsages, parent, addresses })),
    ],
  });
  return {
    certificate: new X509Certificate(Buffer.from(certificate.rawData)),
    chain: parent === null ? [] : [parent.certificate, ...parent.chain],
    privateKey,
  };
}

/** Nothing outlasts whoever signed it. */
export function earlier(one: Date, other: Date | undefined): Date {
  return other === undefined || one < other ? one : other;
}

function addYears(at: Date, years: number): Date {
  const later = new Date(at);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
