import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { NewKey } from '#contract/agents/principal.ts';
import { modern, post } from '../../../../test/support/mcp-client.ts';
import { callback, type OAuthDoor, openOAuthDoor, pkce, question } from '../../../../test/support/oauth-door.ts';

let door: OAuthDoor;
beforeAll(async () => {
  door = await openOAuthDoor();
});
afterAll(() => door[Symbol.asyncDispose]());

const codeForm = (clientId: string, code: string, verifier: string) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  redirect_uri: callback,
  code,
  code_verifier: verifier,
});
const refreshForm = (clientId: string, refresh: string) => ({
  grant_type: 'refresh_token',
  client_id: clientId,
  refresh_token: refresh,
});

/** A code and the verifier that fits it. */
async function codeOf(clientId: string): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = pkce();
  const asked = question({ client_id: clientId, code_challenge: challenge, resource: door.mcp.address });
  const { body } = await door.decide(asked, { cookie: await door.signIn() });
  return { verifier, code: new URL(String(body['redirectTo'])).searchParams.get('code') ?? '' };
}

test('the metadata name what there is, under both well-known names', async () => {
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const answer = await door.get(`/.well-known/${name}`);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({
      issuer: door.issuer,
      authorization_endpoint: `${door.issuer}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  }
});

test('an agent that a person let in works at its address, and is an agent', async () => {
  const { access, answer } = await door.connect({ role: 'operator' });
  expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'sigec:read sigec:operate' });
  expect((await door.listTools(access)).status).toBe(200);
  const { key } = { key: (await door.http.principals.listKeys()).at(-1) };
  expect(key).toMatchObject({ name: 'Test host', kind: 'agent', role: 'operator' });
});

test('a token of an agent opens no address of the API, and approves nothing', async () => {
  const { access } = await door.connect();
  const answer = await door.http.fetch('/api/proposals', { key: access });
  expect(answer.status).toBe(401);
});

test('a question without PKCE, or with plain, is not put to anybody', async () => {
  const client_id = await door.clientId();
  for (const given of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
    { code_challenge: 'short' },
  ]) {
    const answer = await door.get(`/oauth/authorize?${question({ client_id, ...given }).toString()}`);
    expect(answer.status).toBe(302); // to the person's own machine
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.searchParams.get('error')).toBe('invalid_request');
    expect(back.searchParams.get('state')).toBe('st-1');
    expect(back.searchParams.get('iss')).toBe(door.issuer);
  }
});

test('a code needs the verifier of its challenge, and a wrong one does not use it up', async () => {
  const id = await door.clientId();
  const { code, verifier } = await codeOf(id);
  for (const wrong of [pkce().verifier, '', 'x']) {
    const refused = await door.post('/oauth/token', codeForm(id, code, wrong));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: 'invalid_grant' });
  }
  expect((await door.post('/oauth/token', codeForm(id, code, verifier))).status).toBe(200);
});

test('a code that is shown twice ends what it gave', async () => {
  const { clientId, code, verifier, access, refresh } = await door.connect();
  expect((await door.listTools(access)).status).toBe(200);
  const again = await door.post('/oauth/token', codeForm(clientId, code, verifier));
  expect(again.body).toMatchObject({ error: 'invalid_grant' });
  expect((await door.listTools(access)).status).toBe(401);
  expect((await door.post('/oauth/token', refreshForm(clientId, refresh))).status).toBe(400);
});

test('of many who show one code at once, nobody keeps tokens', async () => {
  const id = await door.clientId();
  const { code, verifier } = await codeOf(id);
  const answers = await Promise.all([1, 2, 3, 4].map(() => door.post('/oauth/token', codeForm(id, code, verifier))));
  const given = answers.flatMap(({ body }) => (typeof body['access_token'] === 'string' ? [body['access_token']] : []));
  for (const access of given) expect((await door.listTools(access)).status).toBe(401);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
});

test('a code expires within minutes, and is good for its program and place alone', async () => {
  const id = await door.clientId();
  const other = await door.clientId();
  const { code, verifier } = await codeOf(id);
  expect((await door.post('/oauth/token', codeForm(other, code, verifier))).body).toMatchObject({
    error: 'invalid_grant',
  });
  const elsewhere = { ...codeForm(id, code, verifier), redirect_uri: 'http://127.0.0.1:1/callback' };
  expect((await door.post('/oauth/token', elsewhere)).body).toMatchObject({ error: 'invalid_grant' });
  door.http.clock.forward(61_000);
  expect((await door.post('/oauth/token', codeForm(id, code, verifier))).body).toMatchObject({
    error: 'invalid_grant',
  });
});

test('a refresh token is used up by its use; the second use ends the whole family', async () => {
  const { clientId, refresh, access } = await door.connect();
  const first = await door.post('/oauth/token', refreshForm(clientId, refresh));
  expect(first.status).toBe(200);
  const next = String(first.body['access_token']);
  expect((await door.listTools(next)).status).toBe(200);
  expect((await door.post('/oauth/token', refreshForm(clientId, refresh))).body).toMatchObject({
    error: 'invalid_grant',
  });
  expect((await door.listTools(next)).status).toBe(401);
  expect((await door.listTools(access)).status).toBe(401);
  const last = await door.post('/oauth/token', refreshForm(clientId, String(first.body['refresh_token'])));
  expect(last.body).toMatchObject({ error: 'invalid_grant' });
});

test('neither a code nor a refresh token is exchanged for another address than the person allowed', async () => {
  const id = await door.clientId();
  const { code, verifier } = await codeOf(id);
  const resource = `${door.mcp.address}/x/lamps`;
  const asked = { ...codeForm(id, code, verifier), resource };
  expect((await door.post('/oauth/token', asked)).body).toMatchObject({ error: 'invalid_target' });
  const { clientId, refresh } = await door.connect();
  const again = { ...refreshForm(clientId, refresh), resource };
  expect((await door.post('/oauth/token', again)).body).toMatchObject({ error: 'invalid_target' });
});

test('a refresh asks for no more than was allowed, and belongs to its program', async () => {
  const { clientId, refresh } = await door.connect({ role: 'viewer' });
  const more = { ...refreshForm(clientId, refresh), scope: 'sigec:operate' };
  expect((await door.post('/oauth/token', more)).body).toMatchObject({ error: 'invalid_scope' });
  const stolen = refreshForm(await door.clientId(), refresh);
  expect((await door.post('/oauth/token', stolen)).body).toMatchObject({ error: 'invalid_grant' });
  const answer = await door.post('/oauth/token', refreshForm(clientId, refresh));
  expect(answer.body).toMatchObject({ scope: 'sigec:read' });
});

test('an access token ends after its hour, a refresh token after its month', async () => {
  const { clientId, access, refresh } = await door.connect();
  door.http.clock.forward(3_601_000);
  expect((await door.listTools(access)).status).toBe(401);
  door.http.clock.forward(31 * 24 * 3_600_000);
  expect((await door.post('/oauth/token', refreshForm(clientId, refresh))).body).toMatchObject({
    error: 'invalid_grant',
  });
});

test('a token for one address is worth nothing at another', async () => {
  const { access } = await door.connect({ resource: `${door.mcp.address}/x/lamps` });
  expect((await door.listTools(access, '/x/lamps')).status).toBe(200);
  expect((await door.listTools(access, '/x/lamps/readonly')).status).toBe(200);
  const wrong = await door.listTools(access);
  expect(wrong.status).toBe(401);
  expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"');
  const byOtherName = await post(`${door.mcp.address}/x/lamps`, modern('tools/list'), {
    authorization: `Bearer ${access}`,
    host: 'sigec.example',
  });
  expect(byOtherName.status).toBe(401);
});

test.each([
  'https://evil.example/mcp',
  'http://127.0.0.1:1/other',
  'http://127.0.0.1:1/mcp',
  'http://localhost:65000/mcp/x/lamps',
  'not an address',
  'http://sigec.example@evil.example/mcp',
])('the resource %s is none of ours', async (resource) => {
  const answer = await door.get(
    `/oauth/authorize?${question({ client_id: await door.clientId(), resource }).toString()}`,
  );
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('error')).toBe('invalid_target');
});

test.each([
  ['another host', 'https://evil.example/cb'],
  ['a longer path', `${callback}/x`],
  ['a query', `${callback}?next=https://evil.example`],
  ['another name of loopback', callback.replace('127.0.0.1', 'localhost')],
  ['a user', callback.replace('127.0.0.1', 'u@127.0.0.1')],
  ['a script', 'javascript:alert(1)'],
])('a redirect URI with %s is answered by a page, and never followed', async (_what, redirect_uri) => {
  const answer = await door.get(
    `/oauth/authorize?${question({ client_id: await door.clientId(), redirect_uri }).toString()}`,
  );
  expect(answer.status).toBe(400);
  expect(answer.headers.get('location')).toBeNull();
  expect(await answer.text()).not.toContain(redirect_uri);
});

test('anybody may register any host, so a browser is never bounced to one without a person', async () => {
  const client_id = await door.clientId({ redirect_uris: ['https://evil.example/cb'] });
  const asked = question({ client_id, redirect_uri: 'https://evil.example/cb', response_type: 'token' });
  const answer = await door.get(`/oauth/authorize?${asked.toString()}`);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('location')).toBeNull();
});

test('the consent page cannot be framed, and parameters that come twice are refused', async () => {
  const asked = question({ client_id: await door.clientId() });
  const page = await door.get(`/oauth/authorize?${asked.toString()}`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  asked.append('redirect_uri', 'https://evil.example/');
  expect((await door.get(`/oauth/authorize?${asked.toString()}`)).status).toBe(400);
});

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another port', { 'sec-fetch-site': 'same-site' }],
  ['a browser that does not say', { 'sec-fetch-site': 'none' }],
])('%s cannot say yes for the person', async (_what, headers) => {
  const asked = question({ client_id: await door.clientId() });
  const answer = await door.decide(asked, { cookie: await door.signIn(), headers });
  expect(answer.status).toBe(403);
  expect(answer.body['redirectTo']).toBeUndefined();
});

test('the answer names its issuer, so that programs notice a mix-up, and gives the state back', async () => {
  const asked = question({ client_id: await door.clientId(), state: 'a b&c=d' });
  const { body } = await door.decide(asked, { cookie: await door.signIn() });
  const back = new URL(String(body['redirectTo']));
  expect(`${back.origin}${back.pathname}`).toBe(callback);
  expect(back.searchParams.getAll('iss')).toEqual([door.issuer]);
  expect(back.searchParams.getAll('state')).toEqual(['a b&c=d']);
});

test('nobody lets an agent do more than they may themselves; agents and programs let nobody in', async () => {
  const client_id = await door.clientId();
  const viewer = await door.signIn('viewer');
  expect((await door.decide(question({ client_id }), { cookie: viewer, role: 'operator' })).status).toBe(403);
  expect((await door.decide(question({ client_id }), { cookie: viewer, role: 'viewer' })).status).toBe(200);
  const reading = question({ client_id, scope: 'sigec:read' });
  expect((await door.decide(reading, { cookie: await door.signIn(), role: 'operator' })).status).toBe(403);
  expect((await door.decide(question({ client_id }), { cookie: '' })).status).toBe(401);
  for (const kind of ['agent', 'program'] as const) {
    const answer = await door.http.fetch('/api/connected-agents/request', {
      method: 'POST',
      key: await door.http.key({ kind, role: 'operator' }),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        request: question({ client_id }).toString(),
        decision: { is: 'allowed', role: 'viewer' },
      }),
    });
    expect(answer.status).toBe(403);
  }
});

test('a token that reads is told which scope would let it operate', async () => {
  const { access } = await door.connect({ role: 'viewer' });
  const call = modern('tools/call', { name: 'switch_lamp', arguments: {} });
  const answer = await post(door.mcp.address, call, { authorization: `Bearer ${access}` });
  expect(answer.status).toBe(403);
  expect(answer.headers['www-authenticate']).toMatch(
    /error="insufficient_scope", scope="sigec:read sigec:operate", resource_metadata="/,
  );
});

test('a person sees and ends their own agents, and nobody else does; administrators all', async () => {
  const own = await door.signIn('operator');
  const { access } = await door.connect({ cookie: own });
  const list = async (cookie: string) => {
    const answer = await door.http.fetch('/api/connected-agents', { headers: { cookie } });
    return ((await answer.json()) as { agents: { id: string; name: string; role: string }[] }).agents;
  };
  const [agent] = await list(own);
  expect(agent).toMatchObject({ name: 'Test host', role: 'operator', host: '127.0.0.1:33418', personName: 'Ana' });
  const other = await door.signIn('operator');
  expect(await list(other)).toEqual([]);
  const end = (cookie: string) =>
    door.http.fetch(`/api/connected-agents/${agent?.id}`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
  expect((await end(other)).status).toBe(404);
  expect((await list(await door.signIn())).map(({ id }) => id)).toContain(agent?.id);
  expect((await door.listTools(access)).status).toBe(200);
  expect((await end(own)).status).toBe(200);
  expect((await door.listTools(access)).status).toBe(401);
  expect(await list(own)).toEqual([]);
});

test('an agent ends with the key of its person', async () => {
  const before = new Set((await door.http.principals.listKeys()).map(({ id }) => id));
  const { access, clientId, refresh } = await door.connect();
  const person = (await door.http.principals.listKeys()).find(({ id, kind }) => !before.has(id) && kind === 'person');
  await door.http.principals.revokeKey(person?.id ?? '', { principal: null, door: 'system' });
  expect((await door.listTools(access)).status).toBe(401);
  expect((await door.post('/oauth/token', refreshForm(clientId, refresh))).body).toMatchObject({
    error: 'invalid_grant',
  });
});

test('a program gives tokens back: one of an hour alone, or all of them', async () => {
  const one = await door.connect();
  const stranger = { client_id: await door.clientId(), token: one.access };
  expect((await door.post('/oauth/revoke', stranger)).status).toBe(200);
  expect((await door.listTools(one.access)).status).toBe(200);
  await door.post('/oauth/revoke', { client_id: one.clientId, token: one.access });
  expect((await door.listTools(one.access)).status).toBe(401);
  const renewed = await door.post('/oauth/token', refreshForm(one.clientId, one.refresh));
  expect(renewed.status).toBe(200);
  await door.post('/oauth/revoke', { client_id: one.clientId, token: String(renewed.body['refresh_token']) });
  expect((await door.listTools(String(renewed.body['access_token']))).status).toBe(401);
  expect((await door.post('/oauth/revoke', { client_id: one.clientId, token: 'unknown' })).status).toBe(200);
});

test.each<[string, Partial<NewKey>, AgentRole, object]>([
  ['operator of one site', { role: 'operator', sites: ['recife'] }, 'operator', atRecife('operator')],
  ['operator of one site who lets it read', { role: 'operator', sites: ['recife'] }, 'viewer', atRecife('viewer')],
  ['accountant', { role: 'accountant' }, 'viewer', { role: 'accountant' }],
])('the agent of an %s may do nothing more anywhere', async (_whose, wanted, role, expected) => {
  const key = await door.http.key({ kind: 'person', ...wanted });
  const signedIn = await door.http.fetch('/api/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const { access } = await door.connect({ cookie, role });
  const at = { address: door.mcp.address, source: '127.0.0.1' };
  const holder = await door.http.principals.authenticateToken(access, at);
  expect(holder?.principal).toMatchObject({ kind: 'agent', ...expected });
});

test('who asks for what is told before anybody signs in, and what they may allow once they did', async () => {
  const asked = new URLSearchParams({ request: question({ client_id: await door.clientId() }).toString() });
  const read = async (cookie?: string) => {
    const answer = await door.http.fetch(`/api/connected-agents/request?${asked.toString()}`, {
      headers: cookie === undefined ? {} : { cookie },
    });
    return (await answer.json()) as object;
  };
  expect(await read()).toMatchObject({
    client: { name: 'Test host', isVerified: false },
    redirectHost: '127.0.0.1:33418',
    address: door.mcp.address,
    asked: 'operator',
    offers: [],
    principal: null,
  });
  expect(await read(await door.signIn('viewer'))).toMatchObject({
    principal: { name: 'Ana' },
    offers: [{ role: 'viewer', grants: [{ role: 'viewer', siteId: null }] }],
  });
});

test('who administers one site neither sees nor ends the agents of others', async () => {
  await door.connect();
  const key = await door.http.key({ kind: 'person', role: 'administrator', sites: ['recife'] });
  const listed = await door.http.fetch('/api/connected-agents', { key });
  expect(await listed.json()).toEqual({ agents: [] });
  const all = await door.http.fetch('/api/connected-agents', { headers: { cookie: await door.signIn() } });
  const { agents } = (await all.json()) as { agents: { id: string }[] };
  const ended = await door.http.fetch(`/api/connected-agents/${agents[0]?.id}`, { method: 'DELETE', key });
  expect(ended.status).toBe(404);
});

test('an agent whose last token has expired is ended, and what is left of it is forgotten', async () => {
  const cookie = await door.signIn('operator');
  const { access, clientId, refresh } = await door.connect({ cookie });
  const agents = async () => {
    const answer = await door.http.fetch('/api/connected-agents', { headers: { cookie } });
    return ((await answer.json()) as { agents: { id: string }[] }).agents;
  };
  const [agent] = await agents();
  const rows = async (table: string) => (await door.http.database.pool.query(`select from ${table}`)).rowCount;
  await door.http.principals.oauth.sweep();
  expect((await door.listTools(access)).status).toBe(200);
  door.http.clock.forward(29 * 24 * 3_600_000);
  const renewed = await door.post('/oauth/token', refreshForm(clientId, refresh));
  await door.http.principals.oauth.sweep();
  expect((await door.listTools(String(renewed.body['access_token']))).status).toBe(200); // it lives by the newer one
  door.http.clock.forward(31 * 24 * 3_600_000);
  await door.http.principals.oauth.sweep();
  const key = (await door.http.principals.listKeys()).find(({ id }) => id === agent?.id);
  expect(key?.revokedAt).not.toBeNull();
  expect([await rows('oauth_token'), await rows('oauth_code')]).toEqual([0, 0]);
});

function atRecife(role: AgentRole): object {
  return { grants: [{ role, siteId: 'recife' }] };
}
