import { createHash, createPublicKey, type webcrypto, X509Certificate } from 'node:crypto';
import type { CertificateHashDataType } from 'typed-ocpp/dist/ocpp21/types.js';

export class Trust {
  /** PEM of the certificate it signs in with, once it got one. */
  own: string | null = null;
  private readonly roots: { type: string; hash: CertificateHash }[] = [];
  private awaited: { publicKey: string; privateKey: webcrypto.CryptoKey } | undefined;

  install(type: string, pem: string): 'Accepted' | 'Rejected' {
    const hash = rootHash(pem);
    if (hash === undefined) return 'Rejected';
    this.remove(hash); // the same one again replaces itself
    this.roots.push({ type, hash });
    return 'Accepted';
  }

  remove({ issuerKeyHash, serialNumber }: CertificateHash): 'Accepted' | 'NotFound' {
    const isMeant = ({ hash }: { hash: CertificateHash }) =>
      hash.issuerKeyHash === issuerKeyHash.toLowerCase() && hash.serialNumber === serialNumber.toLowerCase();
    const index = this.roots.findIndex(isMeant);
    if (index === -1) return 'NotFound';
    this.roots.splice(index, 1);
    return 'Accepted';
  }

  list(types?: readonly string[]): readonly { type: string; hash: CertificateHash }[] {
    return types === undefined ? this.roots : this.roots.filter(({ type }) => types.includes(type));
  }

  /** Makes a new key, and the request to have it signed. The library is large, and few stations need it. */
  async makeRequest(commonName: string, namedCurve: 'P-256' | 'P-521' = 'P-256'): Promise<string> {
    await import('reflect-metadata');
    const { Pkcs10CertificateRequestGenerator } = await import('@peculiar/x509');
    const signingAlgorithm = { name: 'ECDSA', namedCurve, hash: namedCurve === 'P-256' ? 'SHA-256' : 'SHA-512' };
    const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
    const request = await Pkcs10CertificateRequestGenerator.create({
      name: [{ CN: [commonName] }],
      keys,
      signingAlgorithm,
    });
    const spki = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey));
    this.awaited = { publicKey: spki.toString('base64'), privateKey: keys.privateKey };
    return request.toString('pem');
  }

  /** Takes a certificate only for the key it asked for, and with the whole chain up to a root that signed it. */
  accept(chain: string): 'Accepted' | 'Rejected' {
    const pems = chain.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((pem) => pem.includes('BEGIN'));
    const [leaf] = pems;
    if (leaf === undefined || pems.length < 2 || keyOf(leaf) !== this.awaited?.publicKey) return 'Rejected';
    const isSigned = pems.every((pem, index) =>
      new X509Certificate(pem).verify(createPublicKey(pems[index + 1] ?? pem)),
    );
    if (!isSigned) return 'Rejected';
    this.own = leaf;
    this.awaited = undefined;
    return 'Accepted';
  }
}

function keyOf(pem: string): string {
  return new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}

type CertificateHash = Pick<
  CertificateHashDataType,
  'hashAlgorithm' | 'issuerNameHash' | 'issuerKeyHash' | 'serialNumber'
>;

/** How OCPP names a root certificate; undefined: it is none. Computed here again, with eyes of the station's own. */
function rootHash(pem: string): CertificateHash | undefined {
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
