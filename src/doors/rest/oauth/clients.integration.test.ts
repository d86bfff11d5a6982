import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { callback, type OAuthDoor, openOAuthDoor, pkce, question } from '../../../../test/support/oauth-door.ts';

const documents = new Map<string, { status?: number; body: string }>();
let fetched: string[] = [];
const fetchDocument: GuardedFetch = (url) => {
  fetched.push(url);
  const found = documents.get(url);
  return found === undefined
    ? Promise.reject(new Error('it does not stand on the open net'))
    : Promise.resolve({ status: found.status ?? 200, headers: {}, body: Buffer.from(found.body) });
};

let door: OAuthDoor;
beforeAll(async () => {
  door = await openOAuthDoor({ fetchDocument });
});
afterAll(() => door[Symbol.asyncDispose]());

const address = 'https://host.example/client.json';
const document = (more: object = {}) => ({
  client_id: address,
  client_name: 'Hosted agent',
  redirect_uris: ['https://host.example/cb'],
  ...more,
});

/** A code for a program, and the form that exchanges it. */
async function formFor(clientId: string, redirect_uri: string): Promise<Record<string, string>> {
  const { verifier, challenge } = pkce();
  const asked = question({ client_id: clientId, redirect_uri, code_challenge: challenge });
  const { body } = await door.decide(asked, { cookie: await door.signIn() });
  const code = new URL(String(body['redirectTo'])).searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', redirect_uri, code, code_verifier: verifier };
}

test('a program is known by its document, which is fetched once, and the person sees whose it is', async () => {
  documents.set(address, { body: JSON.stringify(document()) });
  fetched = [];
  const form = await formFor(address, 'https://host.example/cb');
  const described = await door.http.fetch(
    `/api/connected-agents/request?${new URLSearchParams({
      request: question({ client_id: address, redirect_uri: 'https://host.example/cb' }).toString(),
    }).toString()}`,
    { headers: { cookie: await door.signIn('operator') } },
  );
  expect(await described.json()).toMatchObject({
    client: { name: 'Hosted agent', host: 'host.example', isVerified: true },
    redirectHost: 'host.example',
    asked: 'operator',
    offers: [
      { role: 'viewer', grants: [{ role: 'viewer', siteId: null }] },
      { role: 'operator', grants: [{ role: 'operator', siteId: null }] },
    ],
  });
  const answer = await door.post('/oauth/token', { ...form, client_id: address });
  expect(answer.status).toBe(200);
  expect(fetched).toEqual([address]);
});

test('a program that is known is let in while strangers name ever new documents', async () => {
  await using flooded = await openOAuthDoor({ fetchDocument });
  const id = 'https://kept.example/client.json';
  const redirect_uri = 'https://kept.example/cb';
  documents.set(id, { body: JSON.stringify(document({ client_id: id, redirect_uris: [redirect_uri] })) });
  const open = (client_id: string) =>
    flooded.get(`/oauth/authorize?${question({ client_id, redirect_uri }).toString()}`);
  expect((await open(id)).status).toBe(200);
  flooded.http.clock.forward(11 * 60_000);
  for (let host = 0; host === 0 || fetched.length > 0; host += 1) {
    fetched = [];
    await open(`https://h${host}.example/client.json`);
  }
  expect((await open(id)).status).toBe(200); // although nothing more is fetched for now
});

test.each([
  ['names another program', document({ client_id: 'https://other.example/client.json' })],
  ['sends browsers over plain http', document({ redirect_uris: ['http://host.example/cb'] })],
  ['holds a secret', document({ token_endpoint_auth_method: 'client_secret_basic' })],
  ['is no object', 'hello'],
])('a document that %s makes nobody known', async (_what, body) => {
  const id = `https://host.example/${encodeURIComponent(_what)}.json`;
  const text =
    typeof body === 'string' ? body : JSON.stringify({ ...body, ...(body.client_id === address && { client_id: id }) });
  documents.set(id, { body: text });
  const asked = question({ client_id: id, redirect_uri: 'https://host.example/cb' });
  expect((await door.get(`/oauth/authorize?${asked.toString()}`)).status).toBe(400);
});

test.each([
  'https://host.example',
  'http://host.example/c.json',
  'https://u:p@host.example/c.json',
  'https://host.example/a/../c.json',
])('%s is no address of a document, and nobody is asked for it', async (id) => {
  fetched = [];
  expect((await door.get(`/oauth/authorize?${question({ client_id: id }).toString()}`)).status).toBe(400);
  expect(fetched).toEqual([]);
});

test('a document is asked for on the open net alone, never on this machine or beside it', async () => {
  await using guarded = await openOAuthDoor();
  let connections = 0;
  const neighbour = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(neighbour, 'listening');
  const { port } = neighbour.address() as AddressInfo;
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::ffff:7f00:1]:${port}`,
    '169.254.169.254',
    '10.0.0.1',
  ]) {
    const asked = question({ client_id: `https://${host}/client.json` });
    const answer = await guarded.get(`/oauth/authorize?${asked.toString()}`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('it does not stand on the open net');
  }
  expect(connections).toBe(0);
  neighbour.close();
});

test('a program with a secret needs it, in the one way that it registered', async () => {
  const { status, body } = await door.register({ token_endpoint_auth_method: 'client_secret_basic' });
  expect(status).toBe(201);
  const [id, secret] = [String(body['client_id']), String(body['client_secret'])];
  const form = await formFor(id, callback);
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  for (const [given, headers] of [
    [{ client_id: id }, {}],
    [{ client_id: id, client_secret: secret }, {}],
    [{}, basic(`${id}:wrong`)],
    [{}, { authorization: 'Bearer x' }],
  ] as [Record<string, string>, Record<string, string>][]) {
    const refused = await door.post('/oauth/token', { ...form, ...given }, headers);
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ error: 'invalid_client' });
  }
  expect((await door.post('/oauth/token', form, basic(`${id}:${secret}`))).status).toBe(200);
});

/** A program that proves itself by a key pair; its keys stand in what it registers, or where `metadata` says. */
async function openSigner(metadata?: object) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] };
  const wanted = { token_endpoint_auth_method: 'private_key_jwt', ...(metadata ?? { jwks }) };
  const { body } = await door.register(wanted);
  const id = String(body['client_id']);
  const proof = async (audience: string, jti: string) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(audience)
      .setJti(jti)
      .setExpirationTime('2m')
      .sign(privateKey),
  });
  return { id, proof };
}

test('a program with a key pair signs who it is, once for each time', async () => {
  const { id, proof } = await openSigner();
  const form = await formFor(id, callback);
  const signed = async (audience: string, jti: string) => ({ ...form, ...(await proof(audience, jti)) });
  expect((await door.post('/oauth/token', await signed('https://evil.example', 'a'))).status).toBe(401);
  expect((await door.post('/oauth/token', { ...form, client_id: id })).status).toBe(401);
  const good = await signed(door.issuer, 'b');
  const answer = await door.post('/oauth/token', good);
  expect(answer.status).toBe(200);
  const again = { ...good, grant_type: 'refresh_token', refresh_token: String(answer.body['refresh_token']) };
  expect((await door.post('/oauth/token', again)).status).toBe(401);
});

test('a program that signs without end uses up its own share, and no other program waits for it', async () => {
  const [eager, other] = [await openSigner(), await openSigner()];
  const answerTo = async ({ proof }: typeof eager, jti: string) => {
    const form = { grant_type: 'refresh_token', ...(await proof(door.issuer, jti)) };
    return (await door.post('/oauth/token', form)).body['error'];
  };
  for (let turn = 0; turn < 200; turn += 1) expect(await answerTo(eager, `${turn}`)).toBe('invalid_grant');
  expect(await answerTo(eager, 'one more')).toBe('invalid_client');
  expect(await answerTo(other, '0')).toBe('invalid_grant');
});

test('keys of programs are fetched where they say, a few times and not without end', async () => {
  const jwks_uri = 'https://victim.example/keys';
  const { proof } = await openSigner({ jwks_uri });
  fetched = [];
  const form = { grant_type: 'refresh_token', ...(await proof(door.issuer, 'a')) };
  const answers: unknown[] = [];
  for (let turn = 0; turn < 30; turn += 1) answers.push((await door.post('/oauth/token', form)).body['error']);
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'invalid_client'));
  expect(answers.at(-1)).toBe('temporarily_unavailable');
  expect(fetched.length).toBeLessThan(25);
});

test('errors are JSON in the words of OAuth', async () => {
  const client_id = await door.clientId();
  for (const [form, error, status] of [
    [{ client_id, grant_type: 'password' }, 'unsupported_grant_type', 400],
    [{ client_id, grant_type: 'authorization_code' }, 'invalid_grant', 400],
    [{ grant_type: 'authorization_code' }, 'invalid_client', 401],
    [{ client_id: 'client_unknown', grant_type: 'refresh_token' }, 'invalid_client', 401],
  ] as [Record<string, string>, string, number][]) {
    const answer = await door.post('/oauth/token', form);
    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) as string } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  const json = await door.http.fetch('/oauth/token', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
  expect((await door.register({ redirect_uris: ['javascript:alert(1)'] })).body).toMatchObject({
    error: 'invalid_redirect_uri',
  });
  expect((await door.register({ jwks: 'x' })).body).toMatchObject({ error: 'invalid_client_metadata' });
});

test('what nobody used within a day is forgotten, and what was used is kept', async () => {
  const used = await door.connect();
  const unused = await door.clientId();
  const asked = (id: string) => door.get(`/oauth/authorize?${question({ client_id: id }).toString()}`);
  expect((await asked(unused)).status).toBe(200);
  door.http.clock.forward(25 * 3_600_000);
  await door.clientId();
  expect((await asked(unused)).status).toBe(400);
  expect((await asked(used.clientId)).status).toBe(200);
});

test('a flood of registrations is refused, and those who come from elsewhere are served', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => door.register()));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(15);
  expect(refused[0]?.headers.get('retry-after')).toBe('60');
  expect(await door.clientId()).toMatch(/^client_/);
});
