import type { Pool } from 'pg';
import type { BillEntry } from '#contract/billing/bill.ts';
import type { Cost } from '#contract/billing/cost.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { unitsOf } from '../decimal.ts';
import { putRows, recordset } from '../rows.ts';
import { keptAmount } from './amounts.ts';

/** The bill of a session as it is stored. Sums are in ten-thousandths of the currency. */
export type KeptBill = {
  sessionId: string;
  stationId: string;
  evseId: number | null;
  siteId: string | null;
  timeZone: string;
  tokenHash: string | null;
  driverId: string | null;
  groupId: string | null;
  tariffId: string | null;
  tariffVersion: number | null;
  tariffReason: string | null;
  startedAt: Date;
  endedAt: Date;
  energyMwh: number;
  currency: string | null;
  total: bigint;
  tax: bigint;
  computed: bigint;
  computedTax: bigint;
  corrected: bigint;
  booked: number;
  eventCount: number;
};

export type BillRow = Omit<KeptBill, 'total' | 'tax' | 'corrected' | 'booked'> & {
  addedTotal: bigint;
  addedTax: bigint;
  addedEntries: number;
  updatedAt: Date;
};

/** Sums are added to, never set: a correction may be booked in the same moment. */
export const bills: Projection<BillRow> = {
  name: 'bills',
  isIndependent: true,
  identity: ({ sessionId }) => sessionId,
  merge: (earlier, later) => ({
    ...later,
    addedTotal: earlier.addedTotal + later.addedTotal,
    addedTax: earlier.addedTax + later.addedTax,
    addedEntries: earlier.addedEntries + later.addedEntries,
  }),
  async write(client, rows) {
    const given = recordset(rows.map(inColumns));
    await Promise.all([client.query(updateText, [given]), client.query(insertText, [given])]);
  },
};

const columns =
  `session_id, station_id, evse_id, site_id, time_zone, token_hash, driver_id, group_id, tariff_id, tariff_version,
  tariff_reason, started_at, ended_at, energy_mwh, currency, total, tax, computed, computed_tax, booked, event_count, updated_at`
    .split(',')
    .map((name) => name.trim());
const added = ['total', 'tax', 'booked'];
const updateText = `
  update bill set ${columns
    .slice(1)
    .map((name) => (added.includes(name) ? `${name} = bill.${name} + given.${name}` : `${name} = given.${name}`))
    .join(', ')}
  from jsonb_populate_recordset(null::bill, $1::jsonb) as given where bill.session_id = given.session_id`;
/** Not by a conflict of keys: what an adjustment adds may be below zero, which a row of its own must not be. */
const insertText = `
  insert into bill (${columns.join(', ')}) select ${columns.map((name) => `given.${name}`).join(', ')}
  from jsonb_populate_recordset(null::bill, $1::jsonb) as given
  where not exists (select from bill where bill.session_id = given.session_id)`;

function inColumns({ addedTotal, addedTax, addedEntries, computed, computedTax, ...row }: BillRow) {
  return {
    ...row,
    total: keptAmount(addedTotal),
    tax: keptAmount(addedTax),
    computed: keptAmount(computed),
    computedTax: keptAmount(computedTax),
    booked: addedEntries,
  };
}

export type EntryRow = {
  id: string;
  sessionId: string | null;
  stationId: string;
  reservationId: number | null;
  tokenHash: string | null;
  kind: 'charge' | 'adjustment' | 'correction' | 'reservation' | 'roaming';
  at: Date;
  currency: string;
  amount: bigint;
  tax: bigint;
  tariffId: string | null;
  tariffVersion: number | null;
  reason: string | null;
  principal: string | null;
  cost: Cost | null;
  /** For a reservation: the site of its station and the driver of its token. For a session the bill holds both. */
  place?: { siteId: string | null; timeZone: string; driverId: string | null } | undefined;
  /** Of a record of a roaming partner. */
  record?: { partnerId: string; recordId: string; startedAt: Date; energyMwh: number } | undefined;
};

/** Rows are only added, never changed. */
export const billEntries: Projection<EntryRow> = {
  name: 'bill entries',
  isIndependent: true,
  identity: ({ id }) => id,
  write: (client, rows) =>
    putRows(
      client,
      { table: 'bill_entry' },
      rows.map(({ amount, tax, place, record, ...row }) => ({
        ...row,
        ...place,
        ...record,
        amount: keptAmount(amount),
        tax: keptAmount(tax),
      })),
    ),
};

export type CorrectionRow = { entryId: string; sessionId: string; amount: bigint; tax: bigint; at: Date };

/** The table itself refuses a sum below zero: two corrections at once cannot give back more than there is. */
export const correctedBills: Projection<CorrectionRow> = {
  name: 'corrected bills',
  isIndependent: true,
  identity: ({ entryId }) => entryId,
  async write(client, rows) {
    for (const { sessionId, amount, tax, at } of rows) {
      await client.query(
        `update bill set total = total + $2, tax = tax + $3, corrected = corrected + $2, updated_at = $4 where session_id = $1`,
        [sessionId, keptAmount(amount), keptAmount(tax), at],
      );
    }
  },
};

export type CreditRow = { tokenId: string; entryId: string; amount: bigint };

/** Takes the payment from a prepaid card. The card may go below zero, so that a later refund is what it paid. */
export const bookedCredits: Projection<CreditRow> = {
  name: 'booked credits',
  isIndependent: true,
  identity: ({ entryId, tokenId }) => `${entryId}\n${tokenId}`,
  async write(client, rows) {
    await client.query(
      `update token set credit = token.credit - booked.amount
       from (select token_id, sum(amount) as amount from unnest($1::text[], $2::numeric[]) as given (token_id, amount)
         group by token_id) as booked
       where token.id = booked.token_id and token.credit is not null`,
      [rows.map(({ tokenId }) => tokenId), rows.map(({ amount }) => keptAmount(amount))],
    );
  },
};

type Sums = 'total' | 'tax' | 'computed' | 'computedTax' | 'corrected' | 'energyMwh';
type StoredBill = Omit<KeptBill, Sums> & Record<Sums, string>;

export async function readBills(pool: Pool, sessionIds: readonly string[]): Promise<Map<string, KeptBill>> {
  const { rows } = await pool.query<StoredBill>(
    `select session_id as "sessionId", station_id as "stationId", evse_id as "evseId", site_id as "siteId", time_zone as "timeZone",
       token_hash as "tokenHash", driver_id as "driverId", group_id as "groupId", tariff_id as "tariffId",
       tariff_version as "tariffVersion", tariff_reason as "tariffReason", started_at as "startedAt", ended_at as "endedAt",
       energy_mwh::text as "energyMwh", currency, total::text as total, tax::text as tax, computed::text as computed,
       computed_tax::text as "computedTax", corrected::text as corrected, booked, event_count as "eventCount"
     from bill where session_id = any($1::uuid[])`,
    [sessionIds],
  );
  return new Map(
    rows.map((row) => [
      row.sessionId,
      {
        ...row,
        energyMwh: Number(row.energyMwh),
        total: unitsOf(row.total),
        tax: unitsOf(row.tax),
        computed: unitsOf(row.computed),
        computedTax: unitsOf(row.computedTax),
        corrected: unitsOf(row.corrected),
      },
    ]),
  );
}

type StoredEntry = Omit<BillEntry, 'at' | 'kind'> & { at: Date; kind: BillEntry['kind']; currency: string };

export async function readEntries(pool: Pool, sessionId: string): Promise<StoredEntry[]> {
  const { rows } = await pool.query<StoredEntry>(
    `select id, kind, at, currency, amount::text as amount, tax::text as tax, reason, principal, cost
     from bill_entry where session_id = $1 order by id`,
    [sessionId],
  );
  return rows;
}
