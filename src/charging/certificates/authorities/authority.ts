import { type KeyObject, randomBytes, type webcrypto, type X509Certificate } from 'node:crypto';
import type { AuthorityRole, CertificateAuthority } from '#contract/stations/certificates.ts';
import { plainSerial } from '../../plain-serial.ts';
import type { Issuer } from '../certificate-hash.ts';
import { pemOf, subjectOf } from '../pem.ts';

/** `development`: the single root that the first versions made; it still answers for what it signed. */
export type KnownRole = AuthorityRole | 'development';

/** An authority whose key is here. */
export type Authority = Issuer & {
  id: string;
  role: KnownRole;
  origin: 'made' | 'imported';
  certificate: X509Certificate;
  /** Those above it, up to its root; empty for a root. */
  chain: readonly X509Certificate[];
  privateKey: KeyObject;
  retiredAt: Date | null;
};

export function rootOf({ certificate, chain }: Pick<Authority, 'certificate' | 'chain'>): X509Certificate {
  return chain.at(-1) ?? certificate;
}

export function describeAuthority(authority: Authority): CertificateAuthority {
  const { id, role, origin, certificate, chain, retiredAt } = authority;
  return {
    id,
    role,
    origin,
    subject: subjectOf(certificate),
    serialNumber: plainSerial(certificate.serialNumber),
    fingerprint256: certificate.fingerprint256,
    issuedAt: certificate.validFromDate.toISOString(),
    expiresAt: certificate.validToDate.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
    certificate: pemOf(certificate),
    chain: pemOf(...chain),
  };
}

export type SigningAlgorithm =
  | { name: 'ECDSA'; namedCurve: string; hash: string }
  | { name: 'RSASSA-PKCS1-v1_5'; hash: string };

const ecdsa = {
  prime256v1: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  secp384r1: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  secp521r1: { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
} as const;

/** How an authority signs, by its key; undefined: its key is of a kind or a size that nothing here signs with. */
export function signingAlgorithmOf(key: KeyObject): SigningAlgorithm | undefined {
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec' && Object.hasOwn(ecdsa, namedCurve))
    return ecdsa[namedCurve as keyof typeof ecdsa];
  const isRsa = key.asymmetricKeyType === 'rsa' && modulusLength >= 2048;
  return isRsa ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } : undefined;
}

export function signingKeyOf(key: KeyObject): { signingKey: webcrypto.CryptoKey; signingAlgorithm: SigningAlgorithm } {
  const signingAlgorithm = signingAlgorithmOf(key);
  if (signingAlgorithm === undefined) throw new Error('This key signs no certificates.');
  return { signingKey: key.toCryptoKey(signingAlgorithm, true, ['sign']), signingAlgorithm };
}

/** Random, so that nobody can guess one; positive and at most 16 bytes, so that every station can hold it. */
export function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}
