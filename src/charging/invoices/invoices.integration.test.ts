import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { Invoice, InvoiceDetails } from '#contract/billing/invoice.ts';
import { readBalances } from '#money/ledger/read-balances.ts';
import { begin, billedStation, end } from '../../../test/support/billed-station.ts';
import { openInvoices } from './open-invoices.ts';

const { door, idOf, ask, post, record, price, untilBilled, rows } = billedStation();
const token = { hash: 'tok_7', type: 'ISO14443' }; // in this door a token is named by its length
const actor = { principal: null, door: 'system' as const };

/** A driver with a card, and a session that came to 2.38 with 0.38 of tax. */
async function charged({ credit }: { credit?: string } = {}): Promise<string> {
  const driver = (await (await ask('/api/drivers', { name: 'Ana Souza' })).json()) as { id: string };
  await post('/api/tokens', { value: 'CARD-07', driverId: driver.id, ...(credit !== undefined && { credit }) });
  await price({ prices: [{ perKwh: '0.5' }], taxIncluded: false, taxes: [{ name: 'VAT', percent: '19' }] });
  await record(begin(1000, { token }), end(3, 5000));
  await untilBilled({ state: 'final', total: '2.38' });
  return driver.id;
}

async function issue(): Promise<Invoice[]> {
  const answer = await ask('/api/invoices', { until: door().clock.now().toISOString() });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { invoices: Invoice[] }).invoices;
}
const get = async (path: string) => (await door().fetch(path, { key: await door().key() })).text();
const one = async (id: string) => JSON.parse(await get(`/api/invoices/${id}`)) as InvoiceDetails;
const owed = async (party: string) =>
  (await readBalances(door().database.pool, { account: 'receivable', party })).map(({ amount }) => amount);

test('an invoice is the sum of the bills that stand on none, and what is owed moves to it', async () => {
  const driverId = await charged();
  const [made, ...others] = await issue();
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    kind: 'invoice',
    state: 'open',
    driverId,
    driver: 'Ana Souza',
    total: '2.38',
    tax: '0.38',
    due: '2.38',
    open: '2.38',
    name: expect.stringMatching(/^\d{4}-000001$/) as unknown,
  });
  expect([await owed(`session:${await idOf()}`), await owed(`invoice:${made?.id}`)]).toEqual([[], [238n]]);
  expect(await issue()).toEqual([]); // nothing stands twice on one
  await post(`/api/invoices/${made?.id}/payments`, { amount: '2.00', key: 'T-1' });
  await post(`/api/invoices/${made?.id}/payments`, { amount: '0.38', key: 'T-2' });
  expect(await one(made?.id ?? '')).toMatchObject({ state: 'paid', open: '0.00', payments: [{}, {}] });
  const tooMuch = await ask(`/api/invoices/${made?.id}/payments`, { amount: '0.01' });
  expect(tooMuch.status).toBe(400);
});

test('a transfer that is entered twice is one payment', async () => {
  await charged();
  const [made] = await issue();
  await Promise.all([1, 2].map(() => ask(`/api/invoices/${made?.id}/payments`, { amount: '1.00', key: 'T-1' })));
  expect(await one(made?.id ?? '')).toMatchObject({ open: '1.38', payments: [{ amount: '1.00' }] });
});

test('what a prepaid card paid is on the invoice, and is not asked for again', async () => {
  await charged({ credit: '10' });
  const [made] = await issue();
  expect(made).toMatchObject({ total: '2.38', due: '0.00', open: '0.00', state: 'paid' });
});

test('an invoice that was wrong is taken back as a whole, and its bills stand on the next one', async () => {
  await charged();
  const [made] = await issue();
  const credited = await ask(`/api/invoices/${made?.id}/credit-note`, {});
  expect(await credited.json()).toMatchObject({
    kind: 'credit-note',
    total: '-2.38',
    open: '0.00',
    corrects: made?.id,
    name: expect.stringMatching(/^C\d{4}-000001$/) as unknown,
  });
  expect(await one(made?.id ?? '')).toMatchObject({ state: 'credited', open: '0.00' });
  expect(await owed(`session:${await idOf()}`)).toEqual([238n]);
  expect((await ask(`/api/invoices/${made?.id}/credit-note`, {})).status).toBe(409);
  const [again] = await issue();
  expect(again).toMatchObject({ total: '2.38', name: expect.stringMatching(/-000002$/) as unknown });
});

test('a correction after the invoice is a credit note of the next month, which is paid out', async () => {
  await charged();
  await issue();
  await post(`/api/sessions/${await idOf()}/corrections`, { amount: '-1.19', reason: 'goodwill' });
  const [credit] = await issue();
  expect(credit).toMatchObject({ kind: 'credit-note', state: 'credit', total: '-1.19', open: '-1.19' });
  await post(`/api/invoices/${credit?.id}/payments`, { amount: '1.19' });
  expect(await one(credit?.id ?? '')).toMatchObject({ state: 'paid', open: '0.00' });
});

test('numbers have no gap, however many make invoices at once', async () => {
  await charged();
  for (const ref of ['S-2', 'S-3', 'S-4']) {
    const minute = Number(ref.slice(2)) * 10;
    const at = (seconds: number) => ({ ref, at: new Date(Date.UTC(2026, 2, 1, 9, minute, seconds)) });
    await record(begin(1000, { token, ...at(0) }), end(3, 3000, at(30)));
    await untilBilled({ state: 'final' }, ref);
    const both = await Promise.all([issue(), issue()]);
    const [made] = both.flat();
    if (ref === 'S-3') await ask(`/api/invoices/${made?.id}/credit-note`, {});
  }
  const numbers = await rows('invoice');
  const of = (kind: string) => numbers.filter((row) => row['kind'] === kind).map((row) => Number(row['number']));
  expect(of('invoice').toSorted((a, b) => a - b)).toEqual(of('invoice').map((_number, index) => index + 1));
  expect(of('credit-note')).toEqual([1]);
  const { rows: sums } = await door().database.pool.query<{ sum: string }>(
    'select sum(amount)::text as sum from money_posting',
  );
  expect(Number(sums[0]?.sum)).toBe(0);
});

test('it can be printed in both languages, and read by a table program', async () => {
  await charged();
  const [made] = await issue();
  const page = await get(`/api/invoices/${made?.id}?format=html&language=pt-BR`);
  expect(page).toContain(`<h1>Fatura ${made?.name}</h1>`);
  expect(page).toContain('Ana Souza');
  expect(await get(`/api/invoices/${made?.id}?format=html&language=en`)).toContain('To be paid');
  expect(await get(`/api/invoices/${made?.id}?format=csv`)).toMatch(/2\.38,0\.38\r\n$/);
  expect(await get('/api/invoices/export?format=csv')).toContain(`${made?.name},invoice,open`);
});

test('an unpaid invoice is reminded of three times, and blocks only where the operator has said so', async () => {
  const driverId = await charged();
  const [made] = await issue();
  let now = door().clock.now();
  const blocked: string[] = [];
  const { database, ledger } = door();
  const invoices = openInvoices({
    pool: database.pool,
    ledger,
    clock: { now: () => now },
    log: silentLog,
    timeZone: 'Europe/Berlin',
    rules: { days: 14, blockDays: 40, isMonthly: false },
    fiscal: null,
    everyMs: 0,
    drivers: { change: async (id) => void blocked.push(id) },
  });
  const seen: number[] = [];
  for (let day = 0; day < 60; day += 1) {
    now = new Date(now.getTime() + 86_400_000);
    await invoices.remind();
    seen.push(Number((await rows('invoice'))[0]?.['reminders']));
  }
  expect([17, 28, 44].map((day) => [seen[day - 2], seen[day]])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(blocked).toEqual([driverId]); // once: whoever lets them charge again is not overruled
  await invoices.pay(made?.id ?? '', { amount: '2.38', method: 'bank transfer', reference: null, paidAt: now }, actor);
  expect(await invoices.remind()).toBe(0);
});

test('the fiscal service gets each document until it has answered, and its key is stored', async () => {
  await charged();
  const heard: { key: string | undefined; body: { number: string; lines: unknown[] } }[] = [];
  const answers = [
    { status: 503, body: '' },
    { status: 201, body: JSON.stringify({ key: 'NFCE-1', url: 'https://fisco.example/1.pdf' }) },
  ];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      heard.push({ key: request.headers['idempotency-key'] as string, body: JSON.parse(text) as never });
      const { status, body } = answers.shift() ?? { status: 500, body: '' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  let now = door().clock.now();
  const { database, ledger } = door();
  const invoices = openInvoices({
    pool: database.pool,
    ledger,
    clock: { now: () => now },
    log: silentLog,
    timeZone: 'America/Sao_Paulo',
    rules: { days: 14, blockDays: 0, isMonthly: false },
    fiscal: { url: `http://127.0.0.1:${port}/nfce`, secret: 's' },
    everyMs: 0,
    drivers: { change: async () => undefined },
  });
  const [made] = await invoices.issue({ until: now }, actor);
  await invoices.lookAfter();
  expect(await invoices.get(made?.id ?? '')).toMatchObject({ fiscalState: 'waiting' });
  now = new Date(now.getTime() + 61_000);
  await invoices.lookAfter();
  await invoices.lookAfter();
  expect(await invoices.get(made?.id ?? '')).toMatchObject({ fiscalState: 'registered', fiscalKey: 'NFCE-1' });
  expect(heard.map(({ key }) => key)).toEqual([made?.id, made?.id]);
  expect(heard[0]?.body).toMatchObject({ total: '2.38', lines: [{ stationId: 'CP-1', energyKwh: 4 }] });
  server.close();
});
