import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { asError, SigecError } from '#base/errors.ts';

export type KeyKind = 'ecdsa' | 'rsa';

/** A certificate with its chain and its private key, both as PEM. */
export type CertifiedKey = {
  kind: KeyKind;
  certificate: string;
  key: string;
  leaf: X509Certificate;
  expiresAt: Date;
};

export type PemFiles = { certificateFile: string; keyFile: string };

const dayMs = 86_400_000;
/** OCPP 2.0.1 A00.FR.502 and 503. */
const leastRsaBits = 2_048;
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Reads a pair of files and sees that clients will be able to use it; a sentence says what is wrong and what to do. */
export async function readCertifiedKey(files: PemFiles, now: Date): Promise<CertifiedKey> {
  const [certificate, key] = await Promise.all([read(files.certificateFile), read(files.keyFile)]);
  return certifiedKey({ certificate, key, files, now });
}

export function certifiedKey(given: { certificate: string; key: string; files: PemFiles; now: Date }): CertifiedKey {
  const { certificate, key, files, now } = given;
  const { certificateFile, keyFile } = files;
  const [leaf, ...chain] = certificatesIn(certificate, certificateFile);
  if (leaf === undefined)
    throw cannot(`${certificateFile} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`);
  const privateKey = privateKeyIn(key, keyFile);
  if (!leaf.checkPrivateKey(privateKey))
    throw cannot(
      `The key in ${keyFile} does not belong to the certificate in ${certificateFile}. The first certificate of the file has to be ours, and TLS_KEYS in the order of TLS_CERTIFICATES.`,
    );
  mustBeInForce(leaf, certificateFile, now);
  mustBeChained([leaf, ...chain], certificateFile);
  return { kind: kindOf(privateKey, keyFile), certificate, key, leaf, expiresAt: leaf.validToDate };
}

/** One pair, or two whose keys differ in kind: clients that know no ECDSA get the other. */
export async function readCertifiedKeys(
  certificateFiles: readonly string[],
  keyFiles: readonly string[],
  now: Date,
): Promise<CertifiedKey[]> {
  if (certificateFiles.length === 0)
    throw cannot('TLS is "files", so TLS_CERTIFICATES and TLS_KEYS have to name one or two pairs of PEM files.');
  if (certificateFiles.length !== keyFiles.length)
    throw cannot(
      `TLS_CERTIFICATES names ${certificateFiles.length} files and TLS_KEYS ${keyFiles.length}; every certificate needs its key, in the same order.`,
    );
  const pairs: CertifiedKey[] = [];
  for (const [index, certificateFile] of certificateFiles.entries())
    pairs.push(await readCertifiedKey({ certificateFile, keyFile: keyFiles[index] ?? '' }, now));
  if (new Set(pairs.map(({ kind }) => kind)).size < pairs.length)
    throw cannot(
      'Two certificates have keys of the same kind, and only one of them could be shown; name one with an ECDSA key and one with an RSA key.',
    );
  return pairs;
}

/** Every certificate of a PEM text, in its order. */
export function certificatesIn(pem: string, file: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw cannot(`${file} holds a certificate that cannot be read: ${asError(cause).message}.`, cause);
    }
  });
}

function privateKeyIn(pem: string, file: string): KeyObject {
  if (pem.includes('ENCRYPTED'))
    throw cannot(`The key in ${file} is protected by a passphrase; keep one without, readable by our user alone.`);
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw cannot(`${file} holds no private key in PEM form: ${asError(cause).message}.`, cause);
  }
}

function mustBeInForce({ validFromDate, validToDate }: X509Certificate, file: string, now: Date): void {
  if (validToDate <= now)
    throw cannot(`The certificate in ${file} expired at ${validToDate.toISOString()}; put a renewed one there.`);
  if (validFromDate.getTime() > now.getTime() + dayMs / 24)
    throw cannot(
      `The certificate in ${file} is not valid before ${validFromDate.toISOString()}; set the clock of this machine, or wait.`,
    );
}

/** Clients know roots alone: what stands between the root and our certificate comes from us, each issued by the next. */
function mustBeChained(chain: readonly X509Certificate[], file: string): void {
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    if (issuer !== undefined && !certificate.verify(issuer.publicKey))
      throw cannot(
        `In ${file} certificate ${index + 2} has not issued certificate ${index + 1}; the file begins with ours, each followed by its issuer.`,
      );
  }
  const [leaf] = chain;
  const isPublic = leaf?.infoAccess?.includes('CA Issuers') ?? false;
  if (chain.length === 1 && isPublic)
    throw cannot(
      `${file} holds our certificate alone, without the chain of its issuer; stations would not trust it. Authorities hand it out as fullchain.pem.`,
    );
}

function kindOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject, file: string): KeyKind {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa' && modulusLength >= leastRsaBits) return 'rsa';
  if (asymmetricKeyType === 'ec' && curves.includes(namedCurve)) return 'ecdsa';
  throw cannot(
    `The key in ${file} is of a kind that stations do not take; use ECDSA on P-256 or P-384, or RSA of at least ${leastRsaBits} bits.`,
  );
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'does not exist' : code === 'EACCES' ? 'may not be read by our user' : asError(cause).message;
    throw cannot(`${file} ${why}; correct TLS_CERTIFICATES or TLS_KEYS, or the rights of the file.`, cause);
  }
}

function cannot(sentence: string, cause?: unknown): SigecError {
  return new SigecError('CANNOT_START', sentence, { cause });
}
