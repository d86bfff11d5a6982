import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Duty } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Bill, NewCorrection } from '#contract/billing/bill.ts';
import type { Session } from '#contract/sessions/session.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { amountOf, unitsOf } from '../decimal.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { isPayable, taxShare } from './amounts.ts';
import { billEntries, correctedBills, type KeptBill, readBills, readEntries } from './bill-store.ts';
import { Biller } from './biller.ts';
import { bookOnCards, cardMoves, onPrepaid } from './book-cards.ts';
import { moneyOfBill } from './money-of-bill.ts';

export type Billing = ReturnType<typeof openBilling>;

export type BillingNeeds = Duty & {
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
    foresee: async (sessionId: string, correction: Pick<NewCorrection, 'amount'>) =>
      foreseeCorrection(needs, await sessions.get(sessionId), correction),
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

async function correctBill(
  { pool, ledger, clock }: BillingNeeds,
  { session, correction, actor }: { session: Session; correction: NewCorrection; actor: Actor },
): Promise<void> {
  const { id: sessionId, stationId, ref } = session;
  const { bill, currency, amount } = await correctableBill(pool, session, correction);
  const { total, tokenHash } = bill;
  const [at, principal] = [clock.now(), actorName(actor)];
  // By what the session came to, so that a sum that is undone and done again has the tax it had.
  const taxed = { whole: bill.computed, tax: bill.computedTax, currency };
  const entry = {
    id: uuidv7(at),
    sessionId,
    stationId,
    reservationId: null,
    tokenHash,
    kind: 'correction' as const,
    at,
    currency,
    amount,
    tax: taxShare(total + amount, taxed) - bill.tax,
    tariffId: bill.tariffId,
    tariffVersion: bill.tariffVersion,
    reason: correction.reason,
    principal,
    cost: null,
  };
  const sums = { amount: amountOf(amount, currency), tax: amountOf(entry.tax, currency) };
  const told = { sessionId, ref, currency, ...sums, reason: correction.reason };
  const moves = await onPrepaid(pool, cardMoves(amount, { tokenHash, known: undefined }));
  const cards = bookOnCards(moves, { about: { sessionId }, stationId, entryId: entry.id, currency, at });
  await ledger.commit({
    events: [
      {
        kind: 'session-bill-corrected',
        stationId,
        happenedAt: at,
        principal,
        body: { ...told, entryId: entry.id, total: amountOf(total + amount, currency) },
      },
      ...cards.events,
    ],
    writes: [
      write(billEntries, entry),
      ...moneyOfBill(entry, { cost: null, moves }),
      write(correctedBills, { entryId: entry.id, sessionId, amount, tax: entry.tax, at }),
      ...cards.writes,
    ],
    audit: [auditOf('session-bill-corrected', sessionId, actor, told)],
  });
}

/** What a bill comes to now, and what it would come to. Throws why it cannot be corrected; writes nothing. */
async function foreseeCorrection(
  { pool }: Pick<BillingNeeds, 'pool'>,
  session: Session,
  correction: Pick<NewCorrection, 'amount'>,
): Promise<ForeseenCorrection> {
  const { bill, currency, amount } = await correctableBill(pool, session, correction);
  const { total } = bill;
  return { currency, total: amountOf(total, currency), corrected: amountOf(total + amount, currency) };
}

/** Decimal text, with taxes. */
type ForeseenCorrection = { currency: string; total: string; corrected: string };

async function correctableBill(
  pool: BillingNeeds['pool'],
  { id: sessionId, state }: Session,
  correction: Pick<NewCorrection, 'amount'>,
) {
  const bill = (await readBills(pool, [sessionId])).get(sessionId);
  if (state === 'running' || bill === undefined)
    throw new SigecError('CONFLICT', `Session ${sessionId} is not billed yet; correct it once it has ended.`);
  const { currency, total } = bill;
  if (currency === null)
    throw new SigecError(
      'CONFLICT',
      `Session ${sessionId} has no tariff and costs nothing: there is no sum to correct.`,
    );
  const amount = unitsOf(correction.amount);
  mustBePossible(amount, { total, currency });
  return { bill, currency, amount };
}

function mustBePossible(amount: bigint, { total, currency }: { total: bigint; currency: string }): void {
  const refuse = (message: string) => {
    throw new SigecError('INVALID_INPUT', message, { details: { field: 'amount', total: amountOf(total, currency) } });
  };
  if (amount === 0n) refuse('A correction of nothing changes nothing: give an amount, below zero to give money back.');
  if (!isPayable(amount, currency)) refuse(`${currency} cannot be paid in parts that small: give whole minor units.`);
  if (total + amount < 0n)
    refuse(`The session came to ${amountOf(total, currency)} ${currency}: no more than that can be given back.`);
}
