import { randomBytes, webcrypto } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { CertifiedKey, KeyKind, PemFiles } from './certified-key.ts';
import { certifiedKey } from './certified-key.ts';
import { writePrivately } from './write-privately.ts';

/** Browsers take no certificate that holds for longer. */
const validDays = 397;
const renewBeforeDays = 30;
const dayMs = 86_400_000;

const algorithms = {
  ecdsa: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
} as const satisfies Record<KeyKind, object>;

type SelfSigned = {
  folder: string;
  names: readonly string[];
  now: Date;
};

/** Certificates that we vouch for ourselves, kept in a folder; new ones when they are about to expire or are for other names. */
export async function selfSigned(given: SelfSigned): Promise<CertifiedKey[]> {
  await mkdir(given.folder, { recursive: true, mode: 0o700 });
  const pairs: CertifiedKey[] = [];
  for (const kind of ['ecdsa', 'rsa'] as const) pairs.push((await kept(kind, given)) ?? (await make(kind, given)));
  return pairs;
}

async function kept(kind: KeyKind, { folder, names, now }: SelfSigned): Promise<CertifiedKey | undefined> {
  const files = filesOf(folder, kind);
  try {
    const [certificate, key] = await Promise.all([
      readFile(files.certificateFile, 'utf8'),
      readFile(files.keyFile, 'utf8'),
    ]);
    const pair = certifiedKey({ certificate, key, files, now });
    const isLasting = pair.expiresAt.getTime() - now.getTime() > renewBeforeDays * dayMs;
    const isForThem = names.every((name) => (isIP(name) ? pair.leaf.checkIP(name) : pair.leaf.checkHost(name)));
    return isLasting && isForThem ? pair : undefined;
  } catch {
    return undefined; // not there, or not ours any more
  }
}

async function make(kind: KeyKind, { folder, names, now }: SelfSigned): Promise<CertifiedKey> {
  const files = filesOf(folder, kind);
  const { certificate, key } = await signSelf({ kind, names, now });
  await writePrivately(files.keyFile, key);
  await writePrivately(files.certificateFile, certificate);
  return certifiedKey({ certificate, key, files, now });
}

/** The library is large, and most starts need none of it. */
async function signSelf({ kind, names, now }: { kind: KeyKind; names: readonly string[]; now: Date }) {
  await import('reflect-metadata'); // the other one does not start without
  const x509 = await import('@peculiar/x509');
  const algorithm = algorithms[kind];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `00${randomBytes(15).toString('hex')}`,
    name: `CN=${names.find((name) => isIP(name) === 0) ?? 'localhost'}, O=SIGEC-VE self-signed`,
    notBefore: new Date(now.getTime() - dayMs / 24), // clocks of clients differ
    notAfter: new Date(now.getTime() + validDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | (kind === 'rsa' ? x509.KeyUsageFlags.keyEncipherment : 0),
        true,
      ),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1']),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
  return { certificate: `${certificate.toString('pem')}\n`, key };
}

function filesOf(folder: string, kind: KeyKind): PemFiles {
  return {
    certificateFile: join(folder, `self-signed-${kind}.pem`),
    keyFile: join(folder, `self-signed-${kind}.key.pem`),
  };
}
