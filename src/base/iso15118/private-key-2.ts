import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const curve = 'prime256v1';
const keyBytes = 32;
const ivBytes = 16;

export type SealedKey = {
  /** The initialisation vector and the key under it: 48 bytes. */
  encrypted: Buffer;
  /** The sender's half of the agreement, a point of 65 bytes. */
  dhPublicKey: Buffer;
};

/** Seals the private key of a contract for the one who holds the key of `receiver` (V2G2-818 to -820). */
export function sealContractKey(contract: KeyObject, receiver: KeyObject): SealedKey {
  const own = createECDH(curve);
  const dhPublicKey = own.generateKeys();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-128-cbc', sessionKey(own.computeSecret(pointOf(receiver))), iv);
  cipher.setAutoPadding(false);
  const encrypted = Buffer.concat([iv, cipher.update(scalarOf(contract)), cipher.final()]);
  return { encrypted, dhPublicKey };
}

/** What the vehicle does with it: the private key of the contract whose public key is at `contractPoint`. */
export function openContractKey({ encrypted, dhPublicKey }: SealedKey, own: KeyObject, contract: KeyObject): KeyObject {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(scalarOf(own));
  const key = sessionKey(ecdh.computeSecret(dhPublicKey));
  const decipher = createDecipheriv('aes-128-cbc', key, encrypted.subarray(0, ivBytes));
  decipher.setAutoPadding(false);
  const scalar = Buffer.concat([decipher.update(encrypted.subarray(ivBytes)), decipher.final()]);
  const { x, y } = contract.export({ format: 'jwk' });
  const check = createECDH(curve);
  check.setPrivateKey(scalar);
  if (!check.getPublicKey().equals(pointOf(contract)))
    throw new Error('The key that was sent is not the one of the contract certificate.');
  const jwk = { kty: 'EC', crv: 'P-256', d: scalar.toString('base64url'), x: x ?? '', y: y ?? '' };
  return createPrivateKey({ format: 'jwk', key: jwk });
}

/** NIST SP 800-56A with SHA-256, one round: the algorithm is named 01, the parties U and V. */
function sessionKey(secret: Buffer): Buffer {
  const counter = Buffer.from([0, 0, 0, 1]);
  const otherInfo = Buffer.from([0x01, 0x55, 0x56]);
  return createHash('sha256').update(counter).update(secret).update(otherInfo).digest().subarray(0, 16);
}

function scalarOf(key: KeyObject): Buffer {
  const { d = '' } = key.export({ format: 'jwk' });
  return leftPadded(Buffer.from(d, 'base64url'));
}

function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([4]),
    leftPadded(Buffer.from(x, 'base64url')),
    leftPadded(Buffer.from(y, 'base64url')),
  ]);
}

function leftPadded(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(Math.max(0, keyBytes - bytes.length)), bytes]);
}
