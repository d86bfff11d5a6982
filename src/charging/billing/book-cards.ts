import type { Pool } from 'pg';
import { type DerivedWrite, type NewEvent, write } from '#ledger/ledger-types.ts';
import { amountOf } from '../decimal.ts';
import { creditEntries } from '../prepaid/credit-entries.ts';
import { bookedCredits, type KeptBill } from './bill-store.ts';

/** What a card pays, or gets back where it is below zero. */
export type CardMove = { tokenId: string; amount: bigint };

/** A card gets back what it paid: a session that turns out to be of another card is paid by that one, all of it. */
export function cardMoves(
  amount: bigint,
  { tokenHash, known }: { tokenHash: string | null; known: Pick<KeptBill, 'tokenHash' | 'total'> | undefined },
): CardMove[] {
  const isSame = known === undefined || known.tokenHash === tokenHash;
  const moves = isSame
    ? [{ tokenId: tokenHash, amount }]
    : [
        { tokenId: known.tokenHash, amount: -known.total },
        { tokenId: tokenHash, amount: known.total + amount },
      ];
  return moves.flatMap((move) =>
    move.tokenId === null || move.amount === 0n ? [] : [{ ...move, tokenId: move.tokenId }],
  );
}

export type CardBooking = {
  about: { sessionId: string } | { reservationId: number } | { recordId: string };
  stationId: string | null;
  entryId: string;
  currency: string;
  at: Date;
};

export function bookOnCards(
  moves: readonly CardMove[],
  { about, stationId, entryId, currency, at }: CardBooking,
): { events: NewEvent[]; writes: DerivedWrite[] } {
  return {
    events: moves.map(({ tokenId, amount }) => ({
      kind: 'token-credit-booked',
      stationId,
      happenedAt: at,
      body: { tokenId, ...about, amount: amountOf(amount, currency), currency },
    })),
    writes: moves.flatMap(({ tokenId, amount }) => [
      write(creditEntries, { tokenId, at, currency }),
      write(bookedCredits, { tokenId, entryId, amount }),
    ]),
  };
}

export async function onPrepaid(pool: Pool, moves: readonly CardMove[]): Promise<CardMove[]> {
  if (moves.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    'select id from token where id = any($1::text[]) and credit is not null',
    [moves.map(({ tokenId }) => tokenId)],
  );
  return moves.filter(({ tokenId }) => rows.some(({ id }) => id === tokenId));
}
