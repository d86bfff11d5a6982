import { createPublicKey, type webcrypto, X509Certificate } from 'node:crypto';
import { type CertificateHash, rootHash } from './certificate-hash.ts';

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
  async makeRequest(commonName: string): Promise<string> {
    await import('reflect-metadata');
    const { Pkcs10CertificateRequestGenerator } = await import('@peculiar/x509');
    const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
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

  /** Takes a certificate only for the key it asked for, and with the chain up to a root that signed it. */
  accept(chain: string): 'Accepted' | 'Rejected' {
    const [leaf, issuer] = chain.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((pem) => pem.includes('BEGIN'));
    if (leaf === undefined || issuer === undefined || keyOf(leaf) !== this.awaited?.publicKey) return 'Rejected';
    if (!new X509Certificate(leaf).verify(createPublicKey(issuer))) return 'Rejected';
    this.own = leaf;
    this.awaited = undefined;
    return 'Accepted';
  }
}

function keyOf(pem: string): string {
  return new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}
