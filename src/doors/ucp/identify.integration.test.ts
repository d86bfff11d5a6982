import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { platformProfile } from '../../../test/support/ucp-platform.ts';
import { agentIn, identify } from './identify.ts';
import { Platforms } from './platforms.ts';
import type { SignedRequest } from './verify-signature.ts';

const profileUrl = 'https://platform.example/profile';
const body = Buffer.from('{"line_items":[]}');

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const keys = [
  { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec' },
  { ...ed.publicKey.export({ format: 'jwk' }), kid: 'ed' },
  { kid: 'rsa', kty: 'RSA', n: 'x', e: 'AQAB' },
];

/** The shop as others reach it: nobody is activated without showing who they are. */
function needs() {
  const profile = JSON.stringify(platformProfile({ version: '2026-04-08', signingKeys: keys }));
  const fetch = () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from(profile) });
  const principal = { id: 'k1', name: 'P', kind: 'program', role: 'operator', scopes: [] } as const;
  return {
    platforms: new Platforms({ fetch, clock: systemClock, log: silentLog }),
    principals: {
      mustSignIn: true,
      authenticate: (secret: string) => Promise.resolve(secret === 'right' ? { ...principal, scopes: [] } : undefined),
      authenticateToken: () => Promise.resolve(undefined),
      oauth: { isToken: () => false } as never,
      may: () => ({ isAllowed: true }) as const,
    },
    show: { baseUrl: 'https://shop.example' },
    clock: systemClock,
  };
}

const names = ['@method', '@authority', '@path', 'ucp-agent', 'idempotency-key', 'content-digest', 'content-type'];

type Signing = {
  kid?: string;
  key?: KeyObject;
  covered?: readonly string[];
  parameters?: string;
  sent?: Partial<SignedRequest>;
};

function request({
  kid = 'ec',
  key = ec.privateKey,
  covered = names,
  parameters = '',
  sent = {},
}: Signing = {}): SignedRequest {
  const headers = {
    'ucp-agent': `profile="${profileUrl}"`,
    'idempotency-key': 'k-1',
    'content-type': 'application/json',
    'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
  };
  const values: Record<string, string> = {
    ...headers,
    '@method': 'POST',
    '@authority': 'shop.example',
    '@path': '/checkout-sessions',
  };
  const input = `(${covered.map((name) => `"${name}"`).join(' ')})${parameters};keyid="${kid}"`;
  const base = Buffer.from(
    [...covered.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${input}`].join('\n'),
  );
  const signature =
    key.asymmetricKeyType === 'ec' ? sign('sha256', base, { key, dsaEncoding: 'ieee-p1363' }) : sign(null, base, key);
  const signed = { 'signature-input': `sig1=${input}`, signature: `sig1=:${signature.toString('base64')}:` };
  return {
    method: 'POST',
    host: 'shop.example',
    path: '/checkout-sessions',
    query: '',
    body,
    ...sent,
    headers: { ...headers, ...signed, ...sent.headers },
  };
}

const asked = { agent: { profileUrl, version: undefined }, isWrite: true };

test('a platform is known by its signature, in ES256 or Ed25519, or by a key of ours', async () => {
  expect(await identify(needs(), request(), asked)).toMatchObject({
    version: '2026-04-08',
    owner: `ucp:${profileUrl}`,
  });
  expect(await identify(needs(), request({ kid: 'ed', key: ed.privateKey }), asked)).toMatchObject({
    owner: `ucp:${profileUrl}`,
  });
  const plain: SignedRequest = {
    method: 'POST',
    host: 'shop.example',
    path: '/x',
    query: '',
    body,
    headers: { authorization: 'Bearer right' },
  };
  expect(await identify(needs(), plain, asked)).toMatchObject({ owner: `ucp:${profileUrl}#k1` });
});

const now = Math.floor(Date.now() / 1000);

test.each<[what: string, code: string, signing: Signing | SignedRequest]>([
  [
    'no signature and no key',
    'signature_missing',
    { method: 'GET', host: 'h', path: '/', query: '', body, headers: {} },
  ],
  [
    'a key that is not ours',
    'unauthorized',
    { method: 'GET', host: 'h', path: '/', query: '', body, headers: { authorization: 'Bearer wrong' } },
  ],
  [
    'a signature of somebody else',
    'signature_invalid',
    { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  ],
  ['a key that the profile has not', 'key_not_found', { kid: 'other' }],
  ['an algorithm that nobody here reads', 'algorithm_unsupported', { kid: 'rsa' }],
  ['a body that is not under it', 'signature_invalid', { covered: names.filter((name) => name !== 'content-digest') }],
  [
    'an idempotency key that is not under it',
    'signature_invalid',
    { covered: names.filter((name) => name !== 'idempotency-key') },
  ],
  ['another body', 'digest_mismatch', { sent: { body: Buffer.from('{"line_items":[1]}') } }],
  ['another path', 'signature_invalid', { sent: { path: '/carts' } }],
  ['another host', 'signature_invalid', { sent: { host: 'other.example' } }],
  ['a query that is not under it', 'signature_invalid', { sent: { query: '?a=1' } }],
  ['a header that nobody sent', 'signature_invalid', { covered: [...names, 'constructor'] }],
  ['a signature of yesterday', 'signature_invalid', { parameters: `;created=${now - 86_400}` }],
  ['a signature that is over', 'signature_invalid', { parameters: `;created=${now};expires=${now - 1}` }],
])('%s is refused', async (_what, code, signing) => {
  const sent = 'method' in signing && 'headers' in signing ? signing : request(signing);
  await expect(identify(needs(), sent, asked)).rejects.toMatchObject({ code });
});

test.each([
  ['profile="https://a.example/p"', { profileUrl: 'https://a.example/p', version: undefined }],
  ['profile="https://a.example/p"; version="2026-01-11"', { profileUrl: 'https://a.example/p', version: '2026-01-11' }],
  ['name="x", profile="https://a.example/p"', { profileUrl: 'https://a.example/p', version: undefined }],
])('the header %s names the platform', (header, agent) => {
  expect(agentIn(header)).toEqual(agent);
});

test.each([
  undefined,
  '',
  'profile=https://a.example',
  `profile="${'x'.repeat(2_001)}"`,
  'xprofile="https://a.example"',
  'profile="https://a.example/p#k1"',
])('the header %s names nobody', (header) => {
  expect(() => agentIn(header)).toThrow(/profile/);
});

test('a profile is fetched once a minute, by however many requests, and a failure is not hammered upon', async () => {
  let now_ = 0;
  const fetched: string[] = [];
  const profile = JSON.stringify(platformProfile({ version: '2026-04-08' }));
  const platforms = new Platforms({
    fetch(url) {
      fetched.push(url);
      return url.endsWith('/bad')
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ status: 200, headers: {}, body: Buffer.from(profile) });
    },
    clock: { now: () => new Date(now_) },
    log: silentLog,
  });
  await Promise.all([1, 2, 3].map(() => platforms.profile('https://a.example/p')));
  expect(fetched).toHaveLength(1);
  now_ = 59_000;
  await platforms.profile('https://a.example/p');
  now_ = 61_000;
  await platforms.profile('https://a.example/p');
  expect(fetched).toHaveLength(2);
  for (let times = 0; times < 5; times += 1)
    await expect(platforms.profile('https://a.example/bad')).rejects.toMatchObject({ code: 'profile_unreachable' });
  expect(fetched).toHaveLength(3);
  // Whoever names ever new addresses is told to wait.
  const many = await Promise.allSettled(
    Array.from({ length: 130 }, (_each, at) => platforms.profile(`https://a.example/${at}`)),
  );
  expect(many.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  expect(fetched.length).toBeLessThanOrEqual(123);
});
