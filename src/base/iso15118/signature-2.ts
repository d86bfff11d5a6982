import type { KeyObject } from 'node:crypto';
import { encodeFragment } from './messages-2.ts';
import type { FragmentName } from './schema-2.ts';
import { type SigningWay, signWith, whyNotSignedBy } from './xml-signature.ts';
import type { Signature } from './xmldsig.ts';

/** An element that is signed, by its name in the schema. */
export type SignedPart = { name: FragmentName; content: { Id?: string } };

const way: SigningWay<SignedPart> = {
  standard: 'ISO 15118-2',
  hash: 'sha256',
  encode: ({ name, content }) => encodeFragment(name, content),
};

export function signParts(parts: readonly SignedPart[], key: KeyObject): Signature {
  return signWith(way, parts, key);
}

/** Why a signature does not hold for these very parts; undefined: it does. */
export function whyNotSigned(
  signature: Signature | undefined,
  parts: readonly SignedPart[],
  key: KeyObject,
): string | undefined {
  return whyNotSignedBy(way, signature, { parts, key });
}
