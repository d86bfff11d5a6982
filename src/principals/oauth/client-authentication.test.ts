import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { hashOf } from '../key-store.ts';
import type { OAuthClient } from './client.ts';
import { ClientAuthentication, type ClientCredentials } from './client-authentication.ts';

const now = new Date('2026-03-01T08:00:00Z');
const audiences = ['https://sigec.example', 'https://sigec.example/token'];
const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
let key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let keys: { keys: object[] };

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  keys = { keys: [await exportJWK(pair.publicKey)] };
});

function clientOf(more: Partial<OAuthClient>): OAuthClient {
  return {
    id: 'c1',
    secretHash: hashOf('secret'),
    jwks: null,
    jwksUri: null,
    authMethod: 'none',
    ...more,
  } as OAuthClient;
}

function authentication(
  more: Partial<OAuthClient>,
  answer: object = { status: 200, body: Buffer.from(JSON.stringify(keys)) },
) {
  const fetched: string[] = [];
  const clock = { now: () => now };
  const find = async (id: string) => (id === 'c1' ? clientOf(more) : undefined);
  const fetch = async (url: string) => (fetched.push(url), answer as never);
  const made = new ClientAuthentication({ find, fetch, clock });
  const authenticate = (form: Record<string, string>, basic?: ClientCredentials['basic']) =>
    made.authenticate({ basic, form, audiences });
  return { authenticate, fetched };
}

type Claims = { iss?: string; sub?: string; aud?: string; jti?: string | null; lastsSeconds?: number };

function assertionOf({ iss = 'c1', sub = 'c1', aud = audiences[1], jti = 'j1', lastsSeconds = 300 }: Claims = {}) {
  const jwt = new SignJWT({ ...(jti !== null && { jti }) }).setProtectedHeader({ alg: 'ES256' });
  return jwt
    .setIssuer(iss)
    .setSubject(sub)
    .setAudience(aud ?? '')
    .setExpirationTime(now.getTime() / 1_000 + lastsSeconds)
    .sign(key);
}

const signed = async (claims?: Claims) => ({ client_assertion_type, client_assertion: await assertionOf(claims) });

test('a program without a secret names itself and shows nothing', async () => {
  const { authenticate } = authentication({ authMethod: 'none' });
  expect(await authenticate({ client_id: 'c1' })).toMatchObject({ id: 'c1' });
  expect(await authenticate({}, { id: 'c1', secret: '' })).toMatchObject({ id: 'c1' });
  await expect(authenticate({}, { id: 'c1', secret: 'x' })).rejects.toThrow('must prove itself by none');
  await expect(authenticate({ client_id: 'c1', client_secret: 'x' })).rejects.toThrow('must prove itself by none');
  await expect(authenticate({ client_id: 'c1', client_assertion: 'x' })).rejects.toThrow('must prove itself by none');
});

test.each<[string, Record<string, string>, ClientCredentials['basic'], string]>([
  ['nobody', {}, undefined, 'client_id is missing.'],
  ['nobody, with an assertion that is none', { client_assertion: 'x' }, undefined, 'client_id is missing.'],
  ['a stranger', { client_id: 'c2' }, undefined, 'This client_id is unknown'],
  ['two programs', { client_id: 'c2' }, { id: 'c1', secret: '' }, 'name different programs'],
  ['one program twice', { client_secret: 'secret' }, { id: 'c1', secret: 'secret' }, 'in one way'],
])('%s is refused', async (_what, form, basic, why) => {
  await expect(authentication({}).authenticate(form, basic)).rejects.toThrow(why);
});

test('a secret counts in the way that the program registered, and no other', async () => {
  const basic = authentication({ authMethod: 'client_secret_basic' });
  expect(await basic.authenticate({ client_id: 'c1' }, { id: 'c1', secret: 'secret' })).toMatchObject({ id: 'c1' });
  await expect(basic.authenticate({}, { id: 'c1', secret: 'other' })).rejects.toThrow('must prove itself');
  await expect(basic.authenticate({ client_id: 'c1', client_secret: 'secret' })).rejects.toThrow('must prove itself');
  const post = authentication({ authMethod: 'client_secret_post' });
  expect(await post.authenticate({ client_id: 'c1', client_secret: 'secret' })).toMatchObject({ id: 'c1' });
  await expect(post.authenticate({}, { id: 'c1', secret: 'secret' })).rejects.toThrow('must prove itself');
  const none = authentication({ authMethod: 'client_secret_post', secretHash: null });
  await expect(none.authenticate({ client_id: 'c1', client_secret: 'secret' })).rejects.toThrow('must prove itself');
});

test('a signed assertion proves a program once', async () => {
  const { authenticate } = authentication({ authMethod: 'private_key_jwt', jwks: keys });
  const form = await signed();
  expect(await authenticate(form)).toMatchObject({ id: 'c1' });
  await expect(authenticate(form)).rejects.toThrow('must prove itself by private_key_jwt');
  expect(await authenticate(await signed({ jti: 'j2' }))).toMatchObject({ id: 'c1' });
});

test.each<[string, Claims]>([
  ['for another server', { aud: 'https://other.example' }],
  ['about another program', { sub: 'c2' }],
  ['without a name of its own', { jti: null }],
  ['that lasts too long', { lastsSeconds: 601 }],
  ['that is over', { lastsSeconds: -31 }],
])('an assertion %s proves nothing', async (_what, claims) => {
  const { authenticate } = authentication({ authMethod: 'private_key_jwt', jwks: keys });
  await expect(authenticate(await signed(claims))).rejects.toThrow('must prove itself');
});

test('an assertion lasts ten minutes at most, to the second, and says what it is', async () => {
  const { authenticate } = authentication({ authMethod: 'private_key_jwt', jwks: keys });
  expect(await authenticate(await signed({ lastsSeconds: 600 }))).toMatchObject({ id: 'c1' });
  const { client_assertion } = await signed({ jti: 'j2' });
  await expect(authenticate({ client_assertion })).rejects.toThrow('must prove itself');
  await expect(authenticate({ client_id: 'c1', client_assertion_type })).rejects.toThrow('must prove itself');
});

test('the keys of a program are fetched where it says, and kept for a while', async () => {
  const { authenticate, fetched } = authentication({
    authMethod: 'private_key_jwt',
    jwksUri: 'https://c1.example/keys',
  });
  await authenticate(await signed({ jti: 'j1' }));
  await authenticate(await signed({ jti: 'j2' }));
  expect(fetched).toEqual(['https://c1.example/keys']);
});

test.each([
  ['is not there', { status: 404, body: Buffer.from('{"keys":[]}') }],
  ['is no set of keys', { status: 200, body: Buffer.from('{}') }],
  ['is no JSON', { status: 200, body: Buffer.from('keys') }],
])('a program whose document of keys %s is told so', async (_what, answer) => {
  const { authenticate } = authentication(
    { authMethod: 'private_key_jwt', jwksUri: 'https://c1.example/keys' },
    answer,
  );
  await expect(authenticate(await signed())).rejects.toThrow('There is no set of keys at jwks_uri.');
});

test('a program that uses up its share of assertions waits; another one does not', async () => {
  const { authenticate } = authentication({ authMethod: 'private_key_jwt', jwks: keys });
  for (let count = 0; count < 200; count += 1) await authenticate(await signed({ jti: `j${count}` }));
  await expect(authenticate(await signed({ jti: 'one more' }))).rejects.toThrow('must prove itself');
});
