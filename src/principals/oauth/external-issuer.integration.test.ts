import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OAuthDoor, openOAuthDoor } from '../../../test/support/oauth-door.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const state: { keys: { pair: Pair; kid: string }[]; issuer: string; fetched: number } = {
  keys: [],
  issuer: '',
  fetched: 0,
};

/** Somebody else's authorization server, as far as a resource needs one. */
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/.well-known/openid-configuration')
    return void response.end(JSON.stringify({ issuer: state.issuer, jwks_uri: `${state.issuer}/jwks` }));
  if (request.url !== '/jwks') return void response.writeHead(404).end();
  state.fetched += 1;
  const keys = await Promise.all(
    state.keys.map(async ({ pair, kid }) => ({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' })),
  );
  response.end(JSON.stringify({ keys }));
}

let door: OAuthDoor;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.keys = [{ pair: await generateKeyPair('ES256'), kid: 'one' }];
  door = await openOAuthDoor({ settings: { mcpOauthIssuer: state.issuer } });
});
afterAll(async () => {
  await door[Symbol.asyncDispose]();
  server.close();
});

function firstPair(): Pair {
  const [first] = state.keys;
  if (first === undefined) throw new Error('The issuer has no key yet.');
  return first.pair;
}

type Claims = { iss?: string; aud?: string | string[]; sub?: string; exp?: number; [more: string]: unknown };

async function token(claims: Claims = {}, given: { key?: Pair; kid?: string } = {}): Promise<string> {
  const now = Math.floor(door.http.clock.now().getTime() / 1_000);
  const usual = {
    iss: state.issuer,
    aud: door.mcp.address,
    sub: 'ana',
    client_id: 'host',
    scope: 'sigec:read',
    exp: now + 300,
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: given.kid ?? 'one' })
    .sign((given.key ?? firstPair()).privateKey);
}

test('the metadata of MCP name the issuer that was set, and ours is not there', async () => {
  const described = await fetch(door.mcp.address.replace('/mcp', '/.well-known/oauth-protected-resource/mcp'));
  expect(await described.json()).toMatchObject({ authorization_servers: [state.issuer] });
  expect((await door.http.fetch('/.well-known/oauth-authorization-server')).status).toBe(404);
  expect((await door.post('/oauth/token', {})).status).not.toBe(200);
});

test('its tokens are let in as agents of the role that their claim names', async () => {
  expect((await door.listTools(await token())).status).toBe(200);
  const toolsOf = async (scope: string) => JSON.stringify((await door.listTools(await token({ scope }))).body);
  expect(await toolsOf('sigec:read')).not.toContain('switch_lamp');
  expect(await toolsOf('openid sigec:operate')).toContain('switch_lamp');
});

test.each<[string, Claims]>([
  ['for somebody else', { aud: 'https://other.example/mcp' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that has expired', { exp: 1_000 }],
  ['without a role', { scope: 'openid profile' }],
  ['of nobody', { sub: undefined as unknown as string }],
])('a token %s is refused', async (_what, claims) => {
  expect((await door.listTools(await token(claims))).status).toBe(401);
});

test('a token that somebody else signed, or nobody, is refused', async () => {
  const stranger = await generateKeyPair('ES256');
  expect((await door.listTools(await token({}, { key: stranger }))).status).toBe(401);
  const [, body] = (await token()).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  expect((await door.listTools(`${none}.${body}.x`)).status).toBe(401);
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(firstPair().publicKey)));
  const confused = await new SignJWT({ iss: state.issuer, aud: door.mcp.address, sub: 'x', scope: 'sigec:read' })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .setExpirationTime('5m')
    .sign(secret);
  expect((await door.listTools(confused)).status).toBe(401);
});

test('new keys of the issuer are fetched when one is met, and not for every stranger', async () => {
  const next = { pair: await generateKeyPair('ES256'), kid: 'two' };
  state.keys = [...state.keys, next];
  door.http.clock.forward(31_000);
  expect((await door.listTools(await token({}, { key: next.pair, kid: 'two' }))).status).toBe(200);
  const before = state.fetched;
  for (const kid of ['three', 'four', 'five']) await door.listTools(await token({}, { key: next.pair, kid }));
  expect(state.fetched).toBe(before);
});

test('keys of ours work beside them', async () => {
  const key = await door.http.key({ kind: 'agent', role: 'viewer' });
  expect((await door.listTools(key)).status).toBe(200);
});
