import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../test/support/bookshop.ts';
import type { CheckoutContent } from './checkout.ts';
import type { Paying } from './complete-checkout.ts';
import { mockPayments } from './payments/mock-payments.ts';
import type { ShippingId } from './shipping.ts';

/** For tests that only look. */
let shelf: TestShop;
beforeAll(async () => {
  shelf = await openTestShop();
});
afterAll(() => shelf[Symbol.asyncDispose]());

const paid: Paying = { token: 'success_token' };
const ana = { principal: null, door: 'rest' } as const;

type Buying = { books: [id: string, quantity: number][]; codes?: string[]; shipping?: ShippingId };

function content({ books, codes = [], shipping = 'pickup' }: Buying): Omit<CheckoutContent, 'challenge'> {
  const lines = books.map(([bookId, quantity], index) => ({ id: `l${index}`, bookId, quantity }));
  return { lines, codes, shipping, buyer: null, destination: null, needsEmail: false, tell: null };
}

async function begin(shop: TestShop, owner: string, buying: Buying): Promise<string> {
  return (await shop.createCheckout(owner, content(buying))).checkout.id;
}

test('our own catalogue has at least two hundred titles, each told once, and the coupons of the seed', async () => {
  const { books, total } = await shelf.find({ limit: 1_000 });
  expect(total).toBeGreaterThanOrEqual(200);
  expect(new Set(books.map(({ title }) => title)).size).toBe(total);
  expect(new Set(books.map(({ description }) => description)).size).toBe(total);
  expect((await shelf.categories()).length).toBeGreaterThanOrEqual(10);
  const { rows } = await shelf.database.pool.query<{ code: string }>('select code from book_coupon order by code');
  expect(rows.map(({ code }) => code)).toEqual(['BEMVINDO', 'FRETE0', 'LIVROS20', 'PRIMEIRA10', 'TECH15']);
});

test.each([
  ['with and without accents', 'relogios parados', 'fic-001'],
  ['by the beginning of a word', 'pyth banc', 'tec-001'],
  ['by the author', 'Leonor Tapajós', 'fic-001'],
  ['by its id', 'ene-001', 'ene-001'],
])('a book is found %s', async (_how, query, id) => {
  const { books, isLoose } = await shelf.find({ query, limit: 5 });
  expect(books[0]?.id).toBe(id);
  expect(isLoose).toBe(false);
});

test('where no book has all the words, those with some are found, and it is said', async () => {
  expect(await shelf.find({ query: 'python xilofone', limit: 5 })).toMatchObject({ isLoose: true, total: 2 });
  expect(await shelf.find({ query: 'xilofone', limit: 5 })).toMatchObject({ isLoose: false, total: 0 });
  expect((await shelf.find({ query: 'o que', limit: 5 })).total).toBeLessThan(10); // stop words are no words
  expect(await shelf.find({ query: `'); drop table book; --`, limit: 5 })).toMatchObject({ total: 0 });
});

test.each([
  ['LIVROS20', [['tec-001', 1]], { isApplied: false, why: 'too-little', missingCents: 1_010 }],
  ['livros20', [['tec-001', 2]], { isApplied: true }],
  ['FRETE0', [['fic-001', 1]], { isApplied: true }],
  ['TECH15', [['fic-001', 1]], { isApplied: false, why: 'wrong-category' }],
  ['BEMVINDO', [['fic-001', 1]], { isApplied: true }],
  ['PRIMEIRA10', [['fic-001', 1]], { isApplied: true }],
  ['NATAL', [['fic-001', 1]], { isApplied: false, why: 'unknown' }],
] as const)('coupon %s on %j', async (code, books, verdict) => {
  const asked = content({ books: books.map(([id, quantity]) => [id, quantity]), codes: [code], shipping: 'standard' });
  const { verdicts, totals } = await shelf.price(asked, 'ana');
  expect(verdicts).toMatchObject([verdict]);
  expect(totals.discountCents + totals.shippingDiscountCents > 0).toBe(verdict.isApplied);
});

test('a coupon is over at its hour, and used up with its last use', async () => {
  let now = new Date('2026-11-01T12:00:00Z');
  await using shop = await openTestShop({ clock: { now: () => now } });
  await shop.database.pool.query(
    `update book_coupon set ends_at = '2026-11-02T00:00:00Z', most_uses = 1 where code = 'BEMVINDO'`,
  );
  const buying: Buying = { books: [['tec-001', 1]], codes: ['BEMVINDO'] };
  const [one, other] = [await begin(shop, 'ana', buying), await begin(shop, 'bia', buying)];
  const ended = await Promise.all([
    shop.complete({ id: one, owner: 'ana', paying: paid, actor: ana }),
    shop.complete({ id: other, owner: 'bia', paying: paid, actor: ana }),
  ]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['not-ready', 'ordered']);
  const late = await shop.price(content(buying), 'caio');
  expect(late.verdicts).toMatchObject([{ isApplied: false, why: 'used-up' }]);
  now = new Date('2026-11-02T00:00:00Z');
  expect((await shop.price(content(buying), 'caio')).verdicts).toMatchObject([{ why: 'expired' }]);
});

test('two first purchases of one buyer at once: one of them is the first', async () => {
  await using shop = await openTestShop();
  const buying: Buying = { books: [['tec-001', 1]], codes: ['PRIMEIRA10'] };
  const ids = [await begin(shop, 'ana', buying), await begin(shop, 'ana', buying)];
  const ended = await Promise.all(ids.map((id) => shop.complete({ id, owner: 'ana', paying: paid, actor: ana })));
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['not-ready', 'ordered']);
  const { rows } = await shop.database.pool.query<{ uses: number }>(
    `select uses from book_coupon where code = 'PRIMEIRA10'`,
  );
  expect(rows).toEqual([{ uses: 1 }]);
});

test('asked five times at once and once more later, there is one order, one payment and one fall of the stock', async () => {
  await using shop = await openTestShop();
  const before = await shop.stockOf('tec-001');
  const id = await begin(shop, 'ana', { books: [['tec-001', 2]] });
  const all = await Promise.all(
    [1, 2, 3, 4, 5].map(() => shop.complete({ id, owner: 'ana', paying: paid, actor: ana })),
  );
  const again = await shop.complete({ id, owner: 'ana', paying: paid, actor: ana });
  const orders = [...all, again].map((each) => (each.status === 'ordered' ? each.order.id : each.status));
  expect(new Set(orders).size).toBe(1);
  expect(orders[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(await shop.stockOf('tec-001')).toBe(before - 2);
  expect([...shop.payments.taken]).toEqual([[id, 17_980]]);
  expect(await shop.orders({ limit: 10 })).toHaveLength(1);
});

test('two buyers race for the last copy: one gets it, the other hears that it is sold out and gets the money back', async () => {
  await using shop = await openTestShop();
  expect(await shop.stockOf('fic-001')).toBe(1);
  const owners = ['ana', 'bia', 'caio', 'davi'];
  const ids = await Promise.all(
    owners.map((owner) =>
      begin(shop, owner, {
        books: [
          ['tec-001', 1],
          ['fic-001', 1],
        ],
      }),
    ),
  );
  const ended = await Promise.all(
    owners.map((owner, index) => shop.complete({ id: ids[index] ?? '', owner, paying: paid, actor: ana })),
  );
  const winners = ended.filter(({ status }) => status === 'ordered');
  expect(winners).toHaveLength(1);
  for (const other of ended.filter(({ status }) => status !== 'ordered'))
    expect(other).toMatchObject({
      status: 'not-ready',
      found: { priced: { troubles: [{ kind: 'out-of-stock', inStock: 0 }] } },
    });
  expect(await shop.stockOf('fic-001')).toBe(0);
  expect(await shop.stockOf('tec-001')).toBe(11); // those who lost took nothing
  expect(shop.payments.taken.size).toBe(1);
});

test('a payment that is refused buys nothing, and the checkout can be paid after all', async () => {
  await using shop = await openTestShop();
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  const asked = { id, owner: 'ana', actor: ana };
  expect(await shop.complete({ ...asked, paying: { token: 'fail_token' } })).toMatchObject({
    status: 'refused',
    why: 'declined',
  });
  expect(await shop.complete({ ...asked, paying: { token: 'what' } })).toMatchObject({
    status: 'refused',
    why: 'unknown-token',
  });
  expect(await shop.stockOf('tec-001')).toBe(12);
  expect(await shop.complete({ ...asked, paying: { token: 'challenge_token' } })).toMatchObject({
    status: 'challenge',
  });
  expect(await shop.complete({ ...asked, paying: { isChallengeAnswered: true } })).toMatchObject({ status: 'ordered' });
  expect(await shop.stockOf('tec-001')).toBe(11);
});

test('a price that changes while somebody pays sells nothing at the old one', async () => {
  const payments = mockPayments();
  await using shop = await openTestShop({
    payments: {
      ...payments,
      async pay(asked) {
        await shop.database.pool.query(`update book set price_cents = 9990 where id = 'tec-001'`);
        return payments.pay(asked);
      },
    },
  });
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  expect(await shop.complete({ id, owner: 'ana', paying: paid, actor: ana })).toMatchObject({ status: 'not-ready' });
  expect(payments.taken.size).toBe(0);
  expect((await shop.checkout({ id, owner: 'ana' })).checkout.state).toBe('open');
});

test('nobody pays more than they have seen: what became dearer is shown first, and then bought if it is still wanted', async () => {
  await using shop = await openTestShop();
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  await shop.database.pool.query(`update book set price_cents = price_cents + 1000 where id = 'tec-001'`);
  const asked = { id, owner: 'ana', paying: paid, actor: ana };
  expect(await shop.complete(asked)).toMatchObject({
    status: 'not-ready',
    found: { priced: { troubles: [{ kind: 'dearer', shownCents: 8_990 }], totals: { totalCents: 9_990 } } },
  });
  expect(shop.payments.taken.size).toBe(0);
  expect(await shop.complete(asked)).toMatchObject({ status: 'ordered', order: { totals: { totalCents: 9_990 } } });
  // What has become cheaper is bought at once, for less.
  const other = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  await shop.database.pool.query(`update book set price_cents = 500 where id = 'tec-001'`);
  expect(await shop.complete({ ...asked, id: other })).toMatchObject({
    status: 'ordered',
    order: { totals: { totalCents: 500 } },
  });
});

test('an attempt that broke off is taken up again, and what nobody takes up is paid back', async () => {
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const payments = mockPayments();
  let isBroken = true;
  await using shop = await openTestShop({
    clock,
    payments: {
      ...payments,
      async pay(asked) {
        await payments.pay(asked);
        return isBroken ? new Promise(() => {}) : payments.pay(asked); // the process dies after the money was taken
      },
    },
  });
  const [taken, left] = [
    await begin(shop, 'ana', { books: [['tec-001', 1]] }),
    await begin(shop, 'ana', { books: [['tec-001', 1]] }),
  ];
  for (const id of [taken, left]) void shop.complete({ id, owner: 'ana', paying: paid, actor: ana });
  await expect.poll(() => payments.taken.size).toBe(2);
  const asked = { id: taken, owner: 'ana', paying: paid, actor: ana };
  expect(await shop.complete({ ...asked, maxWaitMs: 100 })).toEqual({ status: 'in-progress' });
  isBroken = false;
  ahead = 61_000;
  expect(await shop.complete(asked)).toMatchObject({ status: 'ordered' });
  ahead = 7 * 3_600_000;
  await shop.sweep();
  expect((await shop.checkout({ id: left, owner: 'ana' })).checkout.state).toBe('cancelled');
  expect([...payments.taken.keys()]).toEqual([taken]);
});

test('money that a payment took without saying so goes back', async () => {
  const payments = mockPayments();
  await using shop = await openTestShop({
    payments: {
      ...payments,
      async pay(asked) {
        await payments.pay(asked);
        throw new Error('the line broke');
      },
    },
  });
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  const asked = { id, owner: 'ana', paying: paid, actor: ana };
  expect(await shop.complete(asked)).toMatchObject({ status: 'refused', why: 'unavailable' });
  expect(payments.taken.size).toBe(0);
  expect((await shop.checkout({ id, owner: 'ana' })).checkout.state).toBe('open');
});

test('an attempt that broke off after it was paid, taken up with a means that is refused, is paid back', async () => {
  let ahead = 0;
  const payments = mockPayments();
  await using shop = await openTestShop({
    clock: { now: () => new Date(Date.now() + ahead) },
    payments: {
      ...payments,
      async pay(asked) {
        const answer = await payments.pay(asked);
        return answer.status === 'paid' ? new Promise(() => {}) : answer;
      },
    },
  });
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  void shop.complete({ id, owner: 'ana', paying: paid, actor: ana });
  await expect.poll(() => payments.taken.size).toBe(1);
  ahead = 61_000;
  const later = await shop.complete({ id, owner: 'ana', paying: { token: 'fail_token' }, actor: ana });
  expect(later).toMatchObject({ status: 'refused', why: 'declined' });
  expect(payments.taken.size).toBe(0);
});

test('an attempt that comes too late leaves the money of the one that took over alone', async () => {
  let ahead = 0;
  const payments = mockPayments();
  const gates = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let calls = 0;
  await using shop = await openTestShop({
    clock: { now: () => new Date(Date.now() + ahead) },
    payments: {
      ...payments,
      async pay(asked) {
        const gate = gates[calls];
        calls += 1;
        const answer = await payments.pay(asked);
        await gate?.promise;
        return answer;
      },
    },
  });
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  const asked = { id, owner: 'ana', paying: paid, actor: ana };
  const slow = shop.complete({ ...asked, maxWaitMs: 100 });
  await expect.poll(() => calls).toBe(1);
  ahead = 61_000;
  const second = shop.complete(asked);
  await expect.poll(() => calls).toBe(2);
  gates[0]?.resolve(undefined);
  expect(await slow).toEqual({ status: 'in-progress' });
  gates[1]?.resolve(undefined);
  expect(await second).toMatchObject({ status: 'ordered' });
  expect([...payments.taken.keys()]).toEqual([id]);
});

test('a checkout, a cart and an order are their owner’s alone', async () => {
  await using shop = await openTestShop();
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  const cart = (await shop.createCart('ana', content({ books: [['tec-001', 1]] }))).cart.id;
  const theirs = { id, owner: 'bia' };
  const attempts = [
    shop.checkout(theirs),
    shop.changeCheckout(theirs, (same) => same),
    shop.cancelCheckout(theirs),
    shop.complete({ ...theirs, paying: paid, actor: ana }),
    shop.cart({ id: cart, owner: 'bia' }),
    shop.changeCart({ id: cart, owner: 'bia' }, { state: 'cancelled' }),
    shop.checkout({ id: 'no-id', owner: 'ana' }),
  ];
  for (const attempt of await Promise.allSettled(attempts))
    expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
  const ended = await shop.complete({ id, owner: 'ana', paying: paid, actor: ana });
  const orderId = ended.status === 'ordered' ? ended.order.id : '';
  await expect(shop.order({ id: orderId, owner: 'bia' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await shop.order({ id: orderId, owner: 'ana' })).toMatchObject({ checkoutId: id });
});

test('after six hours a checkout is over', async () => {
  let ahead = 0;
  await using shop = await openTestShop({ clock: { now: () => new Date(Date.now() + ahead) } });
  const id = await begin(shop, 'ana', { books: [['tec-001', 1]] });
  ahead = 6 * 3_600_000 + 1;
  await expect(shop.complete({ id, owner: 'ana', paying: paid, actor: ana })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect((await shop.checkout({ id, owner: 'ana' })).checkout.state).toBe('cancelled');
});

test('recommendations tell why: what was bought together outweighs the shelf', async () => {
  await using shop = await openTestShop();
  const first = await shop.recommend({ bookIds: ['tec-001'], limit: 3 });
  expect(first[0]).toMatchObject({ book: { id: 'tec-002' }, reasons: { sharedTags: ['python'], boughtTogether: 0 } });
  for (const owner of ['ana', 'bia', 'caio', 'davi']) {
    const id = await begin(shop, owner, {
      books: [
        ['tec-001', 1],
        ['fan-016', 1],
      ],
    });
    await shop.complete({ id, owner, paying: paid, actor: ana });
  }
  const later = await shop.recommend({ bookIds: ['tec-001'], limit: 3 });
  expect(later[0]).toMatchObject({ book: { id: 'fan-016' }, reasons: { boughtTogether: 4, sameCategory: false } });
  const sold = await shop.recommend({ bookIds: ['fic-002'], limit: 20 });
  expect(sold.every(({ book }) => book.stock > 0 && book.id !== 'fic-002')).toBe(true);
});
