import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openShop, type Shop } from '../../src/bookshop/open-shop.ts';
import { type MockPayments, mockPayments } from '../../src/bookshop/payments/mock-payments.ts';
import { type ShopTerms, usualTerms } from '../../src/bookshop/terms.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

export type TestShop = Shop &
  AsyncDisposable & { database: FreshDatabase; payments: MockPayments; stockOf(id: string): Promise<number> };

/** The shop with our own catalogue over a database of its own, without any door. */
export async function openTestShop({
  clock = systemClock,
  payments = mockPayments(),
  terms = usualTerms,
}: {
  clock?: Clock;
  payments?: MockPayments;
  terms?: ShopTerms;
} = {}): Promise<TestShop> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const ledger = opened.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (open) =>
    open.close(),
  );
  const needs = {
    pool: database.pool,
    ledger,
    payments,
    terms,
    hashBuyer: (email: string) => `buyer:${email}`,
    clock,
    log: silentLog,
  };
  const shop = opened.adopt(openShop(needs), (open) => open.close());
  await shop.loadOursIfEmpty();
  const running = opened.move();
  return {
    ...shop,
    database,
    payments,
    async stockOf(id) {
      const { rows } = await database.pool.query<{ stock: number }>('select stock from book where id = $1', [id]);
      return rows[0]?.stock ?? Number.NaN;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
