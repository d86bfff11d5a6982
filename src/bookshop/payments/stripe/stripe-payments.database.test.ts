import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import {
  type CardFault,
  type CardProvider,
  cardKey,
  openCardProvider,
} from '../../../../test/support/card-provider.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import type { Completed } from '../../complete-checkout.ts';
import { openShop, type Shop } from '../../open-shop.ts';
import { usualTerms } from '../../terms.ts';
import { stripePayments } from './stripe-payments.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: FreshDatabase;
let ledger: Awaited<ReturnType<typeof openLedger>>;
let provider: CardProvider;
let now: Date;

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await openLedger({ database, node: randomUUID(), log: silentLog });
});
afterAll(async () => {
  await ledger.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  now = new Date();
  provider = await openCardProvider();
  return () => provider[Symbol.asyncDispose]();
});

const clock = { now: () => now };
const actor = { principal: null, door: 'rest' } as const;
const token = 'pm_card_visa';

/** A process of ours; `lastSteps`: it dies before this step, be it a statement or a commit, and does nothing more. */
function process({ lastSteps = Infinity }: { lastSteps?: number } = {}): Shop & { steps(): number } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > lastSteps) throw new Error('killed');
  };
  const pool = {
    connect: () => database.pool.connect(),
    async query(...asked: Parameters<Pool['query']>) {
      step();
      return (database.pool.query as (...given: unknown[]) => Promise<unknown>)(...asked);
    },
  } as unknown as Pool;
  const dying: Pick<Ledger, 'commit'> = {
    async commit(entry) {
      step();
      const committed = await ledger.commit(entry);
      step(); // it may die after the commit, too
      return committed;
    },
  };
  const payments = stripePayments({ pool, clock, log: silentLog, key: cardKey, url: provider.url, currency: 'BRL' });
  const shop = openShop({
    pool,
    ledger: dying,
    payments,
    terms: usualTerms,
    clock,
    log: silentLog,
    hashBuyer: (email) => email,
  });
  return { ...shop, steps: () => steps };
}

async function begin(): Promise<string> {
  now = new Date(); // the provider has a clock of its own
  await using shop = disposable(process());
  await shop.loadOursIfEmpty();
  await database.pool.query(`update book set stock = 1000 where id = 'tec-001'`);
  const content = {
    lines: [{ id: 'l1', bookId: 'tec-001', quantity: 1 }],
    codes: [],
    buyer: null,
    destination: null,
    ...({ shipping: 'pickup', needsEmail: false, tell: null } as const),
  };
  return (await shop.createCheckout('ana', content)).checkout.id;
}

function disposable(shop: ReturnType<typeof process>) {
  return { ...shop, [Symbol.asyncDispose]: () => shop.close() };
}

const complete = (shop: Shop, id: string, given = token): Promise<Completed> =>
  shop.complete({ id, owner: 'ana', paying: { token: given }, actor, maxWaitMs: 0 });

const priceCents = 8_990;
const stateOf = async (id: string) =>
  (await database.pool.query<{ state: string }>('select state from book_payment where checkout_id = $1', [id])).rows[0]
    ?.state;
async function ordersOf(id: string): Promise<number> {
  return (await database.pool.query('select from book_order where checkout_id = $1', [id])).rowCount ?? 0;
}

test('the amount is held, the order is written, the amount is taken', async () => {
  const id = await begin();
  await using shop = disposable(process());
  const done = await complete(shop, id);
  expect(done).toMatchObject({
    status: 'ordered',
    order: { paymentReference: expect.stringMatching(/^pi_/) as string },
  });
  const [intent] = provider.intents.values();
  expect(intent).toMatchObject({ amount: priceCents, currency: 'brl', capture_method: 'manual', status: 'succeeded' });
  expect(intent?.metadata['checkout']).toBe(id);
  expect(await stateOf(id)).toBe('captured');
  expect(await complete(shop, id)).toMatchObject({ status: 'ordered' });
  expect(provider.books()).toEqual({ captured: priceCents, held: 0 });
});

test.each([
  ['pm_card_chargeDeclined', 'declined'],
  ['pm_nobody_knows', 'unknown-token'],
])('%s is refused, and another card pays', async (card, why) => {
  const id = await begin();
  await using shop = disposable(process());
  expect(await complete(shop, id, card)).toMatchObject({ status: 'refused', why });
  expect(await complete(shop, id)).toMatchObject({ status: 'ordered' });
  expect(provider.books()).toEqual({ captured: priceCents, held: 0 });
});

test('what the bank asks of the buyer is answered at the bank, and counts once it was', async () => {
  const id = await begin();
  await using shop = disposable(process());
  expect(await complete(shop, id, 'pm_card_authenticationRequired')).toMatchObject({ status: 'challenge' });
  expect(await shop.challengeUrl(id)).toBe('https://bank.example/3ds');
  const answer = () => shop.complete({ id, owner: 'ana', paying: { isChallengeAnswered: true }, actor });
  expect(await answer()).toMatchObject({ status: 'challenge' }); // whoever says so without having done it has not
  provider.authenticate([...provider.intents.keys()][0] ?? '');
  expect(await answer()).toMatchObject({ status: 'ordered' });
  expect(provider.books()).toEqual({ captured: priceCents, held: 0 });
});

test('what cannot be sold is let go', async () => {
  const id = await begin();
  await using shop = disposable(process());
  await database.pool.query(`update book set stock = 0 where id = 'tec-001'`);
  expect(await complete(shop, id)).toMatchObject({ status: 'not-ready' });
  await database.pool.query(`update book set stock = 1000 where id = 'tec-001'`);
  // The last copy goes to somebody else while the amount is held.
  await database.pool.query(
    `create or replace function sold() returns trigger language plpgsql as $$ begin update book set stock = 0 where id = 'tec-001'; return new; end $$;
     create trigger sold after update on book_payment for each row when (new.state = 'held') execute function sold()`,
  );
  expect(await complete(shop, id)).toMatchObject({ status: 'not-ready' });
  await database.pool.query('drop trigger sold on book_payment');
  expect(provider.books()).toEqual({ captured: 0, held: 0 });
  expect(await stateOf(id)).toBe('released');
});

/** Whoever comes back after it, and tidies up after them. */
async function expectPaidOnce(id: string): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    now = new Date(now.getTime() + 61_000);
    await using shop = disposable(process());
    await complete(shop, id);
    await shop.sweep();
  }
  expect(await ordersOf(id)).toBe(1);
  expect(provider.books()).toEqual({ captured: priceCents, held: 0 });
}

test('killed before any step, it is bought once and paid once', async () => {
  const measured = process();
  expect(await complete(measured, await begin())).toMatchObject({ status: 'ordered' });
  await measured.close();
  const all = measured.steps();
  expect(all).toBeGreaterThan(10);
  for (let lastSteps = 1; lastSteps <= all; lastSteps += 1) {
    provider.intents.clear();
    const id = await begin();
    const dying = process({ lastSteps });
    await complete(dying, id).catch(() => undefined);
    await dying.close();
    await expectPaidOnce(id);
  }
});

const faults: CardFault[] = ['lose-answer', 'lose-request', 500, 429];

test.each(faults)('whichever request meets with %s, it is bought once and paid once', async (fault) => {
  for (let at = 0; at < 5; at += 1) {
    provider.intents.clear();
    const id = await begin();
    provider.faults.splice(0, Infinity, ...Array<null>(at).fill(null), fault, fault);
    await using shop = disposable(process());
    await complete(shop, id);
    provider.faults.length = 0;
    await expectPaidOnce(id);
  }
});

test('killed before any step, and nobody comes back: what has no order is let go, what has one is taken', async () => {
  for (let lastSteps = 1; lastSteps <= 25; lastSteps += 1) {
    provider.intents.clear();
    const id = await begin();
    const dying = process({ lastSteps });
    await complete(dying, id).catch(() => undefined);
    await dying.close();
    now = new Date(now.getTime() + 7 * 3_600_000);
    await using shop = disposable(process());
    await shop.sweep();
    expect(provider.books()).toEqual({ captured: (await ordersOf(id)) * priceCents, held: 0 });
  }
});
