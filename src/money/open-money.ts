import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { readBalances } from './ledger/read-balances.ts';
import { readTransactions } from './ledger/read-transactions.ts';
import { closeItem, type ItemClosing } from './payments/close-item.ts';
import { readOpenItems } from './payments/open-items.ts';
import { openPayments } from './payments/open-payments.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import { openReconciler } from './reconciliation/reconcile.ts';

export type MoneyNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  everyMs?: number;
  /** Whether this node sees to payments that are due; absent: there is only this one. */
  isKeeper?: (() => boolean) | undefined;
};

export type Money = ReturnType<typeof openMoney>;

/** The money ledger, and payments at their providers. It knows no session: whoever takes money says what it is for. */
export function openMoney(needs: MoneyNeeds) {
  const { pool } = needs;
  const payments = openPayments(needs);
  const reconciler = openReconciler({
    pool,
    ledger: needs.ledger,
    clock: needs.clock,
    log: needs.log,
    providers: needs.providers,
    drive: (id) => payments.drive(id),
    ...(needs.everyMs === 0 && { everyMs: 0 }),
  });
  return {
    payments,
    reconciler,
    balances: (query: Parameters<typeof readBalances>[1]) => readBalances(pool, query),
    transactions: (query: Parameters<typeof readTransactions>[1]) => readTransactions(pool, query),
    closeItem: (id: string, closing: ItemClosing) => closeItem(needs, id, closing),
    openItems: (query: Parameters<typeof readOpenItems>[1]) => readOpenItems(pool, query),
    async close(): Promise<void> {
      await reconciler.close();
      await payments.close();
    },
  };
}
