import type { Certificates } from './certificates.ts';
import type { KeyKind } from './certified-key.ts';
import { isSelfSigned } from './self-signed.ts';

export type ShownCertificates = {
  /** Nobody but us vouches for them. */
  isSelfSigned: boolean;
  shown: readonly { kind: KeyKind; expiresAt: Date; sha256: string }[];
};

/** What a person at the terminal is told at the start. */
export function shownCertificates(certificates: Pick<Certificates, 'current'>): ShownCertificates {
  const pairs = certificates.current();
  return {
    isSelfSigned: pairs.every(({ leaf }) => isSelfSigned(leaf) || leaf.issuer === leaf.subject),
    shown: pairs.map(({ kind, expiresAt, leaf }) => ({ kind, expiresAt, sha256: leaf.fingerprint256 })),
  };
}
