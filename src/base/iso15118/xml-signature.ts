import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { encodeSignedInfo } from './messages-2.ts';
import type { Signature, SignedInfo } from './xmldsig.ts';

const canonicalExi = 'http://www.w3.org/TR/canonical-exi/';

/** How one of the standards signs: V2G2-767 to -771, and the same with longer keys in ISO 15118-20. */
export type SigningWay<Part> = {
  standard: string;
  hash: 'sha256' | 'sha512';
  /** An element on its own, as EXI. */
  encode(part: Part): Buffer;
};

/** An element that is signed, by its name in the schema. */
type AnyPart = { name: string; content: { Id?: string } };

/** Signs parts of a message: the digest of each as EXI, and one signature over them all. */
export function signWith<Part extends AnyPart>(
  way: SigningWay<Part>,
  parts: readonly Part[],
  key: KeyObject,
): Signature {
  const SignedInfo: SignedInfo = {
    CanonicalizationMethod: { Algorithm: canonicalExi },
    SignatureMethod: { Algorithm: methodOf(way) },
    Reference: parts.map((part) => ({
      URI: `#${part.content.Id ?? ''}`,
      Transforms: { Transform: [{ Algorithm: canonicalExi }] },
      DigestMethod: { Algorithm: `http://www.w3.org/2001/04/xmlenc#${way.hash}` },
      DigestValue: digestOf(way, part),
    })),
  };
  const value = sign(way.hash, encodeSignedInfo(SignedInfo), { key, dsaEncoding: 'ieee-p1363' });
  return { SignedInfo, SignatureValue: { value } };
}

/** Why a signature does not hold for these very parts; undefined: it does. */
export function whyNotSignedBy<Part extends AnyPart>(
  way: SigningWay<Part>,
  signature: Signature | undefined,
  { parts, key }: { parts: readonly Part[]; key: KeyObject },
): string | undefined {
  if (signature === undefined) return 'it is not signed';
  const { SignedInfo, SignatureValue } = signature;
  if (SignedInfo.SignatureMethod.Algorithm !== methodOf(way))
    return `it is signed in another way than ${way.standard} wants`;
  for (const part of parts) {
    const reference = SignedInfo.Reference.find(({ URI }) => URI === `#${part.content.Id ?? ''}`);
    if (reference === undefined) return `its signature leaves out ${part.name}`;
    if (!digestOf(way, part).equals(reference.DigestValue)) return `${part.name} was changed after it was signed`;
  }
  const isRight = isSignedBy(way, encodeSignedInfo(SignedInfo), { value: SignatureValue.value, key });
  return isRight ? undefined : 'its signature is not of the key of its certificate';
}

function methodOf<Part>({ hash }: SigningWay<Part>): string {
  return `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`;
}

function digestOf<Part>({ hash, encode }: SigningWay<Part>, part: Part): Buffer {
  return createHash(hash).update(encode(part)).digest();
}

function isSignedBy<Part>(
  { hash }: SigningWay<Part>,
  data: Buffer,
  { value, key }: { value: Uint8Array; key: KeyObject },
): boolean {
  try {
    return verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, value);
  } catch {
    return false; // a key of another kind
  }
}
