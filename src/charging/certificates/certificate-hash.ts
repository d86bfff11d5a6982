import { createHash } from 'node:crypto';
import type { Certificate } from 'pkijs';
import type { CertificateHash } from '#contract/stations/certificates.ts';
import { plainSerial } from '../plain-serial.ts';
import { loadOcsp } from './load-pki.ts';

/** Whoever signs certificates, as their hashes name it: its name in DER, and the bits of its key. */
export type Issuer = { name: Buffer; key: Buffer };

const algorithms = { SHA1: 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' } as const;
export type HashAlgorithm = keyof typeof algorithms;
/** OCSP knows one more algorithm than OCPP. */
export type CertificateId = Omit<CertificateHash, 'hashAlgorithm'> & { hashAlgorithm: HashAlgorithm };

export function hashOf<Algorithm extends HashAlgorithm = 'SHA256'>(
  { name, key }: Issuer,
  serialNumber: string,
  hashAlgorithm = 'SHA256' as Algorithm,
): Omit<CertificateHash, 'hashAlgorithm'> & { hashAlgorithm: Algorithm } {
  const digest = (bytes: Buffer) => createHash(algorithms[hashAlgorithm]).update(bytes).digest('hex');
  return {
    hashAlgorithm,
    issuerNameHash: digest(name),
    issuerKeyHash: digest(key),
    serialNumber: plainSerial(serialNumber),
  };
}

export function isIssuedBy(issuer: Issuer, hash: CertificateId): boolean {
  const own = hashOf(issuer, hash.serialNumber, hash.hashAlgorithm);
  return (
    own.issuerNameHash === hash.issuerNameHash.toLowerCase() && own.issuerKeyHash === hash.issuerKeyHash.toLowerCase()
  );
}

/** A certificate in DER as the issuer that it may be of others. */
export async function issuerIn(certificate: Buffer): Promise<Issuer> {
  const { pkijs } = await loadOcsp();
  return issuerOf(pkijs.Certificate.fromBER(certificate));
}

export function issuerOf({ subject, subjectPublicKeyInfo }: Certificate): Issuer {
  return {
    name: Buffer.from(subject.valueBeforeDecode),
    key: Buffer.from(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
  };
}
