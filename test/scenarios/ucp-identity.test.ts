import { expect, test } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import { callback, pkce, question } from '../support/oauth-door.ts';
import { startSigec } from '../support/sigec.ts';
import { platformProfile } from '../support/ucp-platform.ts';
import { ask, openUcpShop, paying, platform, ready, shop, sigec } from '../support/ucp-shop.ts';

openUcpShop();

const post = (url: string, body: URLSearchParams | object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...(!(body instanceof URLSearchParams) && { 'content-type': 'application/json' }), ...headers },
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  });

/** A buyer links their account as a platform asks them to: discovery, consent, code, token. */
async function link(role: 'viewer' | 'operator', scope: string): Promise<{ token: string; scope: string }> {
  const found = (await (await fetch(`${shop}/.well-known/oauth-protected-resource`)).json()) as {
    resource: string;
    authorization_servers: string[];
    scopes_supported: string[];
  };
  expect(found).toMatchObject({
    resource: shop,
    scopes_supported: expect.arrayContaining([scope.split(' ')[0]]) as string[],
  });
  const issuer = found.authorization_servers[0] ?? '';
  const server = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as {
    [name: string]: string;
  };
  expect(server).toMatchObject({
    issuer,
    scopes_supported: expect.arrayContaining(found.scopes_supported) as string[],
  });
  const client = { client_name: 'Shopper', redirect_uris: [callback], token_endpoint_auth_method: 'none' };
  const { client_id } = (await (await post(server['registration_endpoint'] ?? '', client)).json()) as {
    client_id: string;
  };
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'person', role: 'operator', name: 'Ana' });
  const signedIn = await post(`${issuer}/api/sign-in`, { key: secret });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const { verifier, challenge } = pkce();
  const asked = question({ client_id, code_challenge: challenge, resource: shop, scope });
  const decision = { request: String(asked), decision: { is: 'allowed', role } };
  const answer = await post(`${issuer}/api/connected-agents/request`, decision, {
    cookie,
    'sec-fetch-site': 'same-origin',
  });
  const { redirectTo } = (await answer.json()) as { redirectTo: string };
  const form = {
    grant_type: 'authorization_code',
    client_id,
    redirect_uri: callback,
    code_verifier: verifier,
    code: new URL(redirectTo).searchParams.get('code') ?? '',
  };
  const tokens = await post(server['token_endpoint'] ?? '', new URLSearchParams(form));
  const { access_token: token, scope: given } = (await tokens.json()) as { access_token: string; scope: string };
  return { token, scope: given };
}

const shopping = 'dev.ucp.shopping.order:read dev.ucp.shopping.cart:manage dev.ucp.shopping.checkout:manage';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('a buyer who linked their account finds their purchases by every platform, and nobody else does', async () => {
  const { token, scope } = await link('operator', shopping);
  expect(scope).toBe(shopping);
  const made = await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), bearer(token));
  const path = `/checkout-sessions/${made.body.id}`;
  const done = await ask('POST', `${path}/complete`, paying('2026-04-08', 'success_token'), bearer(token));
  expect(done.body.status).toBe('completed');
  const order = `/orders/${(done.body['order'] as { id: string }).id}`;
  const other = platform.put('/other-platform.json', platformProfile({ version: '2026-08-25' }));
  expect((await ask('GET', order, undefined, { ...bearer(token), profile: other })).status).toBe(200);
  expect((await ask('GET', order)).status).toBe(404);
});

test('who may only see orders does not shop, and a token that is none is told where to get one', async () => {
  const { token, scope } = await link('viewer', 'dev.ucp.shopping.order:read');
  expect(scope).toBe('dev.ucp.shopping.order:read');
  const refused = await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), bearer(token));
  expect(refused).toMatchObject({ status: 403, body: { messages: [{ code: 'insufficient_scope' }] } });
  expect(refused.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${shopping}"`);
  const unknown = await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), bearer(`${token.slice(0, -4)}AAAA`));
  expect(unknown).toMatchObject({ status: 401, body: { messages: [{ code: 'identity_required' }] } });
  expect(unknown.headers.get('www-authenticate')).toMatch(
    /^Bearer realm="http:\/\/127\.0\.0\.1:\d+", error="invalid_token", resource_metadata="http/,
  );
});

test('a suite with the secret sees an order go out; without the setting nobody does', async () => {
  await using trial = await startSigec({
    PACKS: 'bookshop',
    DEMO_BOOKS: 'on',
    UCP_SIMULATION_SECRET: 'of-the-suite',
    UCP_REVIEW_ABOVE_CENTS: '50000',
  });
  const there = trial.addresses.ucp ?? '';
  const profile = platform.put('/suite.json', platformProfile({ version: '2026-04-08' }));
  const agent = { 'ucp-agent': `profile="${profile}"` };
  const made = await (await post(`${there}/checkout-sessions`, ready(['poe-001', 1]), agent)).json();
  const path = `${there}/checkout-sessions/${(made as { id: string }).id}/complete`;
  const done = (await (await post(path, paying('2026-04-08', 'success_token'), agent)).json()) as {
    order: { id: string };
  };
  const ship = (at: string, secret: string) =>
    post(`${at}/testing/simulate-shipping/${done.order.id}`, {}, { 'simulation-secret': secret });
  expect((await ship(there, 'guessed')).status).toBe(403);
  expect((await ship(there, 'of-the-suite')).status).toBe(200);
  const order = await fetch(`${there}/orders/${done.order.id}`, { headers: agent });
  expect(await order.json()).toMatchObject({ fulfillment: { events: [{ type: 'shipped' }] } });
  expect((await ship(shop, '')).status).toBe(404);
});

test('currency, countries, rates and the name of the handler are settings', async () => {
  await using portuguese = await startSigec({
    PACKS: 'bookshop',
    DEMO_BOOKS: 'on',
    BOOKSHOP_CURRENCY: 'EUR',
    BOOKSHOP_COUNTRIES: 'PT,ES',
    BOOKSHOP_RATES: 'standard=390,es-standard=790',
    BOOKSHOP_PAYMENT_HANDLER: 'pt.example.pay',
  });
  const there = portuguese.addresses.ucp ?? '';
  const profile = platform.put('/pt.json', platformProfile({ version: '2026-08-25' }));
  const deliver = async (address_country: string) => {
    const destination = {
      street_address: 'Rua A, 1',
      address_locality: 'Braga',
      postal_code: '4700-000',
      address_country,
    };
    const fulfillment = { methods: [{ type: 'shipping', destinations: [destination] }] };
    const wanted = { ...ready(['poe-001', 1]), fulfillment, context: { language: 'en' } };
    const answer = await post(`${there}/checkout-sessions`, wanted, { 'ucp-agent': `profile="${profile}"` });
    return (await answer.json()) as {
      currency: string;
      totals: { type: string; amount: number }[];
      messages: object[];
    };
  };
  const costOf = ({ totals }: { totals: { type: string; amount: number }[] }) =>
    totals.find(({ type }) => type === 'fulfillment')?.amount;
  const near = await deliver('Portugal');
  expect([near.currency, costOf(near)]).toEqual(['EUR', 390]);
  expect(near).toMatchObject({ ucp: { payment_handlers: { 'pt.example.pay': [{ id: 'mock_payment_handler' }] } } });
  expect(costOf(await deliver('ESP'))).toBe(790);
  for (const far of ['BR', 'Nowhere'])
    expect((await deliver(far)).messages).toMatchObject([
      { code: 'address_undeliverable', content: 'We deliver to Portugal, Spain alone.' },
    ]);
});
