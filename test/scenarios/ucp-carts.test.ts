import { expect, test } from 'vitest';
import { address, ask, buyer, lines, openUcpShop, pickup, profiles, ready, shop } from '../support/ucp-shop.ts';

openUcpShop();

test('the MCP binding answers a client that takes JSON alone, without a session', async () => {
  const call = async (method: string, params: object) => {
    const response = await fetch(`${shop}/ucp/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/json') as string,
    ]);
    return (await response.json()) as { id: number; result: { tools: { name: string }[]; structuredContent: object } };
  };
  const listed = await call('tools/list', {});
  expect(listed.result.tools.map(({ name }) => name)).toContain('create_checkout');
  const meta = { 'ucp-agent': { profile: profiles['2026-04-08'] } };
  const found = await call('tools/call', {
    name: 'search_catalog',
    arguments: { meta, catalog: { query: 'python' } },
  });
  expect(found).toMatchObject({ id: 1, result: { structuredContent: { products: [{ id: 'tec-001' }, {}] } } });
});

test('a cart becomes one checkout: its contents count, and asking again gets the same one', async () => {
  const cart = await ask('POST', '/carts', { line_items: lines(['tec-002', 2]), buyer });
  const convert = (more: object = {}) =>
    ask('POST', '/checkout-sessions', { cart_id: cart.body.id, line_items: [], ...more });
  const made = await convert();
  expect(made).toMatchObject({
    status: 201,
    body: { line_items: [{ item: { id: 'tec-002' }, quantity: 2 }], buyer: { email: buyer.email } },
  });
  // What the cart says already, the request does not say anew.
  const again = await convert({ line_items: lines(['tec-001', 9]), buyer: { email: 'else@example.com' } });
  expect(again).toMatchObject({
    status: 200,
    body: { id: made.body.id, line_items: [{ item: { id: 'tec-002' } }], buyer: { email: buyer.email } },
  });
  const many = await Promise.all([1, 2, 3, 4, 5].map(() => convert()));
  expect(new Set(many.map(({ body }) => body.id))).toEqual(new Set([made.body.id]));
  // What changes in one shows in the other.
  await ask('PUT', `/checkout-sessions/${made.body.id}`, { line_items: lines(['tec-002', 1]), fulfillment: pickup });
  expect((await ask('GET', `/carts/${cart.body.id}`)).body).toMatchObject({ line_items: [{ quantity: 1 }] });
  await ask('PUT', `/carts/${cart.body.id}`, { line_items: lines(['tec-002', 1], ['tec-001', 1]) });
  expect((await convert()).body).toMatchObject({ id: made.body.id, line_items: [{}, { item: { id: 'tec-001' } }] });
  // A cancelled checkout stands in nobody’s way.
  await ask('POST', `/checkout-sessions/${made.body.id}/cancel`, {});
  const next = await convert();
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(made.body.id);
});

test('what a cart held is bought once: the cart ends with its order', async () => {
  const cart = await ask('POST', '/carts', { line_items: lines(['poe-003', 1]), buyer });
  const asked = { cart_id: cart.body.id, line_items: [], fulfillment: pickup };
  const made = await ask('POST', '/checkout-sessions', asked);
  const pay = { payment: { instruments: [instrumentOf('success_token')] } };
  expect((await ask('POST', `/checkout-sessions/${made.body.id}/complete`, pay)).body.status).toBe('completed');
  expect(await ask('GET', `/carts/${cart.body.id}`)).toMatchObject({ status: 404 });
  expect(await ask('POST', '/checkout-sessions', asked)).toMatchObject({
    status: 404,
    body: { messages: [{ code: 'not_found' }] },
  });
});

const instrumentOf = (token: string) => ({
  id: 'i-1',
  handler_id: 'mock_payment_handler',
  type: 'card',
  selected: true,
  credential: { type: 'token', token },
});

test('destinations keep the ids of the platform, and one that is not there is an error', async () => {
  const home = { ...address, id: 'home' };
  const work = { ...address, id: 'work', street_address: 'Rua B, 2' };
  const wanting = (method: object) => ({ ...ready(['tec-001', 1]), fulfillment: { methods: [method] } });
  const both = { type: 'shipping', destinations: [home, work] };
  const made = await ask('POST', '/checkout-sessions', wanting({ ...both, selected_destination_id: 'work' }));
  expect(made.body).toMatchObject({
    status: 'ready_for_complete',
    fulfillment: { methods: [{ destinations: [{ id: 'home' }, { id: 'work' }], selected_destination_id: 'work' }] },
  });
  const path = `/checkout-sessions/${made.body.id}`;
  const unknown = {
    status: 'incomplete',
    messages: [{ type: 'error', code: 'destination_unknown', severity: 'recoverable' }],
  };
  const nowhere = await ask('PUT', path, wanting({ type: 'shipping', selected_destination_id: 'nowhere' }));
  expect(nowhere.body).toMatchObject(unknown);
  expect(nowhere.body.messages?.[0]?.path).toBe('$.fulfillment.methods[0].selected_destination_id');
  const tried = await ask('POST', `${path}/complete`, { payment: { instruments: [instrumentOf('success_token')] } });
  expect(tried.body).toMatchObject(unknown);
  // By its id alone one of those is chosen that were given before.
  const chosen = await ask('PUT', path, wanting({ type: 'shipping', selected_destination_id: 'home' }));
  expect(chosen.body).toMatchObject({
    status: 'ready_for_complete',
    fulfillment: { methods: [{ selected_destination_id: 'home' }] },
  });
  // Of several, none is chosen by guessing.
  const open = await ask('POST', '/checkout-sessions', wanting(both));
  expect(open.body).toMatchObject({
    status: 'incomplete',
    messages: [{ code: 'field_required', path: '$.fulfillment.methods[0].selected_destination_id' }],
  });
  const desk = { type: 'pickup', selected_destination_id: 'another-shop' };
  expect((await ask('POST', '/checkout-sessions', wanting(desk))).body).toMatchObject(unknown);
});

test('what was cancelled is not cancelled again, and no quantity is too large to be asked for', async () => {
  const made = await ask('POST', '/checkout-sessions', ready(['tec-001', 1]));
  const cancel = (key: string) => ask('POST', `/checkout-sessions/${made.body.id}/cancel`, {}, { key });
  expect(await cancel('end-1')).toMatchObject({ status: 200, body: { status: 'canceled' } });
  expect(await cancel('end-1')).toMatchObject({ status: 200, body: { status: 'canceled' } });
  expect(await cancel('end-2')).toMatchObject({ status: 409, body: { ucp: { status: 'error' } } });
  for (const quantity of [100, 5_000, 1_000_000])
    expect(await ask('POST', '/checkout-sessions', ready(['tec-001', quantity]))).toMatchObject({
      status: 201,
      body: { status: 'incomplete', messages: [{ code: 'out_of_stock' }] },
    });
  expect(await ask('POST', '/checkout-sessions', ready(['tec-001', 1e15]))).toMatchObject({ status: 400 });
});

test('the buyer is spoken to in the language that the platform names', async () => {
  const wanted = { line_items: lines(['tec-001', 1]) };
  const inLanguage = async (language: string) =>
    (await ask('POST', '/checkout-sessions', { ...wanted, context: { language } })).body;
  const english = await inLanguage('en-GB');
  expect(english.messages?.[0]).toMatchObject({
    content: expect.stringContaining('e-mail address is missing') as string,
  });
  expect((await inLanguage('pt')).messages?.[0]).toMatchObject({
    content: expect.stringContaining('Falta o e-mail') as string,
  });
  // It stays so, and says so.
  expect((await ask('GET', `/checkout-sessions/${english.id}`)).body).toMatchObject({
    context: { language: 'en-GB' },
    totals: [{ display_text: 'Subtotal' }, { display_text: 'Total' }],
    messages: [{ content: expect.stringContaining('is missing') as string }, {}],
  });
});
