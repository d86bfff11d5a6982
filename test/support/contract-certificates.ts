import 'reflect-metadata';
import { BasicConstraintsExtension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

export type Made = { certificate: X509Certificate; keys: Awaited<ReturnType<typeof makeKeys>> };

type Wanted = { by?: Made; until?: string; isIssuer?: boolean };

/** A certificate of this name; without an issuer it signs itself and may issue others. */
export async function makeCertificate(
  name: string,
  { by, until = '2040-01-01', isIssuer = by === undefined }: Wanted = {},
): Promise<Made> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: by?.certificate.subject ?? `CN=${name}`,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date(until),
    publicKey: keys.publicKey,
    signingKey: (by ?? { keys }).keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(isIssuer, undefined, true)],
  });
  return { certificate, keys };
}

export function pemOf(...made: Made[]): string {
  return made.map(({ certificate }) => certificate.toString('pem')).join('\n');
}
