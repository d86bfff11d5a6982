import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned, mustBeSigned, type SignedRequest } from './verify-signature.ts';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const keys = [
  { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec', kty: 'EC' },
  { ...edwards.publicKey.export({ format: 'jwk' }), kid: 'ed', kty: 'OKP' },
  { kid: 'rsa', kty: 'RSA', crv: 'P-256' },
  { kid: 'other-curve', kty: 'EC', crv: 'P-384' },
  { kid: 'broken', kty: 'EC', crv: 'P-256' },
];
const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const body = Buffer.from('{"a":1}');
const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
const plain: SignedRequest = {
  method: 'GET',
  host: 'shop.example',
  path: '/x',
  query: '',
  headers: {},
  body: Buffer.alloc(0),
};
const whole: SignedRequest = {
  ...plain,
  method: 'POST',
  query: '?q=1',
  body,
  headers: { 'content-type': 'application/json', 'content-digest': digest, 'ucp-agent': 'a', 'idempotency-key': 'k' },
};
const covers = ['@method', '@authority', '@path'];
const coversAll = [...covers, '@query', 'content-digest', 'content-type', 'ucp-agent', 'idempotency-key'];

type Signing = { covered?: readonly string[]; key?: 'ec' | 'ed'; kid?: string; more?: string; label?: string };

function signed(
  request: SignedRequest,
  { covered = covers, key = 'ec', kid = key, more = '', label = 'sig1' }: Signing = {},
): SignedRequest {
  const input = `(${covered.map((name) => `"${name}"`).join(' ')});keyid="${kid}"${more}`;
  const derived: Record<string, string> = {
    '@method': request.method,
    '@authority': request.host,
    '@path': request.path,
    '@query': request.query,
  };
  const lines = covered.map((name) => `"${name}": ${derived[name] ?? String(request.headers[name] ?? '')}`);
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join('\n'));
  const signature =
    key === 'ec'
      ? sign('sha256', base, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
      : sign(null, base, edwards.privateKey);
  const headers = {
    ...request.headers,
    'signature-input': `${label}=${input}`,
    signature: `${label}=:${signature.toString('base64')}:`,
  };
  return { ...request, headers };
}

function troubleOf(request: SignedRequest): string {
  try {
    mustBeSigned(request, keys, now);
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('a request is signed by either header', () => {
  expect(isSigned({ headers: {} })).toBe(false);
  expect(isSigned({ headers: { signature: 'x' } })).toBe(true);
  expect(isSigned({ headers: { 'signature-input': 'x' } })).toBe(true);
});

test.each([
  ['without a body', signed(plain)],
  ['with Ed25519', signed(plain, { key: 'ed' })],
  ['with a body, a query and names', signed(whole, { covered: coversAll })],
  ['made just now', signed(plain, { more: `;created=${seconds - 600};expires=${seconds + 1}` })],
])('a request %s is taken', (_what, request) => {
  expect(troubleOf(request)).toBe('none');
});

test.each<[string, SignedRequest, string]>([
  ['nothing signed', plain, 'signature_missing'],
  [
    'a signature that is no text of bytes',
    { ...signed(plain), headers: { ...signed(plain).headers, signature: 'sig1=x' } },
    'signature_missing',
  ],
  ['a key that the profile lacks', signed(plain, { kid: 'nobody' }), 'key_not_found'],
  ['another kind of key', signed(plain, { kid: 'rsa' }), 'algorithm_unsupported'],
  ['another curve', signed(plain, { kid: 'other-curve' }), 'algorithm_unsupported'],
  ['a key that cannot be read', signed(plain, { kid: 'broken' }), 'key_not_found'],
  ['the method left out', signed(plain, { covered: ['@authority', '@path'] }), 'signature_invalid'],
  [
    'the query left out',
    signed(whole, { covered: coversAll.filter((name) => name !== '@query') }),
    'signature_invalid',
  ],
  [
    'the body left out',
    signed(whole, { covered: coversAll.filter((name) => name !== 'content-digest') }),
    'signature_invalid',
  ],
  [
    'the name of the platform left out',
    signed(whole, { covered: coversAll.filter((name) => name !== 'ucp-agent') }),
    'signature_invalid',
  ],
  ['something covered that is not there', signed(plain, { covered: [...covers, 'x-none'] }), 'signature_invalid'],
  [
    'a body that was changed',
    { ...signed(whole, { covered: coversAll }), body: Buffer.from('{"a":2}') },
    'digest_mismatch',
  ],
  ['a path that was changed', { ...signed(plain), path: '/y' }, 'signature_invalid'],
  ['a signature that is too old', signed(plain, { more: `;created=${seconds - 601}` }), 'signature_invalid'],
  ['a signature of the future', signed(plain, { more: `;created=${seconds + 601}` }), 'signature_invalid'],
  ['a signature that is over', signed(plain, { more: `;expires=${seconds}` }), 'signature_invalid'],
])('%s is refused', (_what, request, code) => {
  expect(troubleOf(request)).toBe(code);
});

test('one right signature among several is enough, of the first three', () => {
  const right = signed(plain, { label: 'right' });
  const beside = (count: number) => {
    const wrong = Array.from({ length: count }, (_, index) => `w${index}=("@path");keyid="nobody"`);
    const values = Array.from({ length: count }, (_, index) => `w${index}=:AAAA:`);
    return {
      ...plain,
      headers: {
        'signature-input': [...wrong, String(right.headers['signature-input'])].join(', '),
        signature: [...values, String(right.headers['signature'])].join(', '),
      },
    };
  };
  expect(troubleOf(beside(2))).toBe('none');
  expect(troubleOf(beside(3))).toBe('key_not_found');
});
