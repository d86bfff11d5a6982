import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { readBalances } from './ledger/read-balances.ts';
import { readOpenItems } from './payments/open-items.ts';
import { openPayments } from './payments/open-payments.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

export type MoneyNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  everyMs?: number;
};

export type Money = ReturnType<typeof openMoney>;

/** The money ledger, and payments at their providers. It knows no session: whoever takes money says what it is for. */
export function openMoney(needs: MoneyNeeds) {
  const { pool } = needs;
  const payments = openPayments(needs);
  return {
    payments,
    balances: (query: Parameters<typeof readBalances>[1]) => readBalances(pool, query),
    openItems: (query: Parameters<typeof readOpenItems>[1]) => readOpenItems(pool, query),
    close: () => payments.close(),
  };
}
