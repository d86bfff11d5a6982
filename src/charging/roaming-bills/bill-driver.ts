import type { Pool } from 'pg';
import { minorText } from '#base/currency.ts';
import type { Cost } from '#contract/billing/cost.ts';
import { type Entry, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { itemEvents } from '#money/payments/item-events.ts';
import { foundItems, type OpenItem } from '#money/payments/open-items.ts';
import { billEntries, type EntryRow } from '../billing/bill-store.ts';
import { bookOnCards, cardMoves, onPrepaid } from '../billing/book-cards.ts';
import { moneyOfBill } from '../billing/money-of-bill.ts';
import { amountOf, minorDigits, unitsOf } from '../decimal.ts';
import { minorAmounts } from './money-of-record.ts';
import type { PartnerRecord } from './partner-record.ts';
import { settledDue } from './roaming-bill-store.ts';

export type DriverBilling = {
  pool: Pool;
  hashToken(token: string): string;
  timeZone: string;
  /** What drivers pay above the partner's price, in percent. */
  marginPercent: number;
};

/**
 * What a record of a partner is to the driver: an entry of their bills, at the partner's price and a margin; a credit takes the same entry
 * back. Where it is nobody's, a person hears of it. Null: it has to wait.
 */
export async function billDriver(needs: DriverBilling, record: PartnerRecord, at: Date): Promise<Entry | null> {
  if (record.isDisputed) return null;
  const due = write(settledDue, { partnerId: record.partnerId, recordId: record.id });
  if (record.creditOf !== null) {
    const credited = await readBilled(needs.pool, record.partnerId, record.creditOf);
    // Nobody was billed for what is taken back, and nobody will be.
    if (credited === undefined) return { writes: [due] };
    if (credited === 'waiting')
      return { writes: [due, write(settledDue, { partnerId: record.partnerId, recordId: record.creditOf })] };
    const booked = { ...credited, amount: -credited.amount, tax: -credited.tax, cost: null };
    return booking(needs, { record, at, booked, reason: `takes back ${record.creditOf}` }, [due]);
  }
  const holder = await findHolder(needs, record);
  if ('item' in holder)
    return {
      events: await itemEvents(needs.pool, [holder.item], at),
      writes: [write(foundItems, { item: holder.item, at }), due],
    };
  const { currency } = record;
  const { gross, taxes } = minorAmounts(record, 100n + BigInt(needs.marginPercent));
  const perMinor = 10n ** BigInt(4 - minorDigits(currency));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  const booked = { ...holder, amount: gross * perMinor, tax: tax * perMinor, cost: costOf(record, { gross, taxes }) };
  return booking(needs, { record, at, booked, reason: null }, [due]);
}

type Holder = { tokenHash: string | null; driverId: string | null };
type Booked = Holder & Pick<EntryRow, 'amount' | 'tax' | 'cost'>;

async function booking(
  { pool, timeZone }: DriverBilling,
  { record, at, booked, reason }: { record: PartnerRecord; at: Date; booked: Booked; reason: string | null },
  after: Entry['writes'] & {},
): Promise<Entry> {
  const { partnerId, id: recordId, currency, startedAt, energyWh, place } = record;
  const { tokenHash, driverId, amount, tax, cost } = booked;
  const entry: EntryRow = {
    id: uuidv7(at),
    sessionId: null,
    stationId: place,
    reservationId: null,
    tokenHash,
    kind: 'roaming',
    at,
    currency,
    amount,
    tax,
    tariffId: null,
    tariffVersion: null,
    reason,
    principal: null,
    cost,
    place: { siteId: null, timeZone, driverId },
    record: { partnerId, recordId, startedAt, energyMwh: Math.round(energyWh * 1_000) },
  };
  const moves = await onPrepaid(pool, cardMoves(amount, { tokenHash, known: undefined }));
  const cards = bookOnCards(moves, { about: { recordId }, stationId: null, entryId: entry.id, currency, at });
  const sums = { amount: amountOf(amount, currency), tax: amountOf(tax, currency), currency };
  return {
    events: [
      {
        kind: 'roaming-billed',
        stationId: null,
        key: `roaming-bill:${partnerId}:${recordId}`,
        happenedAt: at,
        body: { partnerId, cdrId: recordId, entryId: entry.id, place, ...sums },
      },
      ...cards.events,
    ],
    writes: [write(billEntries, entry), ...moneyOfBill(entry, { cost, moves }), ...cards.writes, ...after],
  };
}

/** Who charged, as far as they were allowed to: a partner may ask us, or go by the list of our tokens that it keeps. */
async function findHolder(
  { pool, hashToken }: DriverBilling,
  record: PartnerRecord,
): Promise<Holder | { item: OpenItem }> {
  const { partnerId, id, currency, tokenUid, startedAt } = record;
  const unbilled = (details: string): { item: OpenItem } => ({
    item: {
      key: `unbilled-record:${partnerId}:${id}`,
      kind: 'unbilled-record',
      paymentId: null,
      provider: null,
      movementId: id,
      currency,
      amount: minorAmounts(record).gross,
      details,
    },
  });
  const tokenHash = tokenUid === null ? null : hashToken(tokenUid);
  const { rows } = await pool.query<{ driverId: string | null; wasAllowed: boolean }>(
    `select driver_id as "driverId",
       not (is_blocked and changed_at <= $2) and coalesce(valid_from <= $2, true) and coalesce(expires_at > $2, true) as "wasAllowed"
     from token where id = $1`,
    [tokenHash, startedAt],
  );
  const [token] = rows;
  if (token === undefined)
    return unbilled('A partner charged for a token that is not ours: nobody is billed; dispute the record.');
  if (!token.wasAllowed)
    return unbilled('The token was blocked or not valid when the session began: nobody is billed; dispute the record.');
  return { tokenHash, driverId: token.driverId };
}

async function readBilled(pool: Pool, partnerId: string, recordId: string): Promise<Booked | 'waiting' | undefined> {
  const { rows } = await pool.query<Holder & { amount: string | null; tax: string }>(
    `select token_hash as "tokenHash", driver_id as "driverId", amount::text as amount, tax::text as tax
     from bill_entry where partner_id = $1 and record_id = $2
     union all select null, null, null, '0' from roaming_bill_due where partner_id = $1 and record_id = $2`,
    [partnerId, recordId],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const { amount, tax, ...holder } = found;
  return amount === null ? 'waiting' : { ...holder, amount: unitsOf(amount), tax: unitsOf(tax), cost: null };
}

/** For the bill and the invoice: what was charged, and each tax by its name. */
function costOf(
  { currency }: PartnerRecord,
  { gross, taxes }: { gross: bigint; taxes: readonly { name: string; amount: bigint }[] },
): Cost {
  const text = (minor: bigint) => minorText(minor, currency);
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  const line = { row: null, quantity: null, unit: null, price: null, from: null, to: null };
  return {
    currency,
    lines: [
      { ...line, kind: 'energy', name: null, amount: text(gross - tax) },
      ...taxes.map(({ name, amount }) => ({ ...line, kind: 'tax' as const, name, amount: text(amount) })),
    ],
    net: text(gross - tax),
    tax: text(tax),
    total: text(gross),
  };
}
