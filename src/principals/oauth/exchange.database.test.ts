import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Cache } from '#base/cache.ts';
import { asError } from '#base/errors.ts';
import { openTestPrincipals, type PrincipalsAtWork } from '../../../test/support/http-door.ts';
import { hashOf, type KeyRecord, newKeyId, readKey } from '../key-store.ts';
import type { OAuthClient } from './client.ts';
import { exchangeCode, refreshTokens, revokeToken } from './exchange.ts';
import { insertCode, readToken, type TokenRecord } from './grant-store.ts';
import type { OAuthNeeds } from './needs.ts';

let work: PrincipalsAtWork;
let needs: OAuthNeeds;
beforeAll(async () => {
  work = await openTestPrincipals();
  const { database, ledger, clock, log } = work;
  const { pool } = database;
  needs = {
    pool,
    ledger,
    clock,
    log,
    keys: new Cache<KeyRecord | undefined>({ read: (id) => readKey(pool, id), clock, lastsMs: 0 }),
    tokens: new Cache<TokenRecord | undefined>({ read: () => Promise.resolve(undefined), clock, lastsMs: 0 }),
    lastUsed: { note: () => undefined } as unknown as OAuthNeeds['lastUsed'],
  };
});
afterAll(() => work[Symbol.asyncDispose]());

const resource = 'https://us.example/mcp';
const redirectUri = 'https://app.example/back';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const client: OAuthClient = {
  id: 'https://app.example/client',
  name: 'Program',
  uri: null,
  redirectUris: [redirectUri],
  authMethod: 'none',
  secretHash: null,
  jwks: null,
  jwksUri: null,
  mayRefresh: true,
  isVerified: true,
};

async function person(role = 'operator'): Promise<string> {
  const id = newKeyId();
  await work.database.pool.query(
    `insert into principal_key (id, name, kind, role, scopes, secret_hash, created_at) values ($1, 'Ana', 'person', $2, '{}', $3, now())`,
    [id, role, hashOf(id)],
  );
  return id;
}

let codes = 0;
/** The code of a person's yes. */
async function codeOf(
  given: { personId?: string; role?: 'viewer' | 'operator'; clientId?: string } = {},
): Promise<string> {
  const code = `code ${(codes += 1)}`;
  await insertCode(work.database.pool, {
    hash: hashOf(code),
    clientId: given.clientId ?? client.id,
    personId: given.personId ?? (await person()),
    role: given.role ?? 'operator',
    resource,
    redirectUri,
    challenge,
    expiresAt: new Date(work.clock.now().getTime() + 60_000),
  });
  return code;
}

const exchange = (code: string, more: Record<string, string> = {}, by = client) =>
  exchangeCode(needs, by, { code, code_verifier: verifier, ...more });
const refresh = (token: string | undefined, more: Record<string, string> = {}, by = client) =>
  refreshTokens(needs, by, { refresh_token: token ?? '', ...more });
const connected = async (given: Parameters<typeof codeOf>[0] = {}) => exchange(await codeOf(given));
const agentOf = async (access: string) => (await readToken(work.database.pool, hashOf(access)))?.agentId ?? '';
const isEnded = async (agentId: string) => (await readKey(work.database.pool, agentId))?.revokedAt !== null;

test('a code gives tokens of an agent that may do what the person allowed', async () => {
  const personId = await person();
  const answer = await connected({ personId });
  expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 });
  expect(answer.scope.split(' ').length).toBeGreaterThan(1);
  const agentId = await agentOf(answer.access_token);
  expect(await readKey(work.database.pool, agentId)).toMatchObject({
    kind: 'agent',
    role: 'operator',
    name: 'Program',
  });
  const viewer = await connected({ role: 'viewer' });
  expect(viewer.scope.split(' ')).toHaveLength(1);
});

test('a program that may not refresh gets nothing to refresh with', async () => {
  const answer = await exchange(await codeOf(), {}, { ...client, mayRefresh: false });
  expect(answer.refresh_token).toBeUndefined();
});

test.each([
  ['another address', { redirect_uri: `${redirectUri}/x` }, 'redirect_uri'],
  ['no verifier of the challenge', { code_verifier: 'w'.repeat(43) }, 'code_verifier'],
  ['a verifier that is too short', { code_verifier: 'v'.repeat(42) }, 'code_verifier'],
  ['another resource', { resource: 'https://us.example/shop' }, 'no other resource'],
])('a code with %s gives nothing, and can still be used rightly', async (_what, wrong, message) => {
  const code = await codeOf();
  await expect(exchange(code, wrong)).rejects.toThrow(message);
  expect(await exchange(code, { redirect_uri: redirectUri, resource: `${resource}/` })).toHaveProperty('access_token');
});

test('a code of another program, of nobody, or too old gives nothing', async () => {
  await expect(exchange(await codeOf({ clientId: 'other' }))).rejects.toThrow('This code is unknown');
  await expect(exchange('never given')).rejects.toThrow('This code is unknown');
  const code = await codeOf();
  work.clock.forward(60_000);
  await expect(exchange(code)).rejects.toThrow('This code is unknown');
});

test('a code that is shown twice ends the agent that it made', async () => {
  const code = await codeOf();
  const agentId = await agentOf((await exchange(code)).access_token);
  expect(await isEnded(agentId)).toBe(false);
  await expect(exchange(code)).rejects.toThrow('This code is unknown');
  expect(await isEnded(agentId)).toBe(true);
});

test('a person who may no longer come in lets nobody in', async () => {
  const personId = await person();
  const code = await codeOf({ personId });
  await work.database.pool.query('update principal_key set revoked_at = now() where id = $1', [personId]);
  await expect(exchange(code)).rejects.toThrow('may no longer come in');
});

test('a refresh token gives new ones, and none that allow more', async () => {
  const first = await connected();
  const [scope = ''] = first.scope.split(' ');
  const second = await refresh(first.refresh_token, { scope: `${scope} offline_access`, resource: `${resource}/` });
  expect(second.refresh_token).not.toBe(first.refresh_token);
  await expect(refresh(second.refresh_token, { scope: `${scope} everything` })).rejects.toThrow('ask them again');
  await expect(refresh(second.refresh_token, { resource: 'https://us.example/shop' })).rejects.toThrow(
    'no other resource',
  );
  expect(await refresh(second.refresh_token)).toHaveProperty('access_token');
});

test('a refresh token that is shown twice ends the agent', async () => {
  const first = await connected();
  const agentId = await agentOf(first.access_token);
  await refresh(first.refresh_token);
  await expect(refresh(first.refresh_token)).rejects.toThrow('unknown, has expired or was used');
  expect(await isEnded(agentId)).toBe(true);
});

test('a refresh token of another program, an access token, or one that is too old refreshes nothing', async () => {
  const first = await connected();
  const refused = async (token: string | undefined, by = client) =>
    asError(await refresh(token, {}, by).catch((error: unknown) => error)).message;
  expect(await refused(first.refresh_token, { ...client, id: 'other' })).toContain('unknown, has expired');
  expect(await refused(first.access_token)).toContain('unknown, has expired');
  expect(await refused('never given')).toContain('unknown, has expired');
  work.clock.forward(30 * 86_400_000);
  expect(await refused(first.refresh_token)).toContain('unknown, has expired');
});

test.each(['agent', 'person'] as const)('where the %s is ended, nothing is refreshed', async (who) => {
  const personId = await person();
  const first = await connected({ personId });
  const id = who === 'person' ? personId : await agentOf(first.access_token);
  await work.database.pool.query('update principal_key set revoked_at = now() where id = $1', [id]);
  await expect(refresh(first.refresh_token)).rejects.toThrow('unknown, has expired or was used');
});

test('a refresh token that is given back ends the agent, an access token itself alone', async () => {
  const one = await connected();
  const agentId = await agentOf(one.access_token);
  await revokeToken(needs, { ...client, id: 'other' }, one.access_token);
  expect(await agentOf(one.access_token)).toBe(agentId);
  await revokeToken(needs, client, one.access_token);
  expect([await agentOf(one.access_token), await isEnded(agentId)]).toEqual(['', false]);
  await revokeToken(needs, client, one.refresh_token ?? '');
  expect(await isEnded(agentId)).toBe(true);
  await revokeToken(needs, client, 'never given');
});
