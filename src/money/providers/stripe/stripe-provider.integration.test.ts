import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import {
  type CardProvider,
  cardKey,
  cardWebhookSecret,
  openCardProvider,
} from '../../../../test/support/card-provider.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import { type Money, openMoney } from '../../open-money.ts';
import type { RawEvent } from '../payment-provider.ts';
import { stripeProvider } from './stripe-provider.ts';

let database: FreshDatabase;
let ledger: Awaited<ReturnType<typeof openLedger>>;
let card: CardProvider;
let money: Money;
let now: Date;
const clock = { now: () => now };
const threeDaysMs = 72 * 3_600_000;

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await openLedger({ database, node: randomUUID(), log: silentLog });
  card = await openCardProvider();
  const stripe = stripeProvider({ key: cardKey, url: card.url, webhookSecret: cardWebhookSecret });
  money = openMoney({ pool: database.pool, ledger, clock, log: silentLog, everyMs: 0, providers: [stripe] });
});
beforeEach(() => {
  now = new Date(); // as the provider's own clock
});
afterAll(async () => {
  await money.close();
  await card[Symbol.asyncDispose]();
  await ledger.close();
  await database[Symbol.asyncDispose]();
});

function begin() {
  const what = { purpose: 'charging', subject: 'S-1', currency: 'EUR', consent: 5_000n, description: 'x' } as const;
  return money.payments.begin({ ...what, key: randomUUID(), provider: 'stripe', instrument: 'pm_card_visa' });
}
const bill = { receivable: 'session:S-1', cites: { kind: 'bill', id: 'S-1' } } as const;

/** The provider repeats an event for three days, and signs it anew each time. */
function repeated(paymentId: string): RawEvent {
  const { body, signature } = card.event({ id: 'pi_1', metadata: { payment: paymentId } }, now);
  return {
    body: Buffer.from(body),
    path: '',
    header: (name) => (name === 'stripe-signature' ? signature : undefined),
  };
}

test('an event that is repeated for three days, signed anew each time, books what nobody else has found, once', async () => {
  const payments = await Promise.all([begin(), begin(), begin()]);
  for (const { id } of payments) await money.payments.settle(id, { amount: 4_200n, ...bill });
  const before = await money.balances({});
  now = new Date(now.getTime() + threeDaysMs); // we were away, or nothing of theirs reached us
  for (let time = 0; time < 5; time += 1)
    for (const { id } of time % 2 === 0 ? payments : payments.toReversed()) {
      expect(await money.payments.hear('stripe', repeated(id))).toEqual({ payments: 1 });
      await money.payments.sweep();
    }
  for (const { id } of payments) {
    expect(await money.payments.get(id)).toMatchObject({ state: 'settled', received: 4_200n });
    expect((await money.payments.history(id)).movements.map(({ kind }) => kind).toSorted()).toEqual(['fee', 'in']);
  }
  expect(await money.balances({})).toEqual(before);
});

test('a dispute that is told three days late is booked once, however often it is told', async () => {
  const { id } = await begin();
  await money.payments.settle(id, { amount: 5_000n, ...bill });
  const lost = card.dispute((await money.payments.get(id)).reference ?? '');
  now = new Date(now.getTime() + threeDaysMs);
  for (let time = 0; time < 5; time += 1) {
    const { body, signature } = card.event(lost, now);
    const header = (name: string) => (name === 'stripe-signature' ? signature : undefined);
    expect(await money.payments.hear('stripe', { body: Buffer.from(body), path: '', header })).toEqual({ payments: 1 });
    await money.payments.sweep();
  }
  expect(await money.payments.get(id)).toMatchObject({ state: 'disputed', clawedBack: 5_000n });
  expect(await money.balances({ account: 'disputes' })).toMatchObject([{ amount: 5_000n }]);
});
