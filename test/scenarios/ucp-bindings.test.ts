import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { connect, eras } from '../support/mcp-client.ts';
import { platformProfile } from '../support/ucp-platform.ts';
import { OrderSchema } from '../support/ucp-sdk.ts';
import {
  ask,
  type Checkout,
  mustFitFirstRevision,
  openUcpShop,
  paying,
  platform,
  profiles,
  ready,
  shop,
  sigec,
  versions,
} from '../support/ucp-shop.ts';

openUcpShop();

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
  const { keys } = (await (await fetch(`${shop}/.well-known/ucp`)).json()) as {
    keys: (JsonWebKey & { kid: string })[];
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
    if (version !== '2026-01-11') continue;
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
