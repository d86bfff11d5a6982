import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { CertifiedKey, KeyKind, PemFiles } from './certified-key.ts';
import { certifiedKey } from './certified-key.ts';
import { writePrivately } from './write-privately.ts';

/** Browsers take no certificate that holds for longer. */
const validDays = 397;
const renewBeforeDays = 30;
const rootDays = 3_650;
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

type Pem = { certificate: string; key: string };

const organization = 'SIGEC-VE self-signed';

/** Whether nobody but us vouches for it. */
export function isSelfSigned({ issuer }: X509Certificate): boolean {
  return issuer.includes(`O=${organization}`);
}

/**
 * Certificates that we vouch for ourselves, kept in a folder; new ones when they are about to expire or are for other names. They stand on a
 * root of their own, which lasts: a station that was given it takes the renewed ones too.
 */
export async function selfSigned(given: SelfSigned): Promise<CertifiedKey[]> {
  await mkdir(given.folder, { recursive: true, mode: 0o700 });
  const root = (await keptRoot(given)) ?? (await makeRoot(given));
  const pairs: CertifiedKey[] = [];
  for (const kind of ['ecdsa', 'rsa'] as const)
    pairs.push((await kept(kind, given, root)) ?? (await make(kind, given, root)));
  return pairs;
}

async function keptRoot({ folder, now }: SelfSigned): Promise<Pem | undefined> {
  try {
    const root = await readPair(filesOf(folder, 'root'));
    const left = new X509Certificate(root.certificate).validToDate.getTime() - now.getTime();
    return left > validDays * dayMs ? root : undefined; // it outlives what is made now
  } catch {
    return undefined; // not there, or not ours any more
  }
}

async function makeRoot({ folder, now }: SelfSigned): Promise<Pem> {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(algorithms.ecdsa, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    signingAlgorithm: algorithms.ecdsa,
    keys,
    name: `CN=SIGEC-VE ${randomBytes(4).toString('hex')}, O=${organization}`, // no two installations are mistaken for each other
    ...lasting(now, rootDays),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  const root = { certificate: `${certificate.toString('pem')}\n`, key: await pemOf(keys.privateKey) };
  await writePair(filesOf(folder, 'root'), root);
  return root;
}

async function kept(kind: KeyKind, { folder, names, now }: SelfSigned, root: Pem): Promise<CertifiedKey | undefined> {
  const files = filesOf(folder, kind);
  try {
    const pair = certifiedKey({ ...(await readPair(files)), files, now });
    const isLasting = pair.expiresAt.getTime() - now.getTime() > renewBeforeDays * dayMs;
    const isForThem = names.every((name) => (isIP(name) ? pair.leaf.checkIP(name) : pair.leaf.checkHost(name)));
    const isOfRoot = pair.leaf.verify(new X509Certificate(root.certificate).publicKey);
    return isLasting && isForThem && isOfRoot ? pair : undefined;
  } catch {
    return undefined; // not there, or not ours any more
  }
}

async function make(kind: KeyKind, { folder, names, now }: SelfSigned, root: Pem): Promise<CertifiedKey> {
  const files = filesOf(folder, kind);
  const pair = await sign({ kind, names, now }, root);
  await writePair(files, pair);
  return certifiedKey({ ...pair, files, now });
}

async function sign(wanted: { kind: KeyKind; names: readonly string[]; now: Date }, root: Pem): Promise<Pem> {
  const { kind, names, now } = wanted;
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(algorithms[kind], true, ['sign', 'verify']);
  const rootKey = createPrivateKey(root.key).toCryptoKey(algorithms.ecdsa, false, ['sign']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    publicKey: keys.publicKey,
    subject: `CN=${names.find((name) => isIP(name) === 0) ?? 'localhost'}, O=${organization}`,
    issuer: new x509.X509Certificate(root.certificate).subject,
    signingKey: rootKey,
    signingAlgorithm: algorithms.ecdsa,
    ...lasting(now, validDays),
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
  return { certificate: `${certificate.toString('pem')}\n${root.certificate}`, key: await pemOf(keys.privateKey) };
}

/** The library is large, and most starts need none of it. */
async function loadX509() {
  await import('reflect-metadata'); // the other one does not start without
  return import('@peculiar/x509');
}

function randomSerial(): string {
  return `00${randomBytes(15).toString('hex')}`;
}

function lasting(now: Date, days: number) {
  // Clocks of clients differ.
  return { notBefore: new Date(now.getTime() - dayMs / 24), notAfter: new Date(now.getTime() + days * dayMs) };
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}

async function readPair({ certificateFile, keyFile }: PemFiles): Promise<Pem> {
  const [certificate, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
  return { certificate, key };
}

async function writePair(files: PemFiles, { certificate, key }: Pem): Promise<void> {
  await writePrivately(files.keyFile, key);
  await writePrivately(files.certificateFile, certificate);
}

function filesOf(folder: string, kind: KeyKind | 'root'): PemFiles {
  return {
    certificateFile: join(folder, `self-signed-${kind}.pem`),
    keyFile: join(folder, `self-signed-${kind}.key.pem`),
  };
}
