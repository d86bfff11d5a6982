import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import { platformProfile } from '../support/ucp-platform.ts';
import {
  type Asking,
  ask,
  buyer,
  lines,
  mustAddUp,
  openUcpShop,
  paying,
  platform,
  profiles,
  ready,
  shop,
  sigec,
  stockOf,
} from '../support/ucp-shop.ts';

openUcpShop();

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
    body: {
      code: 'version_unsupported',
      content: expect.stringContaining('2026-01-11, 2026-04-08, 2026-08-25') as string,
    },
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
