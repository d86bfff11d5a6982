import { asError, SigecError } from '#base/errors.ts';
import { Gate } from '#base/gate.ts';
import { write } from '#ledger/ledger-types.ts';
import type { PriceSnapshot } from '../tariffs/price-snapshot.ts';
import { type PricedSession, readPricedSessionsById } from '../tariffs/priced-session.ts';
import { type Due, postpone, settledDue } from './bill-due.ts';
import { type BillRow, bills, type KeptBill, readBills } from './bill-store.ts';
import { bookEntry } from './book-entry.ts';
import { bookingOf } from './compute-bill.ts';
import { computeRow } from './compute-row.ts';
import type { BillingNeeds } from './open-billing.ts';

const retryMinutes = 10;
/** Stations and people read through the same few connections: those who wait for an answer go first. */
const readsAtOnce = 3;

/** Bills what is due; each session is one commit, and what fails harms no other. Throws where the database is away: all is still due. */
export async function billSessions(needs: BillingNeeds, due: readonly Due[]): Promise<void> {
  const ids = due.map(({ sessionId }) => sessionId);
  const [sessions, known, book] = await Promise.all([
    readPricedSessionsById(needs.pool, ids),
    readBills(needs.pool, ids),
    needs.tariffs.book(),
  ]);
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const reads = new Gate({ places: readsAtOnce });
  const ended = await Promise.allSettled(
    due.map(async (one) => {
      try {
        const session = byId.get(one.sessionId);
        // A session that runs again is billed when it has ended.
        if (session === undefined || session.state === 'running') return await settle(needs, one);
        const toBill = { session, known: known.get(session.id), book };
        const bill = await reads.pass(() => prepareBill(needs, toBill));
        await (bill === null ? settle(needs, one) : commitBill(needs, { due: one, ...bill }));
      } catch (error) {
        if (isAway(error)) throw error;
        needs.log.error({ sessionId: one.sessionId, err: asError(error) }, 'session could not be billed');
        await reads.pass(() => postpone(needs.pool, one, retryMinutes));
      }
    }),
  );
  const away = ended.find((one) => one.status === 'rejected');
  if (away !== undefined) throw asError(away.reason);
}

function isAway(error: unknown): boolean {
  return error instanceof SigecError && error.code === 'DATABASE_AWAY';
}

async function settle({ ledger }: BillingNeeds, due: Due): Promise<void> {
  await ledger.commit({ writes: [write(settledDue, due)] });
}

type ToBill = { session: PricedSession; known: KeptBill | undefined; book: PriceSnapshot };
type Prepared = { row: BillRow; booked: Awaited<ReturnType<typeof bookEntry>> | null };

async function prepareBill(needs: BillingNeeds, { session, known, book }: ToBill): Promise<Prepared | null> {
  if (session.state === 'merged' && known === undefined) return null;
  const place = known ?? (await needs.tariffs.clockOf(session.stationId));
  const { row: computed, cost } = await computeRow(needs, { session, known, book, place });
  const booking = cost === null ? null : bookingOf(cost, { known, tokenHash: session.tokenHash });
  const row: BillRow = {
    ...computed,
    addedTotal: booking?.amount ?? 0n,
    addedTax: booking?.tax ?? 0n,
    addedEntries: booking === null ? 0 : 1,
    updatedAt: needs.clock.now(),
  };
  const booked = booking === null ? null : await bookEntry(needs, { booking, row, session, known });
  return { row, booked };
}

async function commitBill(needs: BillingNeeds, { due, row, booked }: Prepared & { due: Due }): Promise<void> {
  const { status } = await needs.ledger.commit({
    events: booked?.events ?? [],
    writes: [write(bills, row), ...(booked?.writes ?? []), write(settledDue, due)],
  });
  // Somebody else has booked it meanwhile, and settled what was due. If it is due again, its turn comes.
  if (status === 'known') await postpone(needs.pool, due, 1);
}
