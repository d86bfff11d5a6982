import type { Pool } from 'pg';
import { asError, SigecError } from '#base/errors.ts';
import { Gate } from '#base/gate.ts';
import { type DerivedWrite, type NewEvent, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { amountOf } from '../decimal.ts';
import { isFactOf } from '../sessions/store/session-facts.ts';
import type { PriceSnapshot } from '../tariffs/price-snapshot.ts';
import { type PricedSession, readPricedSessionsById } from '../tariffs/priced-session.ts';
import { type Due, postpone, settledDue } from './bill-due.ts';
import { type BillRow, billEntries, bills, type EntryRow, type KeptBill, readBills } from './bill-store.ts';
import { bookOnCards, type CardMove, cardMoves, onPrepaid } from './book-cards.ts';
import { type Booking, bookingOf } from './compute-bill.ts';
import { computeRow } from './compute-row.ts';
import { moneyOfBill } from './money-of-bill.ts';
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

/** L4: what cannot be right is not billed in silence. */
const suspect = 'its meter readings cannot all be right: look at the session before it is charged';

type ToBook = { booking: Booking; row: BillRow; session: PricedSession; known: KeptBill | undefined };

/** A booking of the calculation, with its event. Its number is in the key: whoever computes it a second time books nothing. */
async function bookEntry(
  { pool, clock }: BillingNeeds,
  { booking, row, session, known }: ToBook,
): Promise<{ events: NewEvent[]; writes: DerivedWrite[] }> {
  const { kind, currency, amount, tax, cost } = booking;
  const { id: sessionId, stationId, ref, tokenHash } = session;
  const { tariffId, tariffVersion } = row;
  const at = clock.now();
  const late = known === undefined || kind === 'charge' ? null : await lateReason(pool, { session, known });
  const isSuspect = session.flags.some((flag) => flag === 'suspect' || flag === 'unusable-value');
  const reason = isSuspect ? [late, suspect].filter((part) => part !== null).join('; ') : late;
  const id = uuidv7(at);
  const told = {
    sessionId,
    ref,
    currency,
    amount: amountOf(amount, currency),
    tax: amountOf(tax, currency),
    total: amountOf((known?.total ?? 0n) + amount, currency),
  };
  const moves = await movesOf(pool, { booking, session, known });
  const cards = bookOnCards(moves, { about: { sessionId }, stationId, entryId: id, currency, at });
  const entry: EntryRow = {
    id,
    sessionId,
    stationId,
    reservationId: session.reservationId,
    tokenHash,
    kind,
    at,
    currency,
    amount,
    tax,
    tariffId,
    tariffVersion,
    reason,
    principal: null,
    cost,
  };
  return {
    events: [
      {
        kind: kind === 'charge' ? 'session-billed' : 'session-bill-adjusted',
        stationId,
        key: `bill:${sessionId}:${known?.booked ?? 0}`,
        happenedAt: at,
        flags: isSuspect ? ['suspect'] : [],
        body: { ...told, entryId: id, tariffId, tariffVersion, why: row.tariffReason, reason },
      },
      ...cards.events,
    ],
    writes: [write(billEntries, entry), ...moneyOfBill(entry, { cost, moves }), ...cards.writes],
  };
}

/** Whether the session's own token is prepaid was read with the session; of one that it had before nobody has asked. */
async function movesOf(pool: Pool, { booking, session, known }: Omit<ToBook, 'row'>): Promise<CardMove[]> {
  const { tokenHash, hasCredit } = session;
  const moves = cardMoves(booking.amount, { tokenHash, known });
  const own = moves.filter(({ tokenId }) => tokenId === tokenHash && hasCredit);
  const former = moves.filter(({ tokenId }) => tokenId !== tokenHash);
  return [...own, ...(await onPrepaid(pool, former))];
}

const maxNamed = 3;

/** Why a bill changed: the events that came after it was made, by what they are and when they happened. */
async function lateReason(
  pool: Pool,
  { session, known }: { session: PricedSession; known: KeptBill },
): Promise<string> {
  const { rows } = await pool.query<{ type: string; at: Date }>(
    `select body_of(event) ->> 'type' as type, happened_at as at from event where station_id = $1 and ${isFactOf('$2::text')}
     order by xid, id offset $3 limit $4`,
    [session.stationId, session.ref, known.eventCount, maxNamed + 1],
  );
  if (rows.length === 0) return 'calculated again from the same events';
  const named = rows.slice(0, maxNamed).map(({ type, at }) => `${type} of ${at.toISOString()}`);
  const more = rows.length > maxNamed ? ' and more' : '';
  return `told after the bill: ${named.join(', ')}${more}`;
}
