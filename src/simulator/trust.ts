import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { CertificateHashDataType } from 'typed-ocpp/dist/ocpp21/types.js';

/** What a station keeps of it without power. */
export type RememberedTrust = { roots: { type: string; pem: string }[]; identity: Identity | null };

/** A certificate with those above it, and its private key, as PEM. */
type Identity = { cert: string; key: string };
type Root = { type: string; pem: string; hash: CertificateHash };

/** `isOwn`: it is for the station's connection, and not for vehicles alone. */
type KeyWanted = { namedCurve?: 'P-256' | 'P-521'; isOwn?: boolean };

/** Roots of who may be a server; 1.6 has another word. */
const serverRootTypes = ['CSMSRootCertificate', 'CentralSystemRootCertificate'];

export class Trust {
  /** What it signs in with by security profile 3, once it got one. */
  identity: Identity | null = null;
  private readonly roots: Root[] = [];
  private awaited: { publicKey: string; key: string; isOwn: boolean } | undefined;

  /** PEM of the certificate alone. */
  get own(): string | null {
    return this.identity === null ? null : (certificatesIn(this.identity.cert)[0] ?? null);
  }

  install(type: string, pem: string): 'Accepted' | 'Rejected' {
    const hash = rootHash(pem);
    if (hash === undefined) return 'Rejected';
    this.remove(hash); // the same one again replaces itself
    this.roots.push({ type, pem, hash });
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

  /** PEM of those that a server may stand on. */
  get serverRoots(): string[] {
    return this.list(serverRootTypes).map(({ pem }) => pem);
  }

  list(types?: readonly string[]): readonly Root[] {
    return types === undefined ? this.roots : this.roots.filter(({ type }) => types.includes(type));
  }

  /** Makes a new key, and the request to have it signed. The library is large, and few stations need it. */
  async makeRequest(commonName: string, { namedCurve = 'P-256', isOwn = true }: KeyWanted = {}): Promise<string> {
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
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
    const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
    this.awaited = { publicKey: spki.toString('base64'), key, isOwn };
    return request.toString('pem');
  }

  /** Takes a certificate only for the key it asked for, and with the whole chain up to a root that signed it. */
  accept(chain: string): 'Accepted' | 'Rejected' {
    const pems = certificatesIn(chain);
    const [leaf] = pems;
    const { awaited } = this;
    if (leaf === undefined || pems.length < 2 || keyOf(leaf) !== awaited?.publicKey) return 'Rejected';
    const isSigned = pems.every((pem, index) =>
      new X509Certificate(pem).verify(createPublicKey(pems[index + 1] ?? pem)),
    );
    if (!isSigned) return 'Rejected';
    if (awaited.isOwn) this.identity = { cert: chain, key: awaited.key };
    this.awaited = undefined;
    return 'Accepted';
  }

  dump(): RememberedTrust {
    return { roots: this.roots.map(({ type, pem }) => ({ type, pem })), identity: this.identity };
  }

  restore({ roots, identity }: RememberedTrust): void {
    for (const { type, pem } of roots) this.install(type, pem);
    this.identity = identity;
  }
}

function certificatesIn(chain: string): string[] {
  return chain.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((pem) => pem.includes('BEGIN'));
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
  return certificateHash(certificate, certificate);
}

/** A certificate by the name and the key of its issuer. */
export function certificateHash(certificate: X509Certificate, issuer: X509Certificate): CertificateHash {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const key = issuer.publicKey.export({ format: 'der', type: 'spki' });
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
