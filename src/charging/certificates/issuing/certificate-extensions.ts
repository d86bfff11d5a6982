import { createHash, createPublicKey, type webcrypto, type X509Certificate } from 'node:crypto';
import type { Extension, KeyUsageFlags, PublicKey } from '@peculiar/x509';
import { loadX509 } from '../load-pki.ts';

/** Where others learn whether a certificate was revoked, and find who issued it: the address of this installation. */
export type CertificateAddresses = { publicUrl: string };

type Parent = { id: string; certificate: X509Certificate };

/** As a request brings it, or as it was just made. */
export type SubjectKey = PublicKey | webcrypto.CryptoKey;

type Wanted = {
  publicKey: SubjectKey;
  keyUsages: readonly (keyof typeof KeyUsageFlags)[];
  /** Who signs it; null: itself. */
  parent: Parent | null;
  addresses: CertificateAddresses | undefined;
  hasShortKeyId?: boolean;
};

/** What certificates of authorities, stations and contracts have in common. */
export async function certificateExtensions(wanted: Wanted): Promise<Extension[]> {
  const { publicKey, keyUsages, parent, addresses, hasShortKeyId = false } = wanted;
  const x509 = await loadX509();
  const usage = keyUsages.reduce((flags, name) => flags | x509.KeyUsageFlags[name], 0);
  return [
    new x509.KeyUsagesExtension(usage, true),
    hasShortKeyId
      ? new x509.SubjectKeyIdentifierExtension(await shortKeyId(publicKey))
      : await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ...(parent === null ? [] : [await authorityKeyIdentifier(parent.certificate)]),
    ...(parent === null || addresses === undefined ? [] : await addressExtensions(parent.id, addresses)),
  ];
}

/** Four bits 0100, and the last sixty of the key's SHA-1. */
async function shortKeyId(publicKey: SubjectKey): Promise<string> {
  const x509 = await loadX509();
  const spki = Buffer.from((await x509.PublicKey.create(publicKey)).rawData);
  const { x = '', y = '' } = createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const id = createHash('sha1').update(Buffer.concat(point)).digest().subarray(-8);
  id.writeUInt8(0x40 | (id.readUInt8(0) & 0x0f), 0);
  return id.toString('hex');
}

/** As the issuer calls its own key: one of the operator's own may have counted its identifier in another way than we do. */
async function authorityKeyIdentifier({ raw }: X509Certificate): Promise<Extension> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(raw);
  const own = issuer.getExtension(x509.SubjectKeyIdentifierExtension);
  if (own === null) return x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey);
  return new x509.AuthorityKeyIdentifierExtension(own.keyId);
}

async function addressExtensions(issuerId: string, { publicUrl }: CertificateAddresses): Promise<Extension[]> {
  const x509 = await loadX509();
  return [
    new x509.CRLDistributionPointsExtension([`${publicUrl}/pki/crl/${issuerId}.crl`]),
    new x509.AuthorityInfoAccessExtension({
      ocsp: [`${publicUrl}/pki/ocsp`],
      caIssuers: [`${publicUrl}/pki/ca/${issuerId}.cer`],
    }),
  ];
}
