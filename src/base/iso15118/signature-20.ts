import type { KeyObject } from 'node:crypto';
import { encodeFragment20 } from './messages-20.ts';
import type { FragmentName20 } from './schema-20.ts';
import { type SigningWay, signWith, whyNotSignedBy } from './xml-signature.ts';
import type { Signature } from './xmldsig.ts';

/** An element that is signed, by its name in the schema. */
export type SignedPart20 = { name: FragmentName20; content: { Id: string } };

/** Keys on P-521, so SHA-512 throughout. The other choice of the standard, Ed448, is not spoken here. */
const way: SigningWay<SignedPart20> = {
  standard: 'ISO 15118-20',
  hash: 'sha512',
  encode: ({ name, content }) => encodeFragment20(name, content),
};

export function signPart20(part: SignedPart20, key: KeyObject): Signature {
  return signWith(way, [part], key);
}

/** Why a signature does not hold for this very part; undefined: it does. */
export function whyNotSigned20(
  signature: Signature | undefined,
  part: SignedPart20,
  key: KeyObject,
): string | undefined {
  return whyNotSignedBy(way, signature, { parts: [part], key });
}
