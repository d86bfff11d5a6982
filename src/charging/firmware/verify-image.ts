import { constants, createVerify, verify, X509Certificate } from 'node:crypto';
import { asError, SigecError } from '#base/errors.ts';
import { type GuardedFetch, guardedFetch } from '#base/guarded-fetch.ts';

/** `unchecked`: the image could not be had here, so that the station is the first to check it. */
export type Verdict = { status: 'verified' } | { status: 'unchecked'; reason: string };

type Signed = { location: string; signingCertificate: string; signature: string; now: Date };

/** Images of firmware are tens of megabytes; what is larger is left to the station. */
const limits = { timeoutMs: 30_000, maxBytes: 128 * 1024 * 1024 };

/** An image carries its own signature, so plain http is fine; private networks are asked only where the operator lists the host. */
export function imageFetch(allowedHosts: readonly string[]): GuardedFetch {
  return guardedFetch({ isHttpFine: true, allowedHosts, limits });
}

/**
 * L01.FR.707: looks at certificate and image before any station has to. Throws where they are wrong: a station would only find out after the
 * download, and would be in doubt whom to blame.
 */
export async function verifyImage(fetchImage: GuardedFetch, signed: Signed): Promise<Verdict> {
  const certificate = validCertificate(signed);
  const signature = readSignature(signed.signature);
  if (!/^https?:/i.test(signed.location))
    return { status: 'unchecked', reason: 'only http and https are fetched here' };
  let image: Buffer;
  try {
    const { status, body } = await fetchImage(signed.location);
    if (status !== 200) return { status: 'unchecked', reason: `the server answered ${status}` };
    image = body;
  } catch (error) {
    return { status: 'unchecked', reason: asError(error).message };
  }
  if (isSigned({ certificate, signature, image })) return { status: 'verified' };
  throw new SigecError(
    'INVALID_INPUT',
    `The signature does not fit the ${image.length} bytes at the address and the signing certificate (${certificate.subject.replaceAll('\n', ', ')}), so no station was asked. Sign this very file with the key of that certificate: ECDSA, or RSA with PSS or PKCS #1, over SHA-256.`,
  );
}

/** Throws where the certificate cannot sign anything now. */
export function checkCertificate(signingCertificate: string, now: Date): void {
  validCertificate({ signingCertificate, now });
}

/** The same for an image that is read as it comes, with flat memory; Ed25519 alone needs the whole of it. */
export async function isSignedBy(
  signed: Pick<Signed, 'signingCertificate' | 'signature' | 'now'>,
  content: AsyncIterable<Buffer>,
): Promise<boolean> {
  const certificate = validCertificate(signed);
  const signature = readSignature(signed.signature);
  if (certificate.publicKey.asymmetricKeyType === 'ed25519') {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return isSigned({ certificate, signature, image: Buffer.concat(chunks) });
  }
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
  const isRsa = certificate.publicKey.asymmetricKeyType === 'rsa';
  const ways = (isRsa ? [RSA_PKCS1_PSS_PADDING, RSA_PKCS1_PADDING] : [undefined]).map((padding) => ({
    verifier: createVerify('sha256'),
    key: { key: certificate.publicKey, ...(padding !== undefined && { padding }) },
  }));
  for await (const chunk of content) for (const { verifier } of ways) verifier.update(chunk);
  return ways.some(({ verifier, key }) => verifier.verify(key, signature));
}

/** L01.FR.22. */
function validCertificate({ signingCertificate, now }: Pick<Signed, 'signingCertificate' | 'now'>): X509Certificate {
  const certificate = readCertificate(signingCertificate);
  if (certificate === undefined)
    throw new SigecError('INVALID_INPUT', 'The signing certificate is no X.509 certificate in PEM.');
  const { validFromDate, validToDate } = certificate;
  if (validToDate < now)
    throw new SigecError(
      'INVALID_INPUT',
      `The signing certificate expired on ${validToDate.toISOString()}; sign with a valid one.`,
    );
  if (validFromDate > now)
    throw new SigecError(
      'INVALID_INPUT',
      `The signing certificate is not valid before ${validFromDate.toISOString()}; sign with a valid one, or wait.`,
    );
  return certificate;
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function readSignature(base64: string): Buffer {
  const signature = Buffer.from(base64, 'base64');
  if (signature.length === 0 || !/^[A-Za-z0-9+/=\s]+$/.test(base64))
    throw new SigecError('INVALID_INPUT', 'The signature is not written in Base64.');
  return signature;
}

function isSigned({
  certificate,
  signature,
  image,
}: {
  certificate: X509Certificate;
  signature: Buffer;
  image: Buffer;
}) {
  const key = certificate.publicKey;
  if (key.asymmetricKeyType === 'ed25519') return verify(null, image, key, signature);
  if (key.asymmetricKeyType !== 'rsa') return verify('sha256', image, key, signature);
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
  return [RSA_PKCS1_PSS_PADDING, RSA_PKCS1_PADDING].some((padding) =>
    verify('sha256', image, { key, padding }, signature),
  );
}
