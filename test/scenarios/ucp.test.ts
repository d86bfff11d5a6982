import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedKey } from '../../src/contract/principal.ts';
import { ourCatalogueFile } from '../support/catalogue-file.ts';
import { connect, eras } from '../support/mcp-client.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { openPlatform, platformProfile, type TestPlatform } from '../support/ucp-platform.ts';
import {
  CheckoutResponseSchema,
  ExtendedCheckoutResponseSchema,
  MessageSchema,
  OrderSchema,
  UcpDiscoveryProfileSchema,
  UcpResponseSchema,
} from '../support/ucp-sdk.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const versions = ['2026-01-11', '2026-04-08'] as const;
type Version = (typeof versions)[number];

let sigec: TestSigec;
let platform: TestPlatform;
let shop: string;
const profiles = {} as Record<Version, string>;
beforeAll(async () => {
  platform = await openPlatform();
  // Up to R$ 200 a platform completes by itself here; above, the buyer confirms.
  sigec = await startSigec({ UCP_REVIEW_ABOVE_CENTS: '20000' });
  shop = sigec.addresses.ucp ?? '';
  await sigec.api.put('/api/books/catalogue', { content: await ourCatalogueFile() });
  for (const version of versions) profiles[version] = platform.put(`/${version}.json`, platformProfile({ version }));
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

type Body = Record<string, unknown>;
type Message = { type: string; code: string; severity?: string; path?: string };
type Checkout = Body & {
  id: string;
  status: string;
  totals: { type: string; amount: number }[];
  messages?: Message[];
  continue_url?: string;
};
type Answer = { status: number; headers: Headers; body: Checkout };
type Asking = { profile?: string; key?: string; headers?: Record<string, string> };

/** One request of a platform. What the first revision answers is read with the schemas of its own package. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  { profile = profiles['2026-04-08'], key, headers = {} }: Asking = {},
): Promise<Answer> {
  const response = await fetch(`${shop}${path}`, {
    method,
    headers: {
      'ucp-agent': `profile="${profile}"`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, headers: response.headers, body: (await response.json()) as Checkout };
  if (profile === profiles['2026-01-11'] && answer.body['ucp'] !== undefined) mustFitFirstRevision(answer.body);
  return answer;
}

/** Read back unchanged, as far as the package knows the fields: nothing of ours is dropped that it has a name for. */
function mustFitFirstRevision(body: Checkout): void {
  UcpResponseSchema.parse(body['ucp']);
  for (const message of body.messages ?? []) expect(MessageSchema.parse(message)).toEqual(message);
  if (body['checkout_id'] !== undefined) OrderSchema.parse(body);
  else if (body['line_items'] !== undefined) {
    CheckoutResponseSchema.parse(body);
    const { expires_at: _at, payment: _payment, ...read } = ExtendedCheckoutResponseSchema.parse(body);
    expect(body).toMatchObject(JSON.parse(JSON.stringify(read)) as object);
  }
}

const buyer = { email: 'ana@example.com', first_name: 'Ana', consent: { marketing: false } };
const address = {
  street_address: 'Rua A, 1',
  address_locality: 'Recife',
  address_region: 'PE',
  postal_code: '50000-000',
  address_country: 'BR',
};
const pickup = { methods: [{ type: 'pickup' }] };
const lines = (...books: [id: string, quantity: number][]) =>
  books.map(([id, quantity]) => ({ item: { id }, quantity }));
const ready = (...books: [string, number][]) => ({ line_items: lines(...books), buyer, fulfillment: pickup });

function instrument(token: string, handler_id = 'mock_payment_handler'): object {
  return { id: 'i-1', handler_id, type: 'card', credential: { type: 'token', token } };
}
function paying(version: Version, token: string): object {
  if (version === '2026-01-11') return { payment_data: instrument(token) };
  return { payment: { instruments: [{ ...instrument(token), selected: true }] } };
}

/** What the form of a page says that its reader has seen. */
function seenOn(html: string): string {
  return /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

async function stockOf(id: string): Promise<number> {
  return (await sigec.api.get<{ stock: number }>(`/api/books/${id}`)).stock;
}

/** What is written to the right of the sign adds up to the total, in the way of its revision. */
function mustAddUp({ totals }: Checkout, version: Version): number {
  const of = (type: string) => totals.find((each) => each.type === type)?.amount ?? 0;
  const off = of('items_discount') + of('discount');
  expect(of('subtotal') + of('fulfillment') + (version === '2026-01-11' ? -off : off)).toBe(of('total'));
  return of('total');
}

test('the profiles say who the shop is, in the shape of each revision', async () => {
  const first = await (await fetch(`${shop}/.well-known/ucp/2026-01-11`)).json();
  const read = UcpDiscoveryProfileSchema.parse(first);
  expect(first).toMatchObject(JSON.parse(JSON.stringify(read)) as object);
  expect(read.ucp.capabilities.map(({ name }) => name)).toContain('dev.ucp.shopping.checkout');
  const response = await fetch(`${shop}/.well-known/ucp`);
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d{2,}/);
  const newest = (await response.json()) as { ucp: Body; signing_keys: object[]; keys: object[] };
  expect(newest.ucp).toMatchObject({
    version: '2026-04-08',
    supported_versions: { '2026-01-11': `${shop}/.well-known/ucp/2026-01-11` },
    services: {
      'dev.ucp.shopping': [
        { transport: 'rest', endpoint: shop },
        { transport: 'mcp', endpoint: `${shop}/ucp/mcp` },
      ],
    },
    capabilities: {
      'dev.ucp.shopping.discount': [{ extends: ['dev.ucp.shopping.checkout', 'dev.ucp.shopping.cart'] }],
    },
    payment_handlers: { 'org.sigec-ve.mock_payment': [{ id: 'mock_payment_handler' }] },
  });
  expect(newest.keys).toEqual(newest.signing_keys);
});

test.each(versions)('%s: the whole way from incomplete to completed', async (version) => {
  const asking = { profile: profiles[version] };
  const before = await stockOf('tec-001');
  const made = await ask(
    'POST',
    '/checkout-sessions',
    { line_items: lines(['tec-001', 2]) },
    { ...asking, key: `make-${version}` },
  );
  expect(made).toMatchObject({ status: 201, body: { status: 'incomplete', currency: 'BRL' } });
  expect(made.body.messages?.map(({ code, path, severity }) => [code, path, severity])).toEqual([
    ['field_required', '$.buyer.email', 'recoverable'],
    ['field_required', '$.fulfillment.methods', 'recoverable'],
  ]);
  const path = `/checkout-sessions/${made.body.id}`;
  const abroad = { methods: [{ type: 'shipping', destinations: [{ ...address, address_country: 'PT' }] }] };
  const far = await ask('PUT', path, { line_items: lines(['tec-001', 2]), buyer, fulfillment: abroad }, asking);
  expect(far.body).toMatchObject({ status: 'incomplete', messages: [{ code: 'address_undeliverable' }] });

  const shipping = {
    methods: [{ type: 'shipping', destinations: [address], groups: [{ selected_option_id: 'express' }] }],
  };
  const update = {
    line_items: lines(['tec-001', 2]),
    buyer,
    fulfillment: shipping,
    discounts: { codes: ['livros20', 'TECH15', 'NADA'] },
  };
  const updated = await ask('PUT', path, update, asking);
  expect(updated.body.status).toBe('ready_for_complete');
  expect(updated.body.messages?.map(({ type, code, path: at }) => [type, code, at])).toEqual([
    ['warning', 'discount_code_combination_disallowed', '$.discounts.codes[1]'],
    ['warning', 'discount_code_combination_disallowed', '$.discounts.codes[2]'],
  ]);
  expect(updated.body).toMatchObject({
    discounts: {
      applied: [{ code: 'LIVROS20', amount: 3_596, allocations: [{ path: '$.line_items[0]', amount: 3_596 }] }],
    },
    fulfillment: {
      methods: [
        {
          type: 'shipping',
          groups: [{ selected_option_id: 'express', options: [{ id: 'standard' }, { id: 'express' }] }],
        },
      ],
    },
  });
  expect(mustAddUp(updated.body, version)).toBe(17_980 - 3_596 + 2_990);
  expect(await stockOf('tec-001')).toBe(before);

  const done = await ask('POST', `${path}/complete`, paying(version, 'success_token'), {
    ...asking,
    key: `pay-${version}`,
  });
  expect(done).toMatchObject({
    status: 200,
    body: { status: 'completed', order: { permalink_url: expect.stringContaining('/order/') as string } },
  });
  expect(done.body.continue_url).toBeUndefined();
  expect(mustAddUp(done.body, version)).toBe(17_374);
  expect(await stockOf('tec-001')).toBe(before - 2);

  const orderId = (done.body['order'] as { id: string }).id;
  const order = await ask('GET', `/orders/${orderId}`, undefined, asking);
  expect(order.body).toMatchObject({
    ...{
      id: orderId,
      checkout_id: made.body.id,
      line_items: [{ quantity: { total: 2, fulfilled: 0 }, status: 'processing' }],
    },
    fulfillment: { expectations: [{ method_type: 'shipping', destination: { address_locality: 'Recife' } }] },
  });
  expect(mustAddUp(order.body, version)).toBe(17_374);
  // What is completed changes no more, and asking again buys nothing more.
  expect((await ask('PUT', path, update, asking)).status).toBe(409);
  expect((await ask('POST', `${path}/cancel`, {}, asking)).status).toBe(409);
  const again = await ask('POST', `${path}/complete`, paying(version, 'success_token'), {
    ...asking,
    key: `pay-again-${version}`,
  });
  expect(again.body).toMatchObject({ status: 'completed', order: { id: orderId } });
  expect(await stockOf('tec-001')).toBe(before - 2);
});

test.each(versions)('%s: a dear order waits for the buyer, who confirms on our page', async (version) => {
  const asking = { profile: profiles[version] };
  const before = await stockOf('fan-016');
  const made = await ask('POST', '/checkout-sessions', ready(['fan-016', 2], ['tec-001', 2]), asking);
  expect(made.body).toMatchObject({
    status: 'requires_escalation',
    messages: [{ code: 'buyer_review', severity: 'requires_buyer_review' }],
  });
  // The platform cannot do it for them.
  const tried = await ask(
    'POST',
    `/checkout-sessions/${made.body.id}/complete`,
    paying(version, 'success_token'),
    asking,
  );
  expect(tried.body.status).toBe('requires_escalation');
  const url = String(made.body.continue_url);
  const page = await fetch(url, { headers: { 'accept-language': 'pt-BR' } });
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('O Saci Programador');
  expect(html).toContain('R$ 279,60');
  expect(page.headers.get('referrer-policy')).toBe('same-origin'); // with no-referrer a browser sends "Origin: null", which is refused
  const seen = seenOn(html);
  const press = (form: Record<string, string>, key = new URL(url).searchParams.get('key') ?? '') =>
    fetch(url.split('?')[0] ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        key,
        action: 'confirm',
        seen,
        payment_token: 'success_token',
        ...form,
      }),
    });
  expect((await press({}, 'guessed')).status).toBe(404);
  expect((await press({ seen: 'else' })).status).toBe(409);
  expect((await press({ payment_token: 'fail_token' })).status).toBe(409);
  // Other books for the same sum, put there while the page stood open, are not what was seen.
  const path = `/checkout-sessions/${made.body.id}`;
  await ask('PUT', path, ready(['tec-001', 2], ['fan-016', 2]), asking);
  expect((await press({})).status).toBe(409);
  await ask('PUT', path, ready(['fan-016', 2], ['tec-001', 2]), asking);
  const foreign = await fetch(url.split('?')[0] ?? '', {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: '',
  });
  expect(foreign.status).toBe(403);
  expect(await stockOf('fan-016')).toBe(before);
  const [done, twice] = await Promise.all([press({}), press({})]);
  expect([done.status, twice.status]).toEqual([303, 303]);
  expect(done.headers.get('location')).toBe(twice.headers.get('location'));
  expect(await (await fetch(done.headers.get('location') ?? '')).text()).toContain('Obrigado');
  expect(await stockOf('fan-016')).toBe(before - 2);
  expect((await ask('GET', `/checkout-sessions/${made.body.id}`, undefined, asking)).body.status).toBe('completed');
});

test.each(versions)('%s: payments that are missing, foreign, refused or challenged', async (version) => {
  const asking = { profile: profiles[version] };
  const { body } = await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), asking);
  const complete = (given: object) => ask('POST', `/checkout-sessions/${body.id}/complete`, given, asking);
  const codes = ({ body: { status, messages } }: Answer) => [
    status,
    messages?.map(({ code, severity }) => [code, severity]),
  ];
  const failed = ['ready_for_complete', [['payment_failed', 'recoverable']]];
  expect(codes(await complete({}))).toEqual(failed);
  const other =
    version === '2026-01-11'
      ? { payment_data: instrument('success_token', 'gpay') }
      : { payment: { instruments: [instrument('success_token', 'gpay')] } };
  expect(codes(await complete(other))).toEqual(failed);
  expect(codes(await complete(paying(version, 'fail_token')))).toEqual(failed);
  const challenged = await complete(paying(version, 'challenge_token'));
  expect(codes(challenged)).toEqual(['requires_escalation', [['payment_challenge', 'requires_buyer_input']]]);
  const url = new URL(String(challenged.body.continue_url));
  const seen = seenOn(await (await fetch(url)).text());
  const form = new URLSearchParams({ key: url.searchParams.get('key') ?? '', action: 'confirm', seen });
  const confirmed = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  expect(confirmed.status).toBe(303);
  expect((await ask('GET', `/checkout-sessions/${body.id}`, undefined, asking)).body.status).toBe('completed');
});

test.each(versions)('%s: what is sold out, unknown, or no coupon', async (version) => {
  const asking = { profile: profiles[version] };
  const soldOut =
    (await sigec.api.get<{ books: { id: string; stock: number }[] }>('/api/books?limit=200')).books.find(
      ({ stock }) => stock === 0,
    )?.id ?? '';
  const out = await ask('POST', '/checkout-sessions', ready([soldOut, 1]), asking);
  expect(out.body).toMatchObject({
    status: 'incomplete',
    messages: [{ code: 'out_of_stock', path: '$.line_items[0]', severity: 'recoverable' }],
  });
  const tried = await ask(
    'POST',
    `/checkout-sessions/${out.body.id}/complete`,
    paying(version, 'success_token'),
    asking,
  );
  expect(tried.body).toMatchObject({ status: 'incomplete', messages: [{ code: 'out_of_stock' }] });
  const many = await ask('PUT', `/checkout-sessions/${out.body.id}`, ready(['tec-002', 99]), asking);
  expect(many.body.messages).toMatchObject([{ code: 'out_of_stock' }]);
  const unknown = await ask('POST', '/checkout-sessions', ready(['tec-001', 1], ['nada', 1]), asking);
  expect(unknown.status).toBe(version === '2026-01-11' ? 400 : 200);
  expect(unknown.body).toMatchObject({
    messages: [{ code: 'item_unavailable', path: '$.line_items[1]', severity: 'unrecoverable' }],
  });
  expect(unknown.body.id).toBeUndefined();
  const coupons = [
    ['NADA', 'discount_code_invalid'],
    ['LIVROS20', 'discount_code_user_ineligible'],
  ] as const;
  for (const [code, told] of coupons) {
    const given = { ...ready(['poe-002', 1]), discounts: { codes: [code] } };
    const { body } = await ask('POST', '/checkout-sessions', given, asking);
    expect(body).toMatchObject({
      messages: [{ type: 'warning', code: told, path: '$.discounts.codes[0]' }],
      discounts: { applied: [] },
    });
    expect(mustAddUp(body, version)).toBeGreaterThan(0);
  }
  // A first purchase is told by the e-mail address, and Ana has bought before.
  const first = (email?: string) => ({
    line_items: lines(['poe-002', 1]),
    fulfillment: pickup,
    discounts: { codes: ['PRIMEIRA10'] },
    ...(email && { buyer: { email } }),
  });
  const nobody = await ask('POST', '/checkout-sessions', first(), asking);
  expect(nobody.body.messages).toContainEqual(expect.objectContaining({ code: 'discount_code_user_not_logged_in' }));
  expect((await ask('POST', '/checkout-sessions', first('ANA@example.com'), asking)).body.messages).toMatchObject([
    { code: 'discount_code_user_ineligible' },
  ]);
  expect((await ask('POST', '/checkout-sessions', first('nova@example.com'), asking)).body).toMatchObject({
    discounts: { applied: [{ code: 'PRIMEIRA10' }] },
  });
});

test.each(versions)('%s: cancelled is cancelled', async (version) => {
  const asking = { profile: profiles[version] };
  const { body } = await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), asking);
  const cancelled = await ask('POST', `/checkout-sessions/${body.id}/cancel`, {}, asking);
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'canceled' } });
  expect(cancelled.body.continue_url).toBeUndefined();
  expect((await ask('POST', `/checkout-sessions/${body.id}/cancel`, {}, asking)).body.status).toBe('canceled');
  expect((await ask('PUT', `/checkout-sessions/${body.id}`, ready(['poe-001', 1]), asking)).status).toBe(409);
  expect(
    (await ask('POST', `/checkout-sessions/${body.id}/complete`, paying(version, 'success_token'), asking)).status,
  ).toBe(409);
});

test('an idempotency key is one request: the same again is answered again, another one is refused', async () => {
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map(() => ask('POST', '/checkout-sessions', ready(['poe-004', 1]), { key: 'same' })),
  );
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(made.every(({ status }) => status === 201)).toBe(true);
  const other = await ask('POST', '/checkout-sessions', ready(['poe-004', 2]), { key: 'same' });
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  const id = made[0]?.body.id ?? '';
  const before = await stockOf('poe-004');
  const pay = () =>
    ask('POST', `/checkout-sessions/${id}/complete`, paying('2026-04-08', 'success_token'), { key: 'pay-once' });
  const paid = await Promise.all([pay(), pay(), pay(), pay(), pay()]);
  expect(new Set(paid.map(({ body }) => (body['order'] as { id: string }).id)).size).toBe(1);
  expect(await stockOf('poe-004')).toBe(before - 1);
  // Five requests without a key, or each with its own, do no more.
  const second = (await ask('POST', '/checkout-sessions', ready(['poe-004', 1]), { key: 'same-2' })).body.id;
  const many = await Promise.all(
    [1, 2, 3, 4, 5].map((each) =>
      ask('POST', `/checkout-sessions/${second}/complete`, paying('2026-04-08', 'success_token'), {
        key: `own-${each}`,
      }),
    ),
  );
  expect(new Set(many.map(({ body }) => (body['order'] as { id: string }).id)).size).toBe(1);
  expect(await stockOf('poe-004')).toBe(before - 2);
  expect(await ask('POST', '/checkout-sessions', ready(['poe-004', 1]), { key: 'a'.repeat(201) })).toMatchObject({
    status: 400,
  });
  // The same key of another platform is another key.
  const theirs = await ask('POST', '/checkout-sessions', ready(['poe-004', 2]), {
    key: 'same',
    profile: profiles['2026-01-11'],
  });
  expect(theirs.status).toBe(201);
});

test('what both parties cannot agree upon is told by its code', async () => {
  const tryWith = (profile: string) => ask('POST', '/checkout-sessions', ready(['tec-001', 1]), { profile });
  const later = platform.put('/later.json', platformProfile({ version: '2031-01-01' }));
  expect(await tryWith(later)).toMatchObject({
    status: 422,
    body: { code: 'version_unsupported', content: expect.stringContaining('2026-01-11 and 2026-04-08') as string },
  });
  expect(await tryWith(`${platform.url}/nowhere.json`)).toMatchObject({
    status: 424,
    body: { code: 'profile_unreachable' },
  });
  expect(await tryWith('http://127.0.0.1:9/profile')).toMatchObject({
    status: 424,
    body: { code: 'profile_unreachable' },
  });
  const moved = platform.put('/moved.json', 302);
  expect(await tryWith(moved)).toMatchObject({ status: 424 });
  const broken = platform.put('/broken.json', '{"ucp": ');
  expect(await tryWith(broken)).toMatchObject({ status: 422, body: { code: 'profile_malformed' } });
  const large = platform.put('/large.json', JSON.stringify({ ucp: 'x'.repeat(400_000) }));
  expect(await tryWith(large)).toMatchObject({ status: 424 });
  for (const inside of [
    'http://10.0.0.1/p',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/p',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(await tryWith(inside)).toMatchObject({ status: 400, body: { code: 'invalid_profile_url' } });
  const missing = await fetch(`${shop}/checkout-sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(missing.status).toBe(400);

  const foreign = platform.put('/foreign.json', platformProfile({ version: '2026-04-08', capabilities: ['discount'] }));
  expect(await tryWith(foreign)).toMatchObject({
    status: 200,
    body: { ucp: { status: 'error', capabilities: {} }, messages: [{ code: 'capabilities_incompatible' }] },
  });
  // The first revision has no carts.
  expect(
    (await ask('POST', '/carts', { line_items: lines(['tec-001', 1]) }, { profile: profiles['2026-01-11'] })).body
      .messages,
  ).toMatchObject([{ code: 'capabilities_incompatible' }]);
  // Without the extensions their fields are left alone: no delivery to choose, no coupon.
  const plain = platform.put('/plain.json', platformProfile({ version: '2026-04-08', capabilities: ['checkout'] }));
  const { body } = await ask(
    'POST',
    '/checkout-sessions',
    { line_items: lines(['tec-001', 2]), buyer, discounts: { codes: ['LIVROS20'] } },
    { profile: plain },
  );
  expect(body).toMatchObject({
    status: 'ready_for_complete',
    ucp: { capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }] } },
  });
  expect([body['discounts'], body['fulfillment']]).toEqual([undefined, undefined]);
  expect(mustAddUp(body, '2026-04-08')).toBe(17_980);
});

test('requests that are none: the method, the body, the fields, the host', async () => {
  expect(await ask('DELETE', '/checkout-sessions/x')).toMatchObject({ status: 405 });
  expect(await ask('GET', '/nothing')).toMatchObject({ status: 404 });
  expect(
    await ask('POST', '/checkout-sessions', { line_items: [{ item: { id: 'tec-001' }, quantity: 0 }] }),
  ).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', content: expect.stringContaining('line_items.0.quantity') as string },
  });
  expect(
    await ask('POST', '/catalog/lookup', { ids: Array.from({ length: 51 }, (_id, at) => `b-${at}`) }),
  ).toMatchObject({ status: 400, body: { code: 'request_too_large' } });
  const agent = { 'ucp-agent': `profile="${profiles['2026-04-08']}"` };
  const text = await fetch(`${shop}/checkout-sessions`, {
    method: 'POST',
    headers: { ...agent, 'content-type': 'text/plain' },
    body: '{}',
  });
  expect(text.status).toBe(415);
  const large = await fetch(`${shop}/checkout-sessions`, {
    method: 'POST',
    headers: { ...agent, 'content-type': 'application/json' },
    body: JSON.stringify({ x: 'y'.repeat(300_000) }),
  });
  expect(large.status).toBe(413);
  const page = await fetch(`${shop}/checkout-sessions`, {
    method: 'POST',
    headers: { ...agent, origin: 'https://evil.example', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(page.status).toBe(403);
  expect(
    (await ask('GET', '/checkout-sessions/x', undefined, { headers: { 'request-id': 'r-1' } })).headers.get(
      'request-id',
    ),
  ).toBe('r-1');
});

test.each(['', '-2', '1.5', '9999999', 'x'])('a made-up cursor %j begins at the beginning', async (place) => {
  const cursor = Buffer.from(place).toString('base64url');
  const answer = await ask('POST', '/catalog/search', {
    filters: { price: { min: 0, max: Number.MAX_SAFE_INTEGER } },
    pagination: { cursor, limit: 1 },
  });
  expect(answer).toMatchObject({ status: 200, body: { products: [{ id: expect.any(String) as string }] } });
});

test.each([
  ['/catalog/search', { query: 'a\0b' }],
  ['/catalog/product', { id: 'a\0b' }],
  ['/checkout-sessions', { discounts: { codes: ['\ud800'] } }],
  ['/checkout-sessions', { line_items: lines(['tec\0', 1]) }],
])('%s with a character that no database keeps is refused in words: %j', async (path, body) => {
  expect(await ask('POST', path, body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('a platform that has seen a lower sum pays nothing until it has seen the new one', async () => {
  const database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  const made = await ask('POST', '/checkout-sessions', ready(['tec-002', 1]));
  const pay = () => ask('POST', `/checkout-sessions/${made.body.id}/complete`, paying('2026-04-08', 'success_token'));
  try {
    await database.query(`update book set price_cents = price_cents + 500 where id = 'tec-002'`);
    expect((await pay()).body).toMatchObject({ status: 'incomplete', messages: [{ code: 'total_changed' }] });
    expect((await pay()).body.status).toBe('completed');
  } finally {
    await database.query(`update book set price_cents = price_cents - 500 where id = 'tec-002'`);
    await database.end();
  }
});

test('a request that a stopped server left unanswered can be sent again with its key', async () => {
  const database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  const asking = { key: 'broken-off' };
  const body = ready(['poe-006', 1]);
  const first = await ask('POST', '/checkout-sessions', body, asking);
  await database.query(
    `update ucp_answer set answer = null, asked_at = asked_at - interval '3 minutes' where key = 'broken-off'`,
  );
  await database.end();
  expect(await ask('POST', '/checkout-sessions', ready(['poe-006', 2]), asking)).toMatchObject({ status: 409 });
  const again = await ask('POST', '/checkout-sessions', body, asking);
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(first.body.id);
  expect((await ask('POST', '/checkout-sessions', body, asking)).body.id).toBe(again.body.id);
});

test('what was under way when it was asked for is told anew when the same key asks again', async () => {
  const database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  const { id } = (await ask('POST', '/checkout-sessions', ready(['poe-006', 1]))).body;
  const pay = () =>
    ask('POST', `/checkout-sessions/${id}/complete`, paying('2026-04-08', 'success_token'), { key: 'under-way' });
  await database.query(`update book_checkout set state = 'completing', claimed_at = now() where id = $1`, [id]);
  expect((await pay()).body.status).toBe('complete_in_progress');
  await database.query(`update book_checkout set state = 'open', claimed_at = null where id = $1`, [id]);
  await database.end();
  expect((await pay()).body.status).toBe('completed');
});

test('an agent’s key buys nothing here: what it pays, a person approves', async () => {
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'agent', role: 'operator', name: 'A' });
  const headers = { authorization: `Bearer ${secret}` };
  expect(await ask('POST', '/checkout-sessions', ready(['tec-001', 1]), { headers })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await ask('POST', '/catalog/search', { query: 'python' }, { headers })).toMatchObject({ status: 200 });
});

test('carts and checkouts of one platform are nobody else’s', async () => {
  const other = platform.put('/other.json', platformProfile({ version: '2026-04-08' }));
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'program', role: 'operator', name: 'P' });
  const strangers: Asking[] = [{ profile: other }, { headers: { authorization: `Bearer ${secret}` } }];
  const checkout = (await ask('POST', '/checkout-sessions', ready(['tec-001', 1]))).body.id;
  const cart = (await ask('POST', '/carts', { line_items: lines(['tec-001', 1]) })).body.id;
  const paid = await ask('POST', `/checkout-sessions/${checkout}/complete`, paying('2026-04-08', 'success_token'));
  const order = (paid.body['order'] as { id: string }).id;
  for (const asking of strangers) {
    const attempts = [
      ask('GET', `/checkout-sessions/${checkout}`, undefined, asking),
      ask('PUT', `/checkout-sessions/${checkout}`, ready(['tec-001', 1]), asking),
      ask('POST', `/checkout-sessions/${checkout}/cancel`, {}, asking),
      ask('POST', `/checkout-sessions/${checkout}/complete`, paying('2026-04-08', 'success_token'), asking),
      ask('POST', '/checkout-sessions', { cart_id: cart }, asking),
      ask('GET', `/carts/${cart}`, undefined, asking),
      ask('PUT', `/carts/${cart}`, { line_items: [] }, asking),
      ask('POST', `/carts/${cart}/cancel`, {}, asking),
      ask('GET', `/orders/${order}`, undefined, asking),
    ];
    for (const { status, body } of await Promise.all(attempts))
      expect([status, body.messages?.[0]?.code]).toEqual([404, 'not_found']);
  }
  expect((await ask('GET', `/carts/${cart}`)).status).toBe(200);
  expect(await ask('GET', `/carts/${cart}`, undefined, { headers: { authorization: 'Bearer wrong' } })).toMatchObject({
    status: 401,
  });
});

test('a cart becomes a checkout with its coupon, and the catalogue is searched', async () => {
  const made = await ask('POST', '/carts', { line_items: lines(['tec-002', 1]), discounts: { codes: ['tech15'] } });
  expect(made).toMatchObject({ status: 201, body: { discounts: { applied: [{ code: 'TECH15' }] } } });
  const changed = await ask('PUT', `/carts/${made.body.id}`, { line_items: lines(['tec-002', 2]) });
  expect(changed.body).toMatchObject({
    line_items: [{ quantity: 2 }],
    discounts: { applied: [{ code: 'TECH15', amount: 2_247 }] },
  });
  const checkout = await ask('POST', '/checkout-sessions', { cart_id: made.body.id, buyer, fulfillment: pickup });
  expect(checkout.body).toMatchObject({
    status: 'ready_for_complete',
    discounts: { applied: [{ code: 'TECH15', amount: 2_247 }] },
  });
  expect((await ask('POST', `/carts/${made.body.id}/cancel`, {})).status).toBe(200);
  expect((await ask('GET', `/carts/${made.body.id}`)).status).toBe(404);

  const found = await ask('POST', '/catalog/search', { query: 'python', pagination: { limit: 1 } });
  expect(found.body).toMatchObject({
    products: [{ id: 'tec-001', variants: [{ id: 'tec-001', price: { amount: 8_990, currency: 'BRL' } }] }],
    pagination: { has_next_page: true, total_count: 2 },
  });
  const cursor = (found.body['pagination'] as { cursor: string }).cursor;
  expect(
    (await ask('POST', '/catalog/search', { query: 'python', pagination: { limit: 1, cursor } })).body,
  ).toMatchObject({ products: [{ id: 'tec-002' }], pagination: { has_next_page: false } });
  const shelves = await ask('POST', '/catalog/search', {
    filters: { categories: ['Fantasia', 'Poesia e crônica'], price: { max: 6_000 } },
    pagination: { limit: 100 },
  });
  expect(
    new Set(
      (shelves.body['products'] as { categories: { value: string }[] }[]).map(({ categories }) => categories[0]?.value),
    ),
  ).toEqual(new Set(['Fantasia', 'Poesia e crônica']));
  expect((await ask('POST', '/catalog/lookup', { ids: ['tec-001', 'tec-001', 'nada'] })).body).toMatchObject({
    products: [{ id: 'tec-001', variants: [{ inputs: [{ id: 'tec-001', match: 'exact' }] }] }],
  });
  expect((await ask('POST', '/catalog/product', { id: 'tec-001' })).body).toMatchObject({ product: { id: 'tec-001' } });
  expect((await ask('POST', '/catalog/product', { id: 'nada' })).body).toMatchObject({
    ucp: { status: 'error' },
    messages: [{ code: 'not_found' }],
  });
});

test.each(eras)('the MCP binding, MCP of %s: tools 1:1, the same checkouts, errors by code', async (era, options) => {
  await using client = await connect(`${shop}/ucp/mcp`, options);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    ['create', 'get', 'update', 'complete', 'cancel']
      .map((verb) => `${verb}_checkout`)
      .concat(['create', 'get', 'update', 'cancel'].map((verb) => `${verb}_cart`))
      .concat(['search_catalog', 'lookup_catalog', 'get_product', 'get_order'])
      .toSorted(),
  );
  const call = async (name: string, given: object, more: object = {}, profile = profiles['2026-01-11']) => {
    const meta = { 'ucp-agent': { profile }, ...more };
    return (await client.callTool({ name, arguments: { meta, ...given } })).structuredContent as Checkout;
  };
  const made = await call('create_checkout', { checkout: ready(['poe-005', 1]) });
  mustFitFirstRevision(made);
  expect(made.status).toBe('ready_for_complete');
  expect(
    (await ask('GET', `/checkout-sessions/${made.id}`, undefined, { profile: profiles['2026-01-11'] })).body.id,
  ).toBe(made.id);
  const paid = { id: made.id, checkout: paying('2026-01-11', 'success_token') };
  await expect(call('complete_checkout', paid)).rejects.toThrow(/idempotency-key/);
  const done = await call('complete_checkout', paid, { 'idempotency-key': `mcp-${era}` });
  expect(done.status).toBe('completed');
  const order = await call('get_order', { id: (done['order'] as { id: string }).id });
  OrderSchema.parse(order);
  const found = await call('search_catalog', { catalog: { query: 'python' } }, {}, profiles['2026-04-08']);
  expect(found['products']).toHaveLength(2);
  expect(await call('get_checkout', { id: made.id }, {}, profiles['2026-04-08'])).toMatchObject({
    messages: [{ code: 'not_found' }],
  });
  await expect(call('get_checkout', { id: made.id }, {}, 'https://10.0.0.1/p')).rejects.toThrow(
    /not stand on the open net/,
  );
  await expect(call('create_checkout', { checkout: { line_items: 7 } })).rejects.toThrow(/line_items/);
  await expect(call('create_checkout', { checkout: ready(['\0', 1]) })).rejects.toThrow(/NUL/);
  await expect(call('cancel_checkout', { id: made.id }, { 'idempotency-key': 'x'.repeat(9_000) })).rejects.toThrow(
    /200 visible/,
  );
});

test('over the MCP binding the status of HTTP says the same as the error', async () => {
  const later = platform.put('/later-mcp.json', platformProfile({ version: '2031-01-01' }));
  const call = {
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'get_checkout', arguments: { id: 'x', meta: { 'ucp-agent': { profile: later } } } },
  };
  const response = await fetch(`${shop}/ucp/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call),
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    id: 7,
    error: { code: -32_001, data: { code: 'version_unsupported' } },
  });
});

test.each(versions)('%s: a platform is told of its order, signed, until it has heard', async (version) => {
  const from = platform.told.length;
  const webhookUrl = `${platform.url}/webhooks/${version}?shop=1`;
  const profile = platform.put(`/hooked-${version}.json`, platformProfile({ version, webhookUrl }));
  const made = await ask('POST', '/checkout-sessions', ready(['poe-006', 1]), { profile });
  platform.answers.push(500); // the first time it does not want to hear
  const done = await ask('POST', `/checkout-sessions/${made.body.id}/complete`, paying(version, 'success_token'), {
    profile,
  });
  const orderId = (done.body['order'] as { id: string }).id;
  await expect.poll(() => platform.told.length, { timeout: 20_000 }).toBe(from + 2);
  await sigec.api.post(`/api/books/orders/${orderId}/steps`, { kind: 'delivered' });
  await expect.poll(() => platform.told.length, { timeout: 20_000 }).toBe(from + 3);
  const [first, second, third] = platform.told.slice(from);
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
  expect(third?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ id: orderId, line_items: [{ status: 'processing' }] });
  expect(JSON.parse(third?.body ?? '')).toMatchObject({
    id: orderId,
    line_items: [{ status: 'fulfilled' }],
    fulfillment: { events: [{ type: 'delivered' }] },
  });
  const { signing_keys: keys } = (await (await fetch(`${shop}/.well-known/ucp`)).json()) as {
    signing_keys: (JsonWebKey & { kid: string })[];
  };
  for (const { headers, body, path } of [second, third].filter((each) => each !== undefined)) {
    const input = /^sig1=(.*)$/.exec(String(headers['signature-input']))?.[1] ?? '';
    const jwk = keys.find(({ kid }) => input.includes(`;keyid="${kid}"`));
    const key = createPublicKey({ key: jwk ?? {}, format: 'jwk' });
    expect(headers['content-digest']).toBe(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
    const [pathname, query] = path.split('?');
    const values: Record<string, unknown> = {
      ...headers,
      '@method': 'POST',
      '@authority': headers.host,
      '@path': pathname,
      '@query': `?${query}`,
    };
    const names = [...(/\(([^)]*)\)/.exec(input)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '');
    for (const needed of [
      '@method',
      '@authority',
      '@path',
      '@query',
      'content-digest',
      'content-type',
      'ucp-agent',
      'webhook-id',
    ])
      expect(names).toContain(needed);
    const base = [...names.map((name) => `"${name}": ${String(values[name])}`), `"@signature-params": ${input}`].join(
      '\n',
    );
    const signature = Buffer.from(/^sig1=:(.*):$/.exec(String(headers['signature']))?.[1] ?? '', 'base64');
    expect(verify('sha256', Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    if (version === '2026-04-08') continue;
    OrderSchema.parse(JSON.parse(body));
    const [header = '', , mark = ''] = String(headers['request-signature']).split('.');
    expect(
      verify(
        'sha256',
        Buffer.from(`${header}.${body}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(mark, 'base64url'),
      ),
    ).toBe(true);
  }
});

test('two platforms race for the last copy: one order, the other hears out of stock', async () => {
  await sigec.api.put('/api/books/catalogue', { content: await ourCatalogueFile() });
  const ids = await Promise.all(
    versions.map(
      async (version) =>
        (await ask('POST', '/checkout-sessions', ready(['fic-001', 1]), { profile: profiles[version] })).body.id,
    ),
  );
  const ended = await Promise.all(
    versions.map((version, at) =>
      ask('POST', `/checkout-sessions/${ids[at]}/complete`, paying(version, 'success_token'), {
        profile: profiles[version],
      }),
    ),
  );
  expect(ended.map(({ body }) => body.status).toSorted()).toEqual(['completed', 'incomplete']);
  expect(ended.find(({ body }) => body.status === 'incomplete')?.body.messages).toMatchObject([
    { code: 'out_of_stock' },
  ]);
  expect(await stockOf('fic-001')).toBe(0);
});

test('as soon as others can reach the shop, nobody buys without showing who they are, and nothing on this machine is asked', async () => {
  await using open = await startSigec({ HOST: '0.0.0.0', PACKS: 'bookshop', DEMO_BOOKS: 'on' });
  const there = open.addresses.ucp ?? '';
  expect((await fetch(`${there}/.well-known/ucp`)).status).toBe(200);
  const tried = (headers: Record<string, string>, profile: string) =>
    fetch(`${there}/checkout-sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'ucp-agent': `profile="${profile}"`, ...headers },
      body: JSON.stringify(ready(['tec-001', 1])),
    });
  expect((await tried({ authorization: 'Bearer wrong' }, profiles['2026-04-08'])).status).toBe(401);
  // Its own machine is as foreign as any other inside: the profile is not even looked at.
  const inside = await tried({}, profiles['2026-04-08']);
  expect(inside.status).toBe(400);
  expect(await inside.json()).toMatchObject({ code: 'invalid_profile_url' });
  expect((await fetch(`${there}/mcp/tools`)).status).toBe(401);
});

test('by default every purchase is the buyer’s to confirm', async () => {
  await using careful = await startSigec({ PACKS: 'bookshop', DEMO_BOOKS: 'on' });
  const response = await fetch(`${careful.addresses.ucp}/checkout-sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'ucp-agent': `profile="${profiles['2026-04-08']}"` },
    body: JSON.stringify(ready(['inf-001', 1])),
  });
  expect(await response.json()).toMatchObject({
    ...{ status: 'requires_escalation', continue_url: expect.stringContaining('/checkout/') as string },
  });
});
