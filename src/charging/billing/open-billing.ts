import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Bill, NewCorrection } from '#contract/billing/bill.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { Biller } from './biller.ts';
import { type ForeseenCorrection, correctBill, foreseeCorrection } from './correct-bill.ts';
import type { Session } from '#contract/sessions/session.ts';
import { amountOf, unitsOf } from '../decimal.ts';
import { type KeptBill, readBills, readEntries } from './bill-store.ts';

export type Billing = ReturnType<typeof openBilling>;

export type BillingNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  tariffs: Pick<Tariffs, 'book' | 'clockOf' | 'priceOf'>;
  sessions: Pick<Sessions, 'get'>;
};

/** `wake`: a session may have ended. */
export function openBilling(needs: BillingNeeds) {
  const { sessions } = needs;
  const biller = new Biller(needs);
  return {
    bill: async (sessionId: string) => viewBill(needs, await sessions.get(sessionId)),
    foresee: async (sessionId: string, correction: Pick<NewCorrection, 'amount'>) => foreseeCorrection(needs, await sessions.get(sessionId), correction),
    async correct(sessionId: string, correction: NewCorrection, actor: Actor): Promise<Bill> {
      const session = await sessions.get(sessionId);
      await correctBill(needs, { session, correction, actor });
      return viewBill(needs, session);
    },
    wake: () => biller.wake(),
    close: () => biller.close(),
  };
}

type Needs = Pick<BillingNeeds, 'pool'> & { tariffs: Pick<Tariffs, 'priceOf' | 'clockOf'> };

/** What was booked of a session; while it runs, and until it is booked, what it comes to now. */
async function viewBill({ pool, tariffs }: Needs, session: Session): Promise<Bill> {
  const { id: sessionId, stationId, ref } = session;
  const known = session.state === 'running' ? undefined : (await readBills(pool, [sessionId])).get(sessionId);
  if (known !== undefined) return bookedBill(pool, known);
  const [price, { timeZone }] = await Promise.all([tariffs.priceOf({ stationId, ref }), tariffs.clockOf(stationId)]);
  return {
    sessionId,
    state: price === undefined ? 'free' : 'running',
    tariffId: price?.tariffId ?? null,
    tariffVersion: price?.tariffVersion ?? null,
    why: price?.why ?? null,
    timeZone,
    currency: price?.currency ?? null,
    cost: price?.cost ?? null,
    entries: [],
    total: price?.total ?? null,
  };
}

async function bookedBill(pool: Needs['pool'], known: KeptBill): Promise<Bill> {
  const { sessionId, tariffId, tariffVersion, tariffReason: why, timeZone, currency, total } = known;
  const entries = await readEntries(pool, sessionId);
  const shown = (amount: string) => (currency === null ? amount : amountOf(unitsOf(amount), currency));
  return {
    sessionId,
    state: currency === null ? 'free' : 'final',
    tariffId,
    tariffVersion,
    why,
    timeZone,
    currency,
    cost: entries.findLast(({ cost }) => cost !== null)?.cost ?? null,
    entries: entries.map(({ currency: _currency, at, amount, tax, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      amount: shown(amount),
      tax: shown(tax),
    })),
    total: currency === null ? null : amountOf(total, currency),
  };
}
