import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type Money, openMoney } from '#money/open-money.ts';
import { simulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { simulatedTable } from '#money/providers/simulated/simulated-store.ts';
import { stripeProvider } from '#money/providers/stripe/stripe-provider.ts';
import {
  type CardProvider,
  cardKey,
  cardWebhookSecret,
  openCardProvider,
} from '../../../test/support/card-provider.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';

let card: CardProvider;
let door: RestDoor;
let money: Money;
let key: string;

beforeAll(async () => {
  card = await openCardProvider();
  door = await openRestDoor({
    money({ database: { pool }, ledger, clock }) {
      const stripe = stripeProvider({ key: cardKey, url: card.url, webhookSecret: cardWebhookSecret });
      const simulated = simulatedProvider({ store: simulatedTable(pool, 'simulated'), clock });
      money = openMoney({ pool, ledger, clock, log: silentLog, everyMs: 0, providers: [stripe, simulated] });
      return money;
    },
  });
  key = await door.key();
});
afterAll(async () => {
  await door[Symbol.asyncDispose]();
  await card[Symbol.asyncDispose]();
});

const wanted = {
  purpose: 'charging',
  subject: 'S-1',
  currency: 'EUR',
  consent: 5_000n,
  description: 'A charge',
} as const;
const bill = { receivable: 'session:S-1', cites: { kind: 'order', id: 'S-1' } } as const;

function begin(provider: string, instrument: string | null = null) {
  return money.payments.begin({
    ...wanted,
    key: randomUUID(),
    provider,
    instrument,
    returnUrl: 'https://pay.example/back',
  });
}

async function ask(
  path: string,
  body?: object,
  given: { key?: string } = { key },
): Promise<Record<string, unknown> & { status: number }> {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await door.fetch(`/api/money/${path}`, { ...sent, ...given });
  return { ...((await answer.json()) as Record<string, unknown>), status: answer.status };
}

async function tell({ body, signature }: { body: string; signature?: string }): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'stripe-signature': signature }),
  };
  return (await door.fetch('/api/payment-events/stripe', { method: 'POST', headers, body })).status;
}

test('a payer without a token pays on the page of the provider; what is used is taken, and the rest let go', async () => {
  const payment = await begin('stripe');
  expect(payment).toMatchObject({
    state: 'pending',
    action: { kind: 'redirect', url: expect.stringContaining('checkout') as string },
  });
  card.payOnPage(payment.id);
  expect(await tell(card.event({ id: 'pi_1', metadata: { payment: payment.id } }))).toBe(200);
  await money.payments.sweep();
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'held', authorized: 5_000n });
  await money.payments.settle(payment.id, { amount: 1_234n, ...bill });
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'settled', received: 1_234n, fees: 38n });
  const shown = await ask(`payments/${payment.id}`);
  expect(shown).toMatchObject({ status: 200, received: '12.34', allocated: '12.34', state: 'settled' });
  expect(await ask(`payments/${payment.id}/refunds`, { amount: '2.34', reason: 'goodwill' })).toMatchObject({
    status: 201,
    refunded: '2.34',
    allocated: '10.00',
  });
  expect(await ask(`payments/${payment.id}/refunds`, { amount: '10.01', reason: 'too much' })).toMatchObject({
    status: 400,
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(await ask('reconciliations', { provider: 'stripe', day: today })).toMatchObject({ differences: 0, lines: 3 });
});

test('each event five times, late and shuffled, is one booking; forged, old or of another body it is refused alike', async () => {
  const payments = await Promise.all([begin('stripe', 'pm_card_visa'), begin('stripe', 'pm_card_visa')]);
  const before = await money.balances({});
  for (const { id } of payments) await money.payments.settle(id, { amount: 5_000n, ...bill });
  const events = payments.map(({ id }) => card.event({ id: 'evt', metadata: { payment: id } }));
  for (let time = 0; time < 5; time += 1)
    for (const event of events.toReversed()) {
      expect(await tell(event)).toBe(200);
      await money.payments.sweep();
    }
  for (const { id } of payments) expect((await money.payments.history(id)).movements).toHaveLength(2); // and its fee
  expect(await money.balances({})).not.toEqual(before);
  const [event] = events;
  if (event === undefined) throw new Error('there are two');
  const old = card.event({ id: 'evt' }, new Date(Date.now() - 72 * 3_600_000));
  expect(
    await Promise.all([tell({ body: event.body }), tell({ ...event, body: `${event.body} ` }), tell(old)]),
  ).toEqual([401, 401, 401]);
  expect((await door.fetch('/api/payment-events/nobody', { method: 'POST', body: '{}' })).status).toBe(401);
  expect(await tell(card.event({ id: 'of a stranger', metadata: { payment: randomUUID() } }))).toBe(200); // nobody learns which are ours
});

test('a chargeback is booked as a dispute, with its fee; won, the money is ours again, and the day matches', async () => {
  const payment = await begin('stripe');
  card.payOnPage(payment.id);
  await money.payments.settle(payment.id, { amount: 5_000n, ...bill });
  const intentId = card.sessions.get((await money.payments.get(payment.id)).reference ?? '')?.payment_intent ?? '';
  const disputed = async () => (await money.balances({ account: 'disputes' })).map(({ amount }) => amount);
  const lost = card.dispute(intentId);
  // The event names what was paid, not which payment of ours it is.
  expect(await tell(card.event(lost))).toBe(200);
  await money.payments.sweep();
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'disputed', clawedBack: 5_000n, fees: 1_650n });
  expect(await disputed()).toEqual([5_000n]);
  expect((await ask(`payments/${payment.id}`))['openItems']).toMatchObject([{ kind: 'claw-back', amount: '50.00' }]);
  const day = { provider: 'stripe', day: new Date().toISOString().slice(0, 10) };
  expect(await ask('reconciliations', day)).toMatchObject({ differences: 0 });
  card.winDispute(intentId); // and nobody tells: the nightly comparison finds it
  expect(await ask('reconciliations', day)).toMatchObject({ differences: 0 });
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'settled', allocated: 5_000n });
  expect(await disputed()).toEqual([]);
});

test('a declined card failed, and says so', async () => {
  expect(await begin('stripe', 'pm_card_chargeDeclined')).toMatchObject({ state: 'failed' });
});

test('nobody pays on the page in time: it is closed', async () => {
  const payment = await begin('stripe');
  await money.payments.cancel(payment.id);
  expect([...card.sessions.values()].find(({ client_reference_id: id }) => id === payment.id)?.status).toBe('expired');
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'canceled' });
});

test('a simulated payment is paid over REST, and a person closes what stays open', async () => {
  const { id } = await begin('simulated');
  expect(await ask(`payments/${id}/simulated`, { step: 'pay' })).toMatchObject({ state: 'paid', received: '50.00' });
  await money.payments.settle(id, { amount: 6_000n, ...bill });
  const { items } = await ask('open-items');
  const [item] = (items as { id: string; paymentId: string; kind: string }[]).filter(
    ({ paymentId }) => paymentId === id,
  );
  expect(item).toMatchObject({ kind: 'shortfall', amount: '10.00' });
  expect(await ask(`open-items/${item?.id}/close`, { resolution: 'paid in cash' })).toMatchObject({
    resolution: 'paid in cash',
  });
  expect(await ask(`open-items/${item?.id}/close`, { resolution: 'once more' })).toMatchObject({ status: 409 });
  expect(await ask(`transactions?party=payment:${id}`)).toMatchObject({
    transactions: expect.arrayContaining([expect.objectContaining({ kind: 'payment-in' })]) as unknown,
  });
});

test('who may only read gives nothing back', async () => {
  const { id } = await begin('simulated');
  const reader = await door.key({ role: 'viewer' });
  expect((await ask(`payments/${id}`, undefined, { key: reader })).status).toBe(200);
  expect((await ask(`payments/${id}/refunds`, { amount: '1.00', reason: 'mine' }, { key: reader })).status).toBe(403);
});
