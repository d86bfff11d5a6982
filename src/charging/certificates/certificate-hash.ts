import { createHash } from 'node:crypto';
import type { CertificateHash } from '#contract/stations/certificates.ts';

/** Whoever signs certificates, as their hashes name it: its name and its key, both in DER. */
export type Issuer = { name: Buffer; key: Buffer };

const algorithms = { SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' } as const;

export function hashOf(
  { name, key }: Issuer,
  serialNumber: string,
  hashAlgorithm: CertificateHash['hashAlgorithm'] = 'SHA256',
): CertificateHash {
  const digest = (bytes: Buffer) => createHash(algorithms[hashAlgorithm]).update(bytes).digest('hex');
  return {
    hashAlgorithm,
    issuerNameHash: digest(name),
    issuerKeyHash: digest(key),
    serialNumber: plainSerial(serialNumber),
  };
}

export function isIssuedBy(issuer: Issuer, hash: CertificateHash): boolean {
  const own = hashOf(issuer, hash.serialNumber, hash.hashAlgorithm);
  return (
    own.issuerNameHash === hash.issuerNameHash.toLowerCase() && own.issuerKeyHash === hash.issuerKeyHash.toLowerCase()
  );
}

/** Some write 0A, others a: as OCPP wants it, without leading zeros, and in one case. */
export function plainSerial(serialNumber: string): string {
  return serialNumber.toLowerCase().replace(/^0+(?=.)/, '');
}
