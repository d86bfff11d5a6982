import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  type KeyObject,
  randomBytes,
  type X509Certificate,
} from 'node:crypto';

const curve = 'secp521r1';
const scalarBytes = 66;
const ivBytes = 12;
const tagBytes = 16;

export type SealedKey20 = {
  /** The initialisation vector, the key under it and the tag: 94 bytes (V2G20-2499). */
  encrypted: Buffer;
  /** The sender's half of the agreement, a point of 133 bytes. */
  dhPublicKey: Buffer;
};

/** To which vehicle and which contract certificate a sealed key belongs; sealed for another pair it does not open (V2G20-2492). */
export type Binding = { pcid: string; contract: X509Certificate };

/** Seals the private key of a contract for the one who holds the key of `receiver` (V2G20-2497 and following). */
export function sealContractKey20(contract: KeyObject, receiver: KeyObject, binding: Binding): SealedKey20 {
  const own = createECDH(curve);
  const dhPublicKey = own.generateKeys();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', sessionKey(own.computeSecret(pointOf(receiver))), iv);
  cipher.setAAD(boundTo(binding));
  const sealed = Buffer.concat([cipher.update(scalarOf(contract)), cipher.final()]);
  return { encrypted: Buffer.concat([iv, sealed, cipher.getAuthTag()]), dhPublicKey };
}

/** What the vehicle does with it. Throws when it was sealed for somebody else, or is not the key of the contract. */
export function openContractKey20(
  { encrypted, dhPublicKey }: SealedKey20,
  own: KeyObject,
  binding: Binding,
): KeyObject {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(scalarOf(own));
  const iv = encrypted.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', sessionKey(ecdh.computeSecret(dhPublicKey)), iv, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundTo(binding));
  decipher.setAuthTag(encrypted.subarray(-tagBytes));
  const scalar = Buffer.concat([decipher.update(encrypted.subarray(ivBytes, -tagBytes)), decipher.final()]);
  const { x = '', y = '' } = binding.contract.publicKey.export({ format: 'jwk' });
  const check = createECDH(curve);
  check.setPrivateKey(scalar);
  if (!check.getPublicKey().equals(pointOf(binding.contract.publicKey)))
    throw new Error('The key that was sent is not the one of the contract certificate.');
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-521', d: scalar.toString('base64url'), x, y },
  });
}

/** NIST SP 800-56A with SHA-512, one round, of which 256 bits are taken: the algorithm is named 01, the parties U and V (V2G20-2535). */
function sessionKey(secret: Buffer): Buffer {
  const counter = Buffer.from([0, 0, 0, 1]);
  const otherInfo = Buffer.from([0x01, 0x55, 0x56]);
  return createHash('sha512').update(counter).update(secret).update(otherInfo).digest().subarray(0, 32);
}

/** The PCID without separators, then the key identifier of the contract certificate in hexadecimal, both in capitals. */
function boundTo({ pcid, contract }: Binding): Buffer {
  const name = pcid.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  return Buffer.from(name + keyIdOf(contract).toString('hex').toUpperCase(), 'latin1');
}

/** The extension subjectKeyIdentifier (2.5.29.14): an octet string within an octet string. */
export function keyIdOf({ raw }: X509Certificate): Buffer {
  const at = raw.indexOf(Buffer.from('0603551d0e04', 'hex'));
  const outer = at < 0 ? 0 : (raw[at + 6] ?? 0);
  const [tag, length = 0] = raw.subarray(at + 7, at + 9);
  if (outer === 0 || tag !== 0x04 || length !== outer - 2)
    throw new Error('The contract certificate has no identifier of its key.');
  return raw.subarray(at + 9, at + 9 + length);
}

/** With the zeros in front that a length of whole bytes needs. */
function scalarOf(key: KeyObject): Buffer {
  return coordinate(key.export({ format: 'jwk' }).d);
}

function pointOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from([4]), coordinate(x), coordinate(y)]);
}

function coordinate(text = ''): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  return Buffer.concat([Buffer.alloc(Math.max(0, scalarBytes - bytes.length)), bytes]);
}
