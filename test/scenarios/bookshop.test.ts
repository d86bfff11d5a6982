import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import type { BookCheckout, BookOrder, BookOrderPage, BookPage } from '../../src/contract/bookshop/book.ts';
import { ourCatalogueFile } from '../support/catalogue-file.ts';
import { type ConnectedClient, connect, eras, modernClient, textOf } from '../support/mcp-client.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { asker } from '../support/tools-view.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec();
  await stock();
});
afterAll(() => sigec[Symbol.asyncDispose]());

async function stock(): Promise<void> {
  await sigec.api.put('/api/books/catalogue', { content: await ourCatalogueFile() });
}

async function key(wanted: Partial<NewKey> = {}): Promise<string> {
  const body = { kind: 'agent', role: 'operator', name: 'Reader', ...wanted };
  return (await sigec.api.post<CreatedKey>('/api/keys', body)).secret;
}

type Names = { tools: { name: string }[]; count: number };
const namesIn = (body: unknown) => (body as Names).tools.map(({ name }) => name);
const basic = ['get_book_details', 'list_categories', 'search_books'];
const shopping = ['calculate_cart', 'check_discount_code', 'get_books_by_category', ...basic].toSorted();
const advanced = ['complete_checkout', 'create_checkout', 'get_recommendations', ...shopping].toSorted();

async function stockOf(id: string): Promise<number> {
  return (await sigec.api.get<{ stock: number }>(`/api/books/${id}`)).stock;
}

test('the seed, message by message: HTTP with progressive disclosure, on the port of the shop', async () => {
  const ask = asker(sigec.addresses.ucp ?? '', await key());
  // A new session is at the level basic.
  expect(await ask('GET', '/mcp/tools?session_id=sess_123')).toMatchObject({ status: 200, body: { count: 3 } });
  expect(namesIn((await ask('GET', '/mcp/tools?session_id=sess_123')).body)).toEqual(basic);

  // No access yet: 403, and no interaction is counted.
  const cart = { arguments: { items: [{ book_id: 'tec-001' }] } };
  expect(await ask('POST', '/mcp/tools/calculate_cart/call?session_id=sess_123', cart)).toMatchObject({
    status: 403,
    body: { success: false },
  });

  const search = { arguments: { query: 'python' } };
  const first = await ask('POST', '/mcp/tools/search_books/call?session_id=sess_123', search);
  expect(first).toMatchObject({ status: 200, body: { success: true, data: { count: 2 } } });
  await ask('POST', '/mcp/tools/search_books/call?session_id=sess_123', search);
  expect((await ask('GET', '/mcp/tools?session_id=sess_123')).body).toMatchObject({ count: 3 });
  await ask('POST', '/mcp/tools/get_book_details/call?session_id=sess_123', { arguments: { book_id: 'tec-001' } });

  // After three interactions: shopping.
  expect(namesIn((await ask('GET', '/mcp/tools?session_id=sess_123')).body)).toEqual(shopping);
  const sums = await ask('POST', '/mcp/tools/calculate_cart/call?session_id=sess_123', cart);
  expect(sums).toMatchObject({ status: 200, body: { success: true, data: { total_cents: 8_990 } } });
  for (let times = 0; times < 3; times += 1) await ask('POST', '/mcp/tools/list_categories/call?session_id=sess_123');
  // After seven: everything.
  expect(namesIn((await ask('GET', '/mcp/tools?session_id=sess_123')).body)).toEqual(advanced);
  expect((await ask('GET', '/mcp/sessions/sess_123/context')).body).toMatchObject({
    session_id: 'sess_123',
    pack: 'bookshop',
    current_level: 'advanced',
    interaction_count: 7,
  });
  expect(await ask('DELETE', '/mcp/sessions/sess_123')).toMatchObject({ status: 200 });
  expect((await ask('GET', '/mcp/tools?session_id=sess_123')).body).toMatchObject({ count: 3 });
});

test('the seed, message by message: an upgrade by hand', async () => {
  const ask = asker(sigec.addresses.ucp ?? '', await key());
  const raised = await ask('POST', '/mcp/sessions/sess_456/upgrade', { level: 'advanced' });
  expect(raised.body).toMatchObject({ session_id: 'sess_456', new_level: 'advanced' });
  expect(raised.body['new_tools']).toEqual(advanced.filter((name) => !basic.includes(name)));
  expect((await ask('GET', '/mcp/tools?session_id=sess_456')).body).toMatchObject({ count: 9 });
  expect(await ask('POST', '/mcp/sessions/sess_456/upgrade', { level: 'guru' })).toMatchObject({ status: 400 });
});

test('the port of the shop knows no other pack, and reading needs no key on loopback', async () => {
  const ask = asker(sigec.addresses.ucp ?? '');
  expect(await ask('POST', '/mcp/tools/list_charge_points/call', { arguments: {} })).toMatchObject({ status: 404 });
  expect(await ask('GET', '/mcp/tools?pack=charging')).toMatchObject({ status: 404 });
  expect(await ask('POST', '/mcp/tools/search_books/call', { arguments: { query: 'relogios parados' } })).toMatchObject(
    {
      status: 200,
      body: { data: { books: [{ title: 'A Casa dos Relógios Parados' }] } },
    },
  );
  expect(
    await ask('POST', '/mcp/tools/create_checkout/call', { arguments: { items: [{ book_id: 'tec-001' }] } }),
  ).toMatchObject({
    status: 401,
  });
});

test.each(eras)('the seed, message by message: MCP of %s', async (_era, options) => {
  await using client = await connect(new URL('/mcp/x/bookshop', sigec.addresses.mcp).href, options, await key());
  const { tools } = await client.listTools();
  const core = [
    'apply_proposal',
    'call_tool',
    'cancel_proposal',
    'describe_tool',
    'get_proposal',
    'list_proposals',
    'search_tools',
  ];
  expect(tools.map(({ name }) => name).filter((name) => !core.includes(name))).toEqual(advanced);
  const found = await client.callTool({ name: 'search_books', arguments: { query: 'python' } });
  expect(found.structuredContent).toMatchObject({
    count: 2,
    books: [{ title: 'Python na Bancada' }, { title: 'Python para Quem Mede' }],
  });
});

test('MCP of the older era: the list grows by itself after three calls and after seven, and the host is told', async () => {
  await using client = await connect(sigec.addresses.mcp, {}, await key());
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
  const listed = async () => (await client.listTools()).tools.filter(({ name }) => advanced.includes(name)).length;
  const counts = [];
  for (let times = 0; times < 8; times += 1) {
    counts.push(await listed());
    await call(client, 'search_books', { query: 'python' });
  }
  expect([...counts, await listed()]).toEqual([2, 2, 2, 6, 6, 6, 6, 9, 9]);
  await expect.poll(() => changes, { timeout: 10_000 }).toBe(2);
});

type Bought = { structuredContent: { proposal_id: string; status: string; effect: string; details: object } };

async function call(client: ConnectedClient, name: string, given: object): Promise<Record<string, unknown>> {
  const answer = await client.callTool({ name, arguments: given as Record<string, unknown> });
  if (answer.isError === true) throw new Error(textOf(answer));
  return answer.structuredContent as Record<string, unknown>;
}

test('a whole purchase over MCP: search, details, cart with coupon, checkout, approval, order', async () => {
  const secret = await key();
  await using agent = await connect(sigec.addresses.mcp, modernClient, secret);
  const before = await stockOf('tec-002');
  const found = (await call(agent, 'search_books', { query: 'python mede' })) as { books: { book_id: string }[] };
  const book_id = found.books[0]?.book_id ?? '';
  expect(await call(agent, 'get_book_details', { book_id })).toMatchObject({ price_cents: 7_490, stock: before });
  const items = [{ book_id, quantity: 2 }];
  // What lies beyond the first level is called through the core tools.
  const viaCore = async (name: string, given: object) =>
    (await call(agent, 'call_tool', { name, arguments: given }))['data'] as Record<string, unknown>;
  expect(await viaCore('check_discount_code', { code: 'natal', items })).toMatchObject({ is_valid: false });
  expect(await viaCore('check_discount_code', { code: 'livros20', items })).toMatchObject({
    is_valid: true,
    saves_cents: 2_996,
  });
  const wanted = { items, discount_code: 'LIVROS20', delivery: 'standard' };
  const sums = { subtotal_cents: 14_980, discount_cents: 2_996, shipping_cents: 1_490, total_cents: 13_474 };
  expect(await viaCore('calculate_cart', wanted)).toMatchObject({ ...sums, coupon: { is_applied: true } });
  const address = {
    street_address: 'Rua A, 1',
    address_locality: 'Recife',
    address_region: 'PE',
    postal_code: '50000-000',
  };
  const checkout = await viaCore('create_checkout', { ...wanted, delivery_address: address });
  expect(checkout).toMatchObject({ status: 'ready', ...sums });

  const asked = { checkout_id: checkout['checkout_id'], payment_token: 'success_token' };
  const dry = await viaCore('complete_checkout', { ...asked, dry_run: true });
  expect(dry).toMatchObject({ status: 'dry-run' });
  const proposals = await Promise.all(
    [1, 2, 3, 4, 5].map(async () => (await viaCore('complete_checkout', asked)) as Bought['structuredContent']),
  );
  expect(proposals[0]).toMatchObject({
    status: 'proposed',
    targets: [`checkout:${String(checkout['checkout_id'])}`],
    effect: 'Pays R$ 134,74 for 2 books, sent by standard delivery.',
    details: { total_cents: 13_474, coupon: 'LIVROS20' },
  });
  expect(await stockOf('tec-002')).toBe(before); // nothing was bought by asking

  // Not by its own hand, and not before a person has said yes.
  const [id = ''] = proposals.map(({ proposal_id }) => proposal_id);
  await expect(call(agent, 'apply_proposal', { proposal_id: id })).rejects.toThrow();
  const audit = await sigec.api.get<{ entries: { details: unknown }[] }>('/api/audit?action=tool:complete_checkout');
  expect(JSON.stringify(audit)).not.toContain('success_token');
  const begun = await sigec.api.get<{ entries: { details: unknown }[] }>('/api/audit?action=tool:create_checkout');
  expect(begun.entries.length).toBeGreaterThan(0);
  expect(JSON.stringify(begun)).not.toContain('Rua A, 1'); // nor where anybody lives
  expect(new Set(proposals.map(({ proposal_id }) => proposal_id)).size).toBe(1); // equal ones that wait are one
  await sigec.api.post(`/api/proposals/${id}/approve`);
  const applied = await Promise.allSettled(
    proposals.map(({ proposal_id }) => call(agent, 'apply_proposal', { proposal_id })),
  );
  const done = applied.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(done.length).toBeGreaterThanOrEqual(1);
  const orders = new Set(done.map((each) => (each['result'] as { order_id: string }).order_id));
  expect(orders.size).toBe(1);
  for (const each of applied)
    if (each.status === 'rejected') expect(String(each.reason)).toMatch(/paid|order|changed|carried out/);
  expect(await stockOf('tec-002')).toBe(before - 2);
  const { orders: all } = await sigec.api.get<BookOrderPage>('/api/books/orders');
  expect(all.filter(({ checkoutId }) => checkoutId === checkout['checkout_id'])).toMatchObject([
    { id: [...orders][0], totalCents: 13_474, shipping: 'standard', destination: { address_locality: 'Recife' } },
  ]);
});

test('a person who approved may carry it out for the agent; what changed meanwhile is not bought', async () => {
  await using agent = await connect(new URL('/mcp/x/bookshop', sigec.addresses.mcp).href, modernClient, await key());
  const propose = async (book_id: string) => {
    const { checkout_id } = await call(agent, 'create_checkout', { items: [{ book_id }] });
    const asked = await call(agent, 'complete_checkout', { checkout_id, payment_token: 'success_token' });
    await sigec.api.post(`/api/proposals/${String(asked['proposal_id'])}/approve`);
    return String(asked['proposal_id']);
  };
  const mine = await propose('ene-001');
  const before = await stockOf('ene-001');
  expect(await sigec.api.post(`/api/proposals/${mine}/apply`)).toMatchObject({
    state: 'applied',
    result: { data: { is_done: true } },
  });
  expect(await stockOf('ene-001')).toBe(before - 1);

  const stale = await propose('ene-002');
  await sigec.api.put('/api/books/catalogue', { content: await ourCatalogueFile({ 'ene-002': 99_900 }) });
  await expect(call(agent, 'apply_proposal', { proposal_id: stale })).rejects.toThrow(/Nothing was done.*changed/);
  await stock();
});

test('a payment that is refused after the approval is told, and buys nothing', async () => {
  await using agent = await connect(new URL('/mcp/x/bookshop', sigec.addresses.mcp).href, modernClient, await key());
  const { checkout_id } = await call(agent, 'create_checkout', { items: [{ book_id: 'ene-005' }] });
  const before = await stockOf('ene-005');
  const asked = await call(agent, 'complete_checkout', { checkout_id, payment_token: 'fail_token' });
  await sigec.api.post(`/api/proposals/${String(asked['proposal_id'])}/approve`);
  const ended = await call(agent, 'apply_proposal', { proposal_id: asked['proposal_id'] });
  expect(ended).toMatchObject({
    status: 'not-done',
    result: { is_done: false, why_not: expect.stringContaining('declined') as string },
  });
  expect(await stockOf('ene-005')).toBe(before);
});

test('two agents race for the last copy: one order, and the other hears that it is sold out', async () => {
  await stock(); // one copy is there again
  expect(await stockOf('fic-001')).toBe(1);
  const proposals = await Promise.all(
    [1, 2].map(async () => {
      const agent = await connect(new URL('/mcp/x/bookshop', sigec.addresses.mcp).href, modernClient, await key());
      const { checkout_id } = await call(agent, 'create_checkout', { items: [{ book_id: 'fic-001' }] });
      const asked = await call(agent, 'complete_checkout', { checkout_id, payment_token: 'success_token' });
      await sigec.api.post(`/api/proposals/${String(asked['proposal_id'])}/approve`);
      return { agent, proposal_id: asked['proposal_id'] };
    }),
  );
  const ended = await Promise.allSettled(
    proposals.map(({ agent, proposal_id }) => call(agent, 'apply_proposal', { proposal_id })),
  );
  const told = ended.map((each) => (each.status === 'fulfilled' ? JSON.stringify(each.value) : String(each.reason)));
  expect(told.filter((each) => each.includes('"is_done":true'))).toHaveLength(1);
  expect(told.filter((each) => each.includes('sold out'))).toHaveLength(1);
  expect(await stockOf('fic-001')).toBe(0);
  for (const { agent } of proposals) await agent.close();
});

test('checkouts of one principal are nobody else’s, by any door', async () => {
  const [mine, theirs] = [await key({ kind: 'program' }), await key({ kind: 'program' })];
  const [ask, other] = [asker(sigec.addresses.api, mine), asker(sigec.addresses.api, theirs)];
  const made = await ask('POST', '/api/books/checkouts', { items: [{ bookId: 'tec-001' }] });
  const { id } = made.body as unknown as BookCheckout;
  expect(made.status).toBe(201);
  const attempts = [
    other('GET', `/api/books/checkouts/${id}`),
    other('DELETE', `/api/books/checkouts/${id}`),
    other('POST', `/api/books/checkouts/${id}/complete`, { paymentToken: 'success_token' }),
    asker(sigec.addresses.api)('GET', `/api/books/checkouts/${id}`),
  ];
  for (const { status, body } of await Promise.all(attempts))
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND']);
  const agent = asker(sigec.addresses.mcp, await key());
  const stolen = { arguments: { checkout_id: id, payment_token: 'success_token' } };
  expect(await agent('POST', '/mcp/tools/complete_checkout/call', stolen)).toMatchObject({ status: 404 });

  const paid = await ask('POST', `/api/books/checkouts/${id}/complete`, { paymentToken: 'success_token' });
  expect(paid).toMatchObject({ status: 200, body: { totalCents: 8_990 } });
  const again = await ask('POST', `/api/books/checkouts/${id}/complete`, { paymentToken: 'success_token' });
  expect(again.body['id']).toBe(paid.body['id']);
  const watcher = asker(sigec.addresses.api, await key({ kind: 'program', role: 'viewer' }));
  expect(await watcher('GET', `/api/books/orders/${String(paid.body['id'])}`)).toMatchObject({ status: 404 });
  expect((await watcher('GET', '/api/books/orders')).body).toEqual({ orders: [] });
});

test('REST: books by words, shelves and prices; an agent changes nothing there; steps of an order', async () => {
  const page = await sigec.api.get<BookPage>('/api/books?search=estacao&category=ficcao-cientifica&inStock=true');
  expect(page.books.every(({ category, stock: there }) => category === 'ficcao-cientifica' && there > 0)).toBe(true);
  expect(await sigec.api.get('/api/books/categories')).toMatchObject({
    categories: expect.arrayContaining([expect.objectContaining({ id: 'tecnologia' })]) as unknown,
  });
  const agent = asker(sigec.addresses.api, await key());
  expect((await agent('POST', '/api/books/checkouts', { items: [{ bookId: 'tec-001' }] })).status).toBe(403);
  expect((await agent('PUT', '/api/books/catalogue', { content: 'x' })).status).toBe(403);
  const shop = asker(sigec.addresses.api, await key({ kind: 'person' }));
  expect(await shop('GET', '/api/books?category=nada')).toMatchObject({
    status: 404,
    body: { details: { accepts: expect.arrayContaining(['ficcao']) as unknown } },
  });
  expect(await shop('GET', '/api/books/nada')).toMatchObject({ status: 404 });
  const made = await shop('POST', '/api/books/checkouts', { items: [{ bookId: 'tec-001' }] });
  const order = (
    await shop('POST', `/api/books/checkouts/${String(made.body['id'])}/complete`, { paymentToken: 'success_token' })
  ).body as unknown as BookOrder;
  const step = `/api/books/orders/${order.id}/steps`;
  expect(await shop('POST', step, { kind: 'delivered' })).toMatchObject({
    status: 200,
    body: { steps: [{ kind: 'delivered' }] },
  });
  expect(await shop('POST', step, { kind: 'delivered' })).toMatchObject({ status: 409 });
  const bad = await asker(sigec.addresses.api, await key({ kind: 'person', role: 'administrator' }))(
    'PUT',
    '/api/books/catalogue',
    { content: 'id,title\n1,2' },
  );
  expect(bad).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(/^Row 2: .*Nothing was loaded\.$/) as string,
      details: { problems: expect.any(Array) as unknown },
    },
  });
});
