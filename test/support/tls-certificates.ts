import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

const algorithms = {
  ecdsa: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  'rsa-1024': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 1024,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;
export type TestKeyKind = keyof typeof algorithms;

const dayMs = 86_400_000;

export type Issued = { certificate: string; key: string };
export type Wanted = {
  kind?: TestKeyKind;
  names?: readonly string[];
  validFrom?: Date;
  validTo?: Date;
  /** As public authorities write it into what they issue. */
  hasIssuerAddress?: boolean;
};

/** A root, and an authority below it that issues certificates for servers: written for the tests, apart from the product's own. */
export type TestAuthority = { root: string; intermediate: string; issue(wanted?: Wanted): Promise<Issued> };

export async function testAuthority(): Promise<TestAuthority> {
  const rootKeys = await keysOf('ecdsa');
  const keys = await keysOf('ecdsa');
  const isAuthority = [new x509.BasicConstraintsExtension(true, undefined, true)];
  const forever = { notBefore: new Date(Date.now() - 4_000 * dayMs), notAfter: new Date(Date.now() + 4_000 * dayMs) };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test root',
    keys: rootKeys,
    signingAlgorithm: algorithms.ecdsa,
    extensions: isAuthority,
    ...forever,
  });
  const intermediate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Test authority',
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithms.ecdsa,
    extensions: isAuthority,
    ...forever,
  });
  return {
    root: root.toString('pem'),
    intermediate: intermediate.toString('pem'),
    async issue({ kind = 'ecdsa', names = ['localhost', '127.0.0.1'], ...wanted } = {}) {
      const own = await keysOf(kind);
      const leaf = await x509.X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: intermediate.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithms.ecdsa,
        notBefore: wanted.validFrom ?? new Date(Date.now() - dayMs),
        notAfter: wanted.validTo ?? new Date(Date.now() + 90 * dayMs),
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
          ),
          ...(wanted.hasIssuerAddress === true
            ? [new x509.AuthorityInfoAccessExtension({ caIssuers: 'http://ca.example/ca.cer' })]
            : []),
        ],
      });
      return { certificate: leaf.toString('pem'), key: await pemOf(own.privateKey) };
    },
  };
}

export type CertificateFiles = AsyncDisposable & {
  folder: string;
  write(name: string, issued: Issued, chain?: string): Promise<{ certificateFile: string; keyFile: string }>;
};

export async function certificateFiles(): Promise<CertificateFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-tls-'));
  return {
    folder,
    async write(name, { certificate, key }, chain = '') {
      const certificateFile = join(folder, `${name}.pem`);
      const keyFile = join(folder, `${name}.key.pem`);
      await writeFile(certificateFile, `${certificate}\n${chain}\n`);
      await writeFile(keyFile, key, { mode: 0o600 });
      return { certificateFile, keyFile };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

function keysOf(kind: TestKeyKind) {
  return webcrypto.subtle.generateKey(algorithms[kind], true, ['sign', 'verify']);
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}
