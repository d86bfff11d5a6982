import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CertificateAuthority } from '#contract/stations/certificates.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import type { Issuer } from './certificate-hash.ts';
import { plainSerial } from './certificate-hash.ts';
import { lastContent } from './der.ts';
import { loadX509 } from './load-x509.ts';

/** The development authority of this installation: one root that signs for stations. A real authority takes its place later. */
export type Authority = Issuer & { pem: string; certificate: X509Certificate; privateKey: KeyObject };

export type AuthorityNeeds = { pool: Pool; ledger: Ledger; clock: Clock; installationKey: Buffer };

const purpose = 'certificate authority';
const lastsYears = 10;
export const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export async function findAuthority({ pool, installationKey }: AuthorityNeeds): Promise<Authority | undefined> {
  const { rows } = await pool.query<{ certificate: string; sealed_key: Buffer }>(
    'select certificate, sealed_key from certificate_authority',
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const certificate = new X509Certificate(row.certificate);
  const { X509Certificate: Parsed } = await loadX509();
  return {
    pem: row.certificate,
    certificate,
    privateKey: createPrivateKey({
      key: unseal(installationKey, purpose, row.sealed_key),
      format: 'der',
      type: 'pkcs8',
    }),
    name: Buffer.from(new Parsed(row.certificate).subjectName.toArrayBuffer()),
    key: publicKeyBytes(certificate),
  };
}

/** Two nodes may make one at the same moment: the first one written is the authority. */
export async function makeAuthority(needs: AuthorityNeeds): Promise<Authority> {
  const { ledger, clock, installationKey } = needs;
  const at = clock.now();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await rootCertificate({ privateKey, publicKey, at });
  const sealedKey = seal(installationKey, purpose, privateKey.export({ format: 'der', type: 'pkcs8' }));
  const fingerprint256 = new X509Certificate(certificate).fingerprint256;
  await ledger.commit({
    events: [{ kind: 'certificate-authority-made', stationId: null, happenedAt: at, body: { fingerprint256 } }],
    writes: [write(authorities, { certificate, sealedKey, at })],
  });
  const authority = await findAuthority(needs);
  if (authority === undefined) throw new Error('The certificate authority was written and is not there.');
  return authority;
}

export function describeAuthority({ pem, certificate }: Authority): CertificateAuthority {
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    serialNumber: plainSerial(certificate.serialNumber),
    fingerprint256: certificate.fingerprint256,
    issuedAt: certificate.validFromDate.toISOString(),
    expiresAt: certificate.validToDate.toISOString(),
    certificate: pem,
  };
}

/** The key as certificate hashes take it: the content of its bit string, without the byte that counts unused bits. */
export function publicKeyBytes(certificate: X509Certificate): Buffer {
  return lastContent(certificate.publicKey.export({ format: 'der', type: 'spki' })).subarray(1);
}

/** Random, so that nobody can guess one; positive and at most 16 bytes, so that every station can hold it. */
export function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}

async function rootCertificate(made: { privateKey: KeyObject; publicKey: KeyObject; at: Date }): Promise<string> {
  const x509 = await loadX509();
  const keys = {
    privateKey: made.privateKey.toCryptoKey(signingAlgorithm, true, ['sign']),
    publicKey: made.publicKey.toCryptoKey(signingAlgorithm, true, ['verify']),
  };
  const notAfter = new Date(made.at);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + lastsYears);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ CN: ['SIGEC-VE development authority'] }, { O: ['SIGEC-VE'] }],
    notBefore: made.at,
    notAfter,
    keys,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return certificate.toString('pem');
}

const authorities: Projection<{ certificate: string; sealedKey: Buffer; at: Date }> = {
  name: 'certificate authorities',
  identity: () => 'the only one',
  merge: (earlier) => earlier,
  async write(client, rows) {
    for (const { certificate, sealedKey, at } of rows) {
      await client.query(
        'insert into certificate_authority (certificate, sealed_key, created_at) values ($1, $2, $3) on conflict do nothing',
        [certificate, sealedKey, at.toISOString()],
      );
    }
  },
};
