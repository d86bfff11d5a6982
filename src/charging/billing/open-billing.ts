import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Bill, NewCorrection } from '#contract/billing/bill.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { Biller } from './biller.ts';
import { correctBill, type ForeseenCorrection, foreseeCorrection } from './correct-bill.ts';
import { viewBill } from './view-bill.ts';

export type Billing = {
  /** What a session costs: as it was booked, or until now. */
  bill(sessionId: string): Promise<Bill>;
  /** What a correction would make of a bill; throws why there can be none. */
  foresee(sessionId: string, correction: Pick<NewCorrection, 'amount'>): Promise<ForeseenCorrection>;
  /** A booking that makes up for others; answers the bill with it. */
  correct(sessionId: string, correction: NewCorrection, actor: Actor): Promise<Bill>;
};

export type BillingNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  tariffs: Pick<Tariffs, 'book' | 'clockOf' | 'priceOf'>;
  sessions: Pick<Sessions, 'get'>;
};

/** `wake`: a session may have ended. */
export type OpenBilling = Billing & { wake(): void; close(): Promise<void> };

export function openBilling(needs: BillingNeeds): OpenBilling {
  const { sessions } = needs;
  const biller = new Biller(needs);
  return {
    bill: async (sessionId) => viewBill(needs, await sessions.get(sessionId)),
    foresee: async (sessionId, correction) => foreseeCorrection(needs, await sessions.get(sessionId), correction),
    async correct(sessionId, correction, actor) {
      const session = await sessions.get(sessionId);
      await correctBill(needs, { session, correction, actor });
      return viewBill(needs, session);
    },
    wake: () => biller.wake(),
    close: () => biller.close(),
  };
}
