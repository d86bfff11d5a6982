import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { encodeFragment, encodeSignedInfo } from './messages-2.ts';
import type { FragmentName } from './schema-2.ts';
import type { Signature, SignedInfo } from './xmldsig.ts';

const canonicalExi = 'http://www.w3.org/TR/canonical-exi/';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ecdsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';

/** An element that is signed, by its name in the schema. */
export type SignedPart = { name: FragmentName; content: { Id?: string } };

/** Signs parts of a message: the digest of each as EXI, and one signature over them all (V2G2-767 to -771). */
export function signParts(parts: readonly SignedPart[], key: KeyObject): Signature {
  const SignedInfo: SignedInfo = {
    CanonicalizationMethod: { Algorithm: canonicalExi },
    SignatureMethod: { Algorithm: ecdsaSha256 },
    Reference: parts.map((part) => ({
      URI: `#${part.content.Id ?? ''}`,
      Transforms: { Transform: [{ Algorithm: canonicalExi }] },
      DigestMethod: { Algorithm: sha256 },
      DigestValue: digestOf(part),
    })),
  };
  const value = sign('sha256', encodeSignedInfo(SignedInfo), { key, dsaEncoding: 'ieee-p1363' });
  return { SignedInfo, SignatureValue: { value } };
}

/** Why a signature does not hold for these very parts; undefined: it does. */
export function whyNotSigned(
  signature: Signature | undefined,
  parts: readonly SignedPart[],
  key: KeyObject,
): string | undefined {
  if (signature === undefined) return 'it is not signed';
  const { SignedInfo, SignatureValue } = signature;
  if (SignedInfo.SignatureMethod.Algorithm !== ecdsaSha256) return 'it is signed in another way than ISO 15118-2 wants';
  for (const part of parts) {
    const reference = SignedInfo.Reference.find(({ URI }) => URI === `#${part.content.Id ?? ''}`);
    if (reference === undefined) return `its signature leaves out ${part.name}`;
    if (!digestOf(part).equals(reference.DigestValue)) return `${part.name} was changed after it was signed`;
  }
  const isRight = isSignedBy(encodeSignedInfo(SignedInfo), SignatureValue.value, key);
  return isRight ? undefined : 'its signature is not of the key of its certificate';
}

function digestOf({ name, content }: SignedPart): Buffer {
  return createHash('sha256').update(encodeFragment(name, content)).digest();
}

function isSignedBy(data: Buffer, value: Uint8Array, key: KeyObject): boolean {
  try {
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, value);
  } catch {
    return false; // a key of another kind
  }
}
