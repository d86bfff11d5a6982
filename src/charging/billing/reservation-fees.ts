import { asError, SigecError } from '#base/errors.ts';
import { write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { amountOf, unitsOf } from '../decimal.ts';
import { reservationCost } from '../tariffs/cost/session-cost.ts';
import type { PriceSnapshot } from '../tariffs/price-snapshot.ts';
import { whichApplies } from '../tariffs/which-applies.ts';
import { billEntries, type EntryRow } from './bill-store.ts';
import { bookOnCards } from './book-cards.ts';
import { type DueFee, postponeFee, readBookedFee, readDueFees, settledFees } from './fee-due.ts';
import { moneyOfBill } from './money-of-bill.ts';
import type { BillingNeeds } from './open-billing.ts';

const retryMinutes = 10;
const maxAtOnce = 200;
const usedAfterAll = 'It was used after all: its session costs it.';

/**
 * Books what reservations cost that nobody used: those that ran out, and those that were given back late. What turns out to have been
 * used is given back. Each is one commit, and what fails harms no other; throws where the database is away: all is still due.
 */
export async function billReservations(needs: BillingNeeds): Promise<void> {
  const { pool, tariffs, clock } = needs;
  const due = await readDueFees(pool, { now: clock.now(), limit: maxAtOnce });
  if (due.length === 0) return;
  const book = await tariffs.book();
  for (const fee of due) {
    try {
      await billReservation(needs, fee, book);
    } catch (error) {
      if (error instanceof SigecError && error.code === 'DATABASE_AWAY') throw error;
      const { stationId, id } = fee;
      needs.log.error({ stationId, reservationId: id, err: asError(error) }, 'reservation could not be billed');
      await postponeFee(pool, fee, retryMinutes);
    }
  }
}

async function billReservation(needs: BillingNeeds, fee: DueFee, book: PriceSnapshot): Promise<void> {
  const { stationId, id, evseId, tokenId, hasCredit } = fee;
  const settled = write(settledFees, fee);
  const booking = await bookingOf(needs, fee, book);
  if (booking === null) {
    await needs.ledger.commit({ writes: [settled] });
    return;
  }
  const { why, ...sums } = booking;
  const { currency, amount, tax, tariffId, tariffVersion, reason } = sums;
  const now = needs.clock.now();
  const entryId = uuidv7(now);
  const entry: EntryRow = {
    ...sums,
    id: entryId,
    sessionId: null,
    stationId,
    reservationId: id,
    tokenHash: tokenId,
    kind: 'reservation',
    principal: null,
  };
  const isBack = reason !== null;
  const told = { reservationId: id, evseId, tokenId, currency, amount: amountOf(amount, currency) };
  const moves = hasCredit ? [{ tokenId, amount }] : [];
  const cards = bookOnCards(moves, { about: { reservationId: id }, stationId, entryId, currency, at: now });
  await needs.ledger.commit({
    events: [
      {
        kind: isBack ? 'reservation-bill-adjusted' : 'reservation-billed',
        stationId,
        // A reservation is booked once and given back once, whoever does it.
        key: `reservation-bill:${id}${isBack ? ':back' : ''}`,
        happenedAt: now,
        body: { ...told, tax: amountOf(tax, currency), entryId, tariffId, tariffVersion, why, reason },
      },
      ...cards.events,
    ],
    writes: [write(billEntries, entry), ...moneyOfBill(entry, { cost: entry.cost, moves }), settled, ...cards.writes],
  });
}

type FeeBooking = Pick<
  EntryRow,
  'at' | 'currency' | 'amount' | 'tax' | 'tariffId' | 'tariffVersion' | 'reason' | 'cost'
> & {
  place: NonNullable<EntryRow['place']>;
  why: string | null;
};

/** null: what was booked is what it costs. */
function bookingOf(needs: BillingNeeds, fee: DueFee, book: PriceSnapshot): Promise<FeeBooking | null> | null {
  const booked = unitsOf(fee.booked ?? '0');
  if (fee.isOwed) return fee.booked === null ? charged(needs, fee, book) : null;
  return booked === 0n ? null : givenBack(needs, fee, booked);
}

async function charged({ tariffs }: BillingNeeds, fee: DueFee, book: PriceSnapshot): Promise<FeeBooking | null> {
  const { stationId, startsAt, endedAt, driverId } = fee;
  const { siteId, timeZone } = await tariffs.clockOf(stationId);
  const applying = whichApplies(book, { ...fee, siteId, connectorId: null, at: startsAt });
  if (applying === null) return null;
  const { tariffId, version, why } = applying;
  const cost = reservationCost(version.terms, { from: startsAt, to: endedAt });
  const amount = unitsOf(cost.total);
  if (amount === 0n) return null;
  return {
    at: endedAt,
    currency: cost.currency,
    amount,
    tax: unitsOf(cost.tax),
    tariffId,
    tariffVersion: version.version,
    reason: null,
    cost,
    place: { siteId, timeZone, driverId },
    why,
  };
}

/** Now, and not then: a month that was closed stays as it was. */
async function givenBack({ pool, clock }: BillingNeeds, fee: DueFee, booked: bigint): Promise<FeeBooking | null> {
  const first = await readBookedFee(pool, fee);
  if (first === undefined) return null;
  const { currency, tax, tariffId, tariffVersion, siteId, timeZone, driverId } = first;
  return {
    at: clock.now(),
    currency,
    amount: -booked,
    tax: -unitsOf(tax),
    tariffId,
    tariffVersion,
    reason: usedAfterAll,
    cost: null,
    place: { siteId, timeZone, driverId },
    why: null,
  };
}
