import { expect, test } from 'vitest';
import { ourCatalogueFile } from '../support/catalogue-file.ts';
import { startSigec } from '../support/sigec.ts';
import { UcpDiscoveryProfileSchema } from '../support/ucp-sdk.ts';
import {
  type Answer,
  address,
  ask,
  type Body,
  buyer,
  instrument,
  lines,
  mustAddUp,
  openUcpShop,
  paying,
  pickup,
  profiles,
  ready,
  seenOn,
  shop,
  sigec,
  stockOf,
  versions,
} from '../support/ucp-shop.ts';

openUcpShop();

test('the profiles say who the shop is, in the shape of each revision', async () => {
  const first = await (await fetch(`${shop}/.well-known/ucp/2026-01-11`)).json();
  const read = UcpDiscoveryProfileSchema.parse(first);
  expect(first).toMatchObject(JSON.parse(JSON.stringify(read)) as object);
  expect(read.ucp.capabilities.map(({ name }) => name)).toContain('dev.ucp.shopping.checkout');
  const response = await fetch(`${shop}/.well-known/ucp`);
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d{2,}/);
  const newest = (await response.json()) as { ucp: Body; signing_keys?: object[]; keys: object[] };
  expect(newest.signing_keys).toBeUndefined(); // they are called keys by now
  expect(newest.ucp).toMatchObject({
    version: '2026-08-25',
    supported_versions: {
      '2026-01-11': `${shop}/.well-known/ucp/2026-01-11`,
      '2026-04-08': `${shop}/.well-known/ucp/2026-04-08`,
    },
    services: {
      'dev.ucp.shopping': [
        { transport: 'rest', endpoint: shop },
        { transport: 'mcp', endpoint: `${shop}/ucp/mcp` },
      ],
    },
    capabilities: {
      'dev.ucp.shopping.discount': [{ extends: ['dev.ucp.shopping.checkout', 'dev.ucp.shopping.cart'] }],
    },
    payment_handlers: { 'org.sigecve.mock_payment': [{ id: 'mock_payment_handler' }] },
  });
  const older = (await (await fetch(`${shop}/.well-known/ucp/2026-04-08`)).json()) as typeof newest;
  expect(older).toMatchObject({ ucp: { version: '2026-04-08' }, signing_keys: newest.keys, keys: newest.keys });
  expect(older.ucp['supported_versions']).toBeUndefined();
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
    id: orderId,
    checkout_id: made.body.id,
    line_items: [{ quantity: { total: 2, fulfilled: 0 }, status: 'processing' }],
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
  expect((await ask('POST', `/checkout-sessions/${body.id}/cancel`, {}, asking)).status).toBe(409);
  expect((await ask('PUT', `/checkout-sessions/${body.id}`, ready(['poe-001', 1]), asking)).status).toBe(409);
  expect(
    (await ask('POST', `/checkout-sessions/${body.id}/complete`, paying(version, 'success_token'), asking)).status,
  ).toBe(409);
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

test('three platforms race for the last copy: one order, the others hear out of stock', async () => {
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
  expect(ended.map(({ body }) => body.status).toSorted()).toEqual(['completed', 'incomplete', 'incomplete']);
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
    status: 'requires_escalation',
    continue_url: expect.stringContaining('/checkout/') as string,
  });
});
