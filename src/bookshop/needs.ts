import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { PaymentHandler } from './payments/payment-handler.ts';
import type { ShopTerms } from './terms.ts';

export type ShopNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  payments: PaymentHandler;
  terms: ShopTerms;
  /** Stands for an e-mail address where only sameness matters. */
  hashBuyer(email: string): string;
  clock: Clock;
  log: Log;
};
