import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SigningKey } from './platform-profile.ts';
import { UcpError } from './ucp-error.ts';

export type SignedRequest = {
  method: string;
  host: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** The address it came from; absent: not known. */
  source?: string | undefined;
  body: Buffer;
};

/** More is not looked at; how far clocks may differ, and how old a signature may be that says when it was made. */
const most = { signatures: 3, ageSeconds: 600 };

/** Whether a request carries a signature at all. */
export function isSigned({ headers }: Pick<SignedRequest, 'headers'>): boolean {
  return headers['signature'] !== undefined || headers['signature-input'] !== undefined;
}

/** RFC 9421 with a key of the platform's profile. Throws what is wrong with the last signature there is. */
export function mustBeSigned(request: SignedRequest, keys: readonly SigningKey[], now: Date): void {
  const inputs = dictionaryOf(request.headers['signature-input']);
  const signatures = dictionaryOf(request.headers['signature']);
  let trouble = new UcpError(401, 'signature_missing', 'The request has no signature that could be read.');
  for (const [label, input] of [...inputs].slice(0, most.signatures)) {
    const value = /^:([A-Za-z0-9+/=]+):$/.exec(signatures.get(label) ?? '')?.[1];
    if (value === undefined) continue;
    try {
      return check(request, { input, signature: Buffer.from(value, 'base64') }, keys, now);
    } catch (error) {
      if (!(error instanceof UcpError)) throw error;
      trouble = error;
    }
  }
  throw trouble;
}

function check(
  request: SignedRequest,
  { input, signature }: { input: string; signature: Buffer },
  keys: readonly SigningKey[],
  now: Date,
): void {
  const covered = [...(/^\(([^)]*)\)/.exec(input)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '');
  const keyId = /;keyid="([^"]*)"/.exec(input)?.[1];
  const key = keys.find(({ kid }) => kid === keyId);
  if (key === undefined)
    throw new UcpError(401, 'key_not_found', 'No key of the platform profile has the keyid of the signature.');
  const uncovered = neededBy(request).filter((name) => !covered.includes(name));
  if (uncovered.length > 0)
    throw new UcpError(401, 'signature_invalid', `The signature does not cover ${uncovered.join(', ')}.`);
  mustBeTimely(input, now);
  const digest = `sha-256=:${createHash('sha256').update(request.body).digest('base64')}:`;
  if (covered.includes('content-digest') && request.headers['content-digest'] !== digest)
    throw new UcpError(400, 'digest_mismatch', 'The Content-Digest is not that of the body.');
  const lines = covered.map((name) => `"${name}": ${valueOf(request, name)}`);
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join('\n'));
  if (!isRight(key, base, signature)) throw new UcpError(401, 'signature_invalid', 'The signature is not right.');
}

/** What decides upon the meaning of a request has to be under its signature. */
function neededBy({ query, headers, body }: SignedRequest): string[] {
  return [
    ...['@method', '@authority', '@path'],
    ...(query === '' ? [] : ['@query']),
    ...(body.length === 0 ? [] : ['content-digest', 'content-type']),
    ...['ucp-agent', 'idempotency-key'].filter((name) => headers[name] !== undefined),
  ];
}

function mustBeTimely(input: string, now: Date): void {
  const seconds = now.getTime() / 1000;
  const created = Number(/;created=(\d+)/.exec(input)?.[1] ?? seconds);
  const expires = Number(/;expires=(\d+)/.exec(input)?.[1] ?? seconds + 1);
  if (Math.abs(seconds - created) > most.ageSeconds || expires <= seconds)
    throw new UcpError(401, 'signature_invalid', 'The signature is too old, or not of this time.');
}

function valueOf({ method, host, path, query, headers }: SignedRequest, name: string): string {
  const derived: Record<string, string> = { '@method': method, '@authority': host, '@path': path, '@query': query };
  const header = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const value =
    (Object.hasOwn(derived, name) ? derived[name] : undefined) ?? (Array.isArray(header) ? header.join(', ') : header);
  if (value === undefined)
    throw new UcpError(401, 'signature_invalid', 'The signature covers something that is not there.');
  return value.trim();
}

/** ES256, and Ed25519, which others prefer. */
function isRight(jwk: SigningKey, base: Buffer, signature: Buffer): boolean {
  const isEc = jwk.kty === 'EC' && jwk['crv'] === 'P-256';
  const isEdwards = jwk.kty === 'OKP' && jwk['crv'] === 'Ed25519';
  if (!isEc && !isEdwards)
    throw new UcpError(400, 'algorithm_unsupported', 'Signatures are taken in ES256 and Ed25519.');
  let key: KeyObject;
  try {
    key = createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new UcpError(401, 'key_not_found', 'The key of the platform profile cannot be read.');
  }
  return isEc
    ? verify('sha256', base, { key, dsaEncoding: 'ieee-p1363' }, signature)
    : verify(null, base, key, signature);
}

/** `sig1=(…);keyid="…", sig2=…`: labels and what stands after them, exactly as written. */
function dictionaryOf(header: string | string[] | undefined): Map<string, string> {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  const found = text.slice(0, 8_000).matchAll(/(?:^|,\s*)([a-z*][a-z0-9_.*-]*)=((?:"(?:[^"\\]|\\.)*"|[^,"])*)/g);
  return new Map([...found].map(([, label = '', value = '']) => [label, value.trim()]));
}
