import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { readBalances } from '#money/ledger/read-balances.ts';
import { openMoney } from '#money/open-money.ts';
import { type SimulatedProvider, simulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { simulatedMemory } from '#money/providers/simulated/simulated-store.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { openOwnPayments } from './open-own-payments.ts';

let door: RestDoor;
let key: string;
let bank: SimulatedProvider;
let card: SimulatedProvider;
let own: ReturnType<typeof openOwnPayments>;
let money: ReturnType<typeof openMoney>;

beforeEach(async () => {
  door = await openRestDoor();
  key = await door.key();
  const { database, ledger, clock, charging } = door;
  const store = simulatedMemory();
  bank = simulatedProvider({ store, clock });
  card = simulatedProvider({ name: 'simulated-card', store, clock, isHold: true });
  const { pool } = database;
  money = openMoney({ pool, ledger, clock, log: silentLog, everyMs: 0, providers: [bank, card] });
  const { invoices, authorization } = charging;
  own = openOwnPayments({ pool, ledger, clock, log: silentLog, money, invoices, authorization, everyMs: 3_600_000 });
});
afterEach(async () => {
  await own.close();
  await money.close();
  await door[Symbol.asyncDispose]();
});

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await door.fetch(path, { method: 'POST', key, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

const balances = async (party: string) =>
  (await readBalances(door.database.pool, { party })).map(({ account, amount }) => `${account} ${amount}`);

/** An invoice over 12.50, of a debt that stands in the books. */
async function invoiced(): Promise<string> {
  const { id: driverId } = await post<{ id: string }>('/api/drivers', { name: 'Ada' });
  const { pool } = door.database;
  await pool.query(
    `insert into bill_entry (id, station_id, reservation_id, kind, at, currency, amount, tax, time_zone, driver_id)
     values (gen_random_uuid(), 'CP-1', 7, 'reservation', now() - interval '1 hour', 'EUR', 12.5, 0, 'Europe/Berlin', $1)`,
    [driverId],
  );
  await pool.query(
    `with entry as (insert into money_transaction (id, key, kind, currency, cites_kind, cites_id, at)
       values (gen_random_uuid(), 'test', 'bill-reservation', 'EUR', 'bill', '7', now()) returning id)
     insert into money_posting select id, line, account, party, amount from entry,
       (values (0, 'receivable', 'reservation:CP-1:7', 1250), (1, 'revenue', '', -1250)) as part (line, account, party, amount)`,
  );
  const [invoice] = await door.charging.invoices.issue(
    { until: door.clock.now() },
    { principal: null, door: 'system' },
  );
  return invoice?.id ?? '';
}
const stateOf = async (id: string) => (await door.charging.invoices.get(id)).state;

test('an invoice is paid by Pix, and asked twice it is one payment', async () => {
  const id = await invoiced();
  const begun = await own.payInvoice(id, { provider: 'simulated' });
  expect(begun).toMatchObject({ consent: 1_250n, purpose: 'invoice', action: { kind: 'code' } });
  expect((await own.payInvoice(id, { provider: 'simulated' })).id).toBe(begun.id);
  await bank.pay(begun.id);
  await money.payments.look(begun.id);
  await own.run();
  expect(await stateOf(id)).toBe('paid');
  expect(await balances(`invoice:${id}`)).toEqual([]);
  expect(await money.payments.get(begun.id)).toMatchObject({ state: 'settled', allocated: 1_250n });
  await expect(own.payInvoice(id, { provider: 'simulated' })).rejects.toThrow('Nothing of this invoice is open');
});

test('who pays in two ways at once pays once: the hold is let go, or the second payment goes back', async () => {
  const id = await invoiced();
  const [one, other] = [
    await own.payInvoice(id, { provider: 'simulated' }),
    await own.payInvoice(id, { provider: 'simulated-card' }),
  ];
  await bank.pay(one.id);
  await card.pay(other.id);
  for (const { id: each } of [one, other]) await money.payments.look(each);
  await own.run();
  const [pix, held] = [await money.payments.get(one.id), await money.payments.get(other.id)];
  expect(pix.allocated + held.allocated).toBe(1_250n);
  expect(pix.received - pix.refunded + held.received - held.refunded).toBe(1_250n);
  expect(await stateOf(id)).toBe('paid');
});

test('a prepaid card is loaded with what was paid, once, and unloaded when it goes back', async () => {
  const { token } = await post<{ token: { id: string } }>('/api/tokens', { value: 'PREPAID-CARD', credit: '0' });
  const creditOf = async () => Number((await door.charging.authorization.get(token.id)).credit);
  const begun = await own.topUp(token.id, { provider: 'simulated', amount: '50.00', currency: 'EUR' });
  await bank.pay(begun.id);
  await money.payments.look(begun.id);
  await own.run();
  await own.run();
  expect(await creditOf()).toBe(50);
  expect([await balances(`token:${token.id}`), await balances(`top-up:${begun.id}`)]).toEqual([['deposits -5000'], []]);
  await expect(own.topUp(token.id, { provider: 'simulated', amount: '1', currency: 'BRL' })).rejects.toThrow('in EUR');
  await money.payments.refund(begun.id, {
    amount: 2_000n,
    reason: 'goodwill',
    actor: { principal: null, door: 'system' },
  });
  await own.run();
  expect(await creditOf()).toBe(30);
  expect(await balances(`token:${token.id}`)).toEqual(['deposits -3000']);
});

test('a card without a credit is not loaded', async () => {
  const { token } = await post<{ token: { id: string } }>('/api/tokens', { value: 'CARD' });
  await expect(own.topUp(token.id, { provider: 'simulated', amount: '5', currency: 'EUR' })).rejects.toThrow(
    'not prepaid',
  );
});
