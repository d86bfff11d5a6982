import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { ExternalIssuer, type ExternalIssuerConfig } from './external-issuer.ts';

const issuer = 'https://idp.example/realm';
const address = 'https://sigec.example/mcp';
const [first, second] = await Promise.all([keyPair('one'), keyPair('two')]);

async function keyPair(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

type Given = { config?: Partial<ExternalIssuerConfig>; pages?: Record<string, unknown> };

/** An issuer whose pages are these, and a clock that a test moves. */
function open({ config = {}, pages = {} }: Given = {}) {
  let now = Date.UTC(2026, 2, 1);
  const asked: string[] = [];
  const keys = [first.jwk as object];
  const all: Record<string, unknown> = {
    'https://idp.example/.well-known/oauth-authorization-server/realm': {
      issuer,
      jwks_uri: 'https://idp.example/keys',
    },
    'https://idp.example/keys': { keys },
    ...pages,
  };
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const page = all[url];
    return page === undefined
      ? new Response('', { status: 404 })
      : new Response(typeof page === 'string' ? page : JSON.stringify(page));
  });
  const made = new ExternalIssuer({
    config: {
      ...{ mcpOauthIssuer: issuer, mcpOauthAudience: '', mcpOauthRoleClaim: 'roles' },
      ...{ mcpOauthViewers: ['sees'], mcpOauthOperators: ['acts'] },
      ...config,
    },
    clock: { now: () => new Date(now) },
    log: silentLog,
  });
  const token = (claims: object = {}, { key = first, seconds = 60, of = issuer } = {}) =>
    new SignJWT({ roles: ['acts'], aud: address, sub: 'ana', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .setIssuer(of)
      .setExpirationTime(Math.floor(now / 1000) + seconds)
      .sign(key.privateKey);
  const enter = async (...given: Parameters<typeof token>) => made.authenticate(await token(...given), address);
  return { made, enter, asked, keys, pass: (ms: number) => (now += ms) };
}

test('a token of the issuer, for us and with a role, lets its bearer in as an agent', async () => {
  const holder = await open().enter({ name: 'Ana' });
  expect(holder).toMatchObject({
    mayAllow: 'operator',
    principal: { name: 'Ana', kind: 'agent', role: 'operator', scopes: [] },
  });
  expect(holder?.principal.id).toMatch(/^external-[0-9a-f]{16}$/);
});

test.each([
  ['another issuer', {}, { of: 'https://evil.example' }],
  ['another key', {}, { key: { ...second, kid: 'one' } }],
  ['a time that is over', {}, { seconds: -6 }],
  ['another audience', { aud: 'https://other.example/mcp' }, {}],
  ['no audience of all', { aud: [] }, {}],
  ['no role of ours', { roles: ['else'] }, {}],
  ['roles that are no words', { roles: 7 }, {}],
  ['nobody', { sub: undefined }, {}],
])('not with %s', async (_what, claims, how) => {
  expect(await open().enter(claims, how)).toBeUndefined();
});

test('clocks may differ by some seconds', async () => {
  expect(await open().enter({}, { seconds: -4 })).toBeDefined();
});

test.each([
  ['the very address', {}, address, true],
  ['the address with a slash', {}, `${address}/`, true],
  ['one of several', {}, ['x', address], true],
  ['the audience that was set', { mcpOauthAudience: 'sigec' }, 'sigec', true],
  ['the address, where an audience was set', { mcpOauthAudience: 'sigec' }, address, false],
])('the audience: %s', async (_what, config, aud, isIn) => {
  expect((await open({ config }).enter({ aud })) !== undefined).toBe(isIn);
});

test.each([
  ['roles', { roles: ['sees', 'acts'] }, 'operator'],
  ['roles', { roles: ['sees', 7] }, 'viewer'],
  ['scope', { scope: 'mail sees' }, 'viewer'],
  ['realm_access.roles', { realm_access: { roles: ['acts'] } }, 'operator'],
  ['realm_access.roles', { realm_access: null }, undefined],
])('the claim %s of %o is the role %s', async (mcpOauthRoleClaim, claims, role) => {
  expect((await open({ config: { mcpOauthRoleClaim } }).enter(claims))?.mayAllow).toBe(role);
});

test('who it is depends on the issuer, the subject and the program; the name on what it says', async () => {
  const { enter } = open();
  const holders = await Promise.all(
    [{}, { name: 'X' }, { sub: 'bia' }, { client_id: 'c' }, { azp: 'c' }, { name: 7 }].map((claims) => enter(claims)),
  );
  const ids = holders.map((holder) => holder?.principal.id);
  expect([ids[0] === ids[1], ids[0] === ids[2], ids[0] === ids[3], ids[3] === ids[4]]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(holders.map((holder) => holder?.principal.name)).toEqual(['ana', 'X', 'bia', 'ana', 'ana', 'ana']);
  const preferred = await enter({ preferred_username: 'ana.s', name: 'Ana' });
  expect(preferred?.principal.name).toBe('ana.s');
});

test('a key that is new is fetched, but not more often than every half a minute', async () => {
  const { enter, keys, asked, pass } = open();
  await enter();
  keys.push(second.jwk);
  pass(30_000);
  expect(await enter({}, { key: second })).toBeUndefined();
  expect(asked).toHaveLength(2);
  pass(1);
  expect(await enter({}, { key: second })).toBeDefined();
  expect(asked).toHaveLength(4);
});

const metadata = { issuer, jwks_uri: 'https://idp.example/keys' };
test.each([
  ['at the second address', { '/.well-known/openid-configuration/realm': metadata }, true],
  ['at the third address', { '/realm/.well-known/openid-configuration': metadata }, true],
  ['nowhere', {}, false],
  [
    'of another issuer',
    { '/.well-known/openid-configuration/realm': { ...metadata, issuer: 'https://evil.example' } },
    false,
  ],
  ['without keys', { '/.well-known/openid-configuration/realm': { issuer } }, false],
  ['as text', { '/.well-known/openid-configuration/realm': 'no json' }, false],
  ['as nothing', { '/.well-known/openid-configuration/realm': 'null' }, false],
  ['with keys that are none', { '/.well-known/openid-configuration/realm': metadata, '/keys': { keys: 'x' } }, false],
  [
    'with more than anybody needs',
    { '/.well-known/openid-configuration/realm': `${JSON.stringify(metadata)}${' '.repeat(262_144)}` },
    false,
  ],
])('what the issuer tells of itself is found %s', async (_where, found, isIn) => {
  const pages = Object.fromEntries(Object.entries(found).map(([path, page]) => [`https://idp.example${path}`, page]));
  const none = { 'https://idp.example/.well-known/oauth-authorization-server/realm': undefined };
  expect((await open({ pages: { ...none, ...pages } }).enter()) !== undefined).toBe(isIn);
});
