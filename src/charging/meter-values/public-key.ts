import { createPublicKey, ECDH, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { MeterKeyCurve } from '#contract/sessions/meter-keys.ts';

export type PublicKey = { key: KeyObject; curve: MeterKeyCurve };

/** Curves by OCMF's names: what OpenSSL calls them, and how many bytes a coordinate has. */
const curves = {
  secp192k1: { name: 'secp192k1', size: 24 },
  secp192r1: { name: 'prime192v1', size: 24 },
  secp256k1: { name: 'secp256k1', size: 32 },
  secp256r1: { name: 'prime256v1', size: 32 },
  secp384r1: { name: 'secp384r1', size: 48 },
  brainpool256r1: { name: 'brainpoolP256r1', size: 32 },
  brainpool384r1: { name: 'brainpoolP384r1', size: 48 },
} satisfies Record<MeterKeyCurve, { name: string; size: number }>;

const curveNames = Object.keys(curves) as MeterKeyCurve[];

/**
 * A public key in whatever form it is written: PEM, DER or a bare point, as hexadecimal digits (also in groups, as printed on a
 * meter) or Base64, inside the envelope `oca:base16:asn1:` or not, and all that in Base64 once more. A bare point needs its curve.
 */
export function readPublicKey(text: string, curve?: MeterKeyCurve): PublicKey | undefined {
  const trimmed = text.trim();
  return readText(trimmed, curve) ?? readText(decoded(trimmed, 'base64')?.toString('latin1').trim() ?? '', curve);
}

function readText(text: string, curve: MeterKeyCurve | undefined): PublicKey | undefined {
  // Only this one: Node would take the public half out of a private key, which should never have been sent here.
  if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return keyOf(text);
  const [, encoding, content = text] = /^oca:(base16|base64):asn1:(.*)$/is.exec(text) ?? [];
  // Digits of a hexadecimal number are letters of Base64 too, so that reading comes first.
  const readings = encoding === undefined ? (['hex', 'base64'] as const) : [encoding === 'base64' ? encoding : 'hex'];
  for (const reading of readings) {
    const bytes = decoded(content, reading as 'hex' | 'base64');
    const key = bytes && (keyOf(bytes) ?? (curve && pointOn(curve, bytes)));
    if (key !== undefined) return key;
  }
  return undefined;
}

function decoded(text: string, encoding: 'hex' | 'base64'): Buffer | undefined {
  const plain = text.replace(encoding === 'hex' ? /[\s:-]/g : /\s/g, '');
  const isWritten = encoding === 'hex' ? /^([0-9a-f]{2})+$/i : /^[A-Za-z0-9+/_-]+={0,2}$/;
  return isWritten.test(plain) ? Buffer.from(plain, encoding) : undefined;
}

function keyOf(given: string | Buffer): PublicKey | undefined {
  try {
    const key =
      typeof given === 'string' ? createPublicKey(given) : createPublicKey({ key: given, format: 'der', type: 'spki' });
    const named = key.asymmetricKeyDetails?.namedCurve;
    const curve = curveNames.find((name) => curves[name].name === named);
    return curve && { key, curve };
  } catch {
    return undefined; // not a key in this form
  }
}

/** Both coordinates with or without the mark that says so, or one with the sign of the other. */
function pointOn(curve: MeterKeyCurve, bytes: Buffer): PublicKey | undefined {
  const { name, size } = curves[curve];
  const point = bytes.length === 2 * size ? Buffer.concat([Buffer.from([4]), bytes]) : bytes;
  if (point.length !== 2 * size + 1 && point.length !== size + 1) return undefined;
  try {
    return keyOf(Buffer.concat([keyHeader(name, size), ECDH.convertKey(point, name) as Buffer]));
  } catch {
    return undefined; // not a point of this curve
  }
}

/** What stands before the point in a key of this curve, taken from one that was just made. */
function keyHeader(namedCurve: string, size: number): Buffer {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve });
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(0, -(2 * size + 1));
}
