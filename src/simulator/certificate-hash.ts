import { createHash, X509Certificate } from 'node:crypto';
import type { CertificateHashDataType } from 'typed-ocpp/dist/ocpp21/types.js';

export type CertificateHash = Pick<
  CertificateHashDataType,
  'hashAlgorithm' | 'issuerNameHash' | 'issuerKeyHash' | 'serialNumber'
>;

/** How OCPP names a root certificate; undefined: it is none. Computed here again, with eyes of the station's own. */
export function rootHash(pem: string): CertificateHash | undefined {
  const certificate = read(pem);
  if (certificate === undefined || !certificate.checkIssued(certificate)) return undefined;
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const key = certificate.publicKey.export({ format: 'der', type: 'spki' });
  const keyBits = partsOf(key)[1];
  return {
    hashAlgorithm: 'SHA256',
    issuerNameHash: sha256(issuerName(certificate.raw)),
    issuerKeyHash: sha256(contentOf(keyBits ?? key).subarray(1)), // without the byte that counts unused bits
    serialNumber: certificate.serialNumber.toLowerCase().replace(/^0+/, ''),
  };
}

function read(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** A certificate begins with its version, serial number and algorithm; the issuer comes fourth (RFC 5280 §4.1). */
function issuerName(certificate: Buffer): Buffer {
  const [toBeSigned = certificate] = partsOf(certificate);
  return partsOf(toBeSigned)[3] ?? Buffer.alloc(0);
}

/** The items inside a DER sequence, each with its tag and length. */
function partsOf(sequence: Buffer): Buffer[] {
  const content = contentOf(sequence);
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const length = headerOf(content, at) + lengthOf(content, at);
    parts.push(content.subarray(at, at + length));
    at += length;
  }
  return parts;
}

function contentOf(item: Buffer): Buffer {
  const header = headerOf(item, 0);
  return item.subarray(header, header + lengthOf(item, 0));
}

function headerOf(bytes: Buffer, at: number): number {
  const first = bytes.readUInt8(at + 1);
  return first < 0x80 ? 2 : 2 + first - 0x80;
}

function lengthOf(bytes: Buffer, at: number): number {
  const first = bytes.readUInt8(at + 1);
  return first < 0x80 ? first : bytes.readUIntBE(at + 2, first - 0x80);
}
