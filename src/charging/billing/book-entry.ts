import type { Pool } from 'pg';
import { type DerivedWrite, type NewEvent, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { PricedSession } from '../tariffs/priced-session.ts';
import { amountOf } from '../decimal.ts';
import { type BillRow, type KeptBill, billEntries } from './bill-store.ts';
import { type CardMove, bookOnCards, cardMoves, onPrepaid } from './book-cards.ts';
import type { Booking } from './compute-bill.ts';
import type { BillingNeeds } from './open-billing.ts';
import { isFactOf } from '../sessions/store/session-facts.ts';

/** L4: what cannot be right is not billed in silence. */
const suspect = 'its meter readings cannot all be right: look at the session before it is charged';

type ToBook = { booking: Booking; row: BillRow; session: PricedSession; known: KeptBill | undefined };

/** A booking of the calculation, with its event. Its number is in the key: whoever computes it a second time books nothing. */
export async function bookEntry(
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
    writes: [
      write(billEntries, {
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
      }),
      ...cards.writes,
    ],
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
