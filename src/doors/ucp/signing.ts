import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { canonicalJson, isRecord, parsedJson } from '#base/json.ts';
import { seal, unseal } from '#ledger/seal.ts';

export type PublicKey = { kid: string; kty: 'EC'; crv: 'P-256'; x: string; y: string; use: 'sig'; alg: 'ES256' };

export type ShopKey = { public: PublicKey; private: KeyObject };

const purpose = 'ucp-signing-key';

/** The key with which the shop signs what it sends. Made once; all nodes share it through the database. */
export async function openShopKey({
  pool,
  clock,
  installationKey,
}: {
  pool: Pool;
  clock: Clock;
  installationKey: Buffer;
}): Promise<ShopKey> {
  const made = newKey();
  await pool.query(
    `insert into ucp_signing_key (kid, public_jwk, sealed, made_at) select $1, $2, $3, $4 where not exists (select from ucp_signing_key)`,
    [made.jwk.kid, JSON.stringify(made.jwk), seal(installationKey, purpose, made.der), clock.now()],
  );
  const { rows } = await pool.query<{ jwk: PublicKey; sealed: Buffer }>(
    'select public_jwk as jwk, sealed from ucp_signing_key order by made_at, kid limit 1', // two nodes may have begun at once: the first counts
  );
  const [kept] = rows;
  if (kept === undefined) throw new Error('A key was written and cannot be read.');
  const der = unseal(installationKey, purpose, kept.sealed);
  return { public: kept.jwk, private: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}

function newKey(): { jwk: PublicKey; der: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // RFC 7638: the key is named by what it is.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  const jwk = { kid, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' } as const;
  return { jwk, der: privateKey.export({ format: 'der', type: 'pkcs8' }) };
}

/** ES256 as r and s side by side, which both JWS and HTTP message signatures ask for. */
export function signBytes(key: ShopKey, bytes: Buffer): Buffer {
  return sign('sha256', bytes, { key: key.private, dsaEncoding: 'ieee-p1363' });
}

type Outgoing = { url: URL; body: string; headers: Record<string, string> };

/** RFC 9421: method, address, path, body and the named headers, under one signature. */
export function signedRequestHeaders(key: ShopKey, { url, body, headers }: Outgoing): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const all: Record<string, string> = { ...headers, 'content-type': 'application/json', 'content-digest': digest };
  const values: [string, string][] = [
    ['@method', 'POST'],
    ['@authority', url.host],
    ['@path', url.pathname],
    ...(url.search === '' ? [] : [['@query', url.search] as [string, string]]),
    ...Object.entries(all),
  ];
  const parameters = `(${values.map(([name]) => `"${name}"`).join(' ')});keyid="${key.public.kid}"`;
  const base = [...values.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${parameters}`].join(
    '\n',
  );
  const signature = signBytes(key, Buffer.from(base)).toString('base64');
  return { ...all, 'signature-input': `sig1=${parameters}`, signature: `sig1=:${signature}:` };
}

/** AP2: a JWS over the terms in their canonical form (RFC 8785), which themselves are left out (RFC 7515, appendix F). */
export function merchantAuthorization(key: ShopKey, terms: object): string {
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: key.public.kid })).toString('base64url');
  return `${header}..${signBytes(key, Buffer.from(`${header}.${canonicalPayload(terms)}`)).toString('base64url')}`;
}

/** Whether these terms are our own, as we offered them. */
export function isAuthorized(key: ShopKey, terms: object, authorization: string): boolean {
  const [header = '', between, signature = ''] = authorization.split('.');
  const signed = Buffer.from(`${header}.${canonicalPayload(terms)}`);
  const bytes = Buffer.from(signature, 'base64url');
  const { alg, kid } = jsonRecord(Buffer.from(header, 'base64url').toString());
  if (between !== '' || alg !== 'ES256' || kid !== key.public.kid) return false;
  return verify('sha256', signed, { key: createPublicKey(key.private), dsaEncoding: 'ieee-p1363' }, bytes);
}

function jsonRecord(text: string): Record<string, unknown> {
  const read = parsedJson(text);
  return isRecord(read) ? read : {};
}

function canonicalPayload(terms: object): string {
  return Buffer.from(canonicalJson(terms)).toString('base64url');
}

/** RFC 7797, as the first revision signs: a JWS over the body, which itself is left out. */
export function detachedSignature(key: ShopKey, body: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: key.public.kid, b64: false, crit: ['b64'] })).toString(
    'base64url',
  );
  return `${header}..${signBytes(key, Buffer.from(`${header}.${body}`)).toString('base64url')}`;
}
