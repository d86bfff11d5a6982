import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { isOvertaken, type Ledger, write } from '#ledger/ledger-types.ts';
import { postMoney } from '#money/ledger/post-money.ts';
import { itemEvents } from '#money/payments/item-events.ts';
import { foundItems, overItems } from '#money/payments/open-items.ts';
import { unitsOf } from '../decimal.ts';
import { readRows } from '../rows.ts';
import { type TerminalPayment, takingOf } from './terminal-takings.ts';

type Needs = Duty & { pool: Pool; ledger: Pick<Ledger, 'commit'>; clock: Clock; log: Log; everyMs?: number };

const maxAtOnce = 100;
/** A session that was settled is billed a moment later, or is not known here at all. */
const billPatienceMinutes = 30;

/**
 * What terminals of stations have taken is booked and compared with the bill. It is found in the tables, after a crash as before; a bill that
 * changes later is compared again.
 */
export function bookTerminals({ pool, ledger, clock, log, isKeeper, everyMs = 5_000 }: Needs) {
  async function run(): Promise<number> {
    const at = clock.now();
    const found = await readDue(pool, at);
    for (const { total, bookedAmount, bookedParty, ...row } of found)
      try {
        const booked = bookedParty === null ? null : { amount: BigInt(bookedAmount ?? '0'), party: bookedParty };
        const { transaction, items, over } = takingOf({ ...row, total: unitsOf(total ?? '0'), booked }, at);
        await ledger.commit({
          events: await itemEvents(pool, items, at),
          writes: [
            ...postMoney(transaction === null ? [] : [transaction]),
            ...items.map((item) => write(foundItems, { item, at })),
            ...over.map((key) => write(overItems, { key, at })),
          ],
        });
        await noteCompared(pool, row, at);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        if (isOvertaken(error)) continue; // somebody else has booked it: it is compared next time
        log.error({ stationId: row.stationId, err: asError(error) }, 'what a terminal took could not be booked');
      }
    return found.length;
  }
  const booking = every({ task: 'book what terminals took', everyMs, log, only: isKeeper, run });
  return { run, close: () => booking.close() };
}

type Due = Omit<TerminalPayment, 'total' | 'booked'> & {
  total: string | null;
  bookedAmount: string | null;
  bookedParty: string | null;
};

/** One row for each payment: what was settled counts more than what was not, and the first settlement more than another one. */
async function readDue(pool: Pool, now: Date): Promise<Due[]> {
  return readRows<Due>(
    pool,
    `with told as (
       select distinct on (settlement.station_id, settlement.psp_ref) settlement.station_id, settlement.psp_ref, settlement.status,
         settlement.amount::text as amount, coalesce(settlement.session_ref, payment.session_ref) as session_ref, settlement.received_at,
         min(settlement.compared_at) over of_payment as compared_at, bool_or(settlement.compared_at is null) over of_payment as is_new
       from settlement left join payment using (station_id, psp_ref)
       where settlement.received_at > $1::timestamptz - interval '90 days'
       window of_payment as (partition by settlement.station_id, settlement.psp_ref)
       order by settlement.station_id, settlement.psp_ref, settlement.status <> 'settled', settlement.received_at,
         settlement.id)
     select told.station_id, told.psp_ref, told.status, told.amount, coalesce(bill.currency, booked.currency, site.currency) as currency,
       bill.session_id, bill.total::text as total, booked.amount as booked_amount, booked.party as booked_party
     from told
     left join session on session.station_id = told.station_id and session.ref = told.session_ref
     left join bill on bill.session_id = session.id
     left join station_place on station_place.station_id = told.station_id
     left join site on site.id = station_place.site_id
     left join lateral (
       select (-money_posting.amount)::text as amount, money_posting.party, currency
       from money_transaction join money_posting on transaction_id = money_transaction.id
       where cites_kind = 'settlement' and cites_id = told.psp_ref and starts_with(key, 'terminal:' || told.station_id || ':')
         and money_posting.amount < 0 order by money_transaction.at desc, money_transaction.id desc limit 1) as booked on true
     where (told.is_new or bill.updated_at > told.compared_at)
       and (bill.session_id is not null or told.received_at < $1::timestamptz - $3 * interval '1 minute')
       and coalesce(bill.currency, booked.currency, site.currency) is not null
     order by told.received_at limit $2`,
    [now, maxAtOnce, billPatienceMinutes],
  );
}

async function noteCompared(
  pool: Pool,
  { stationId, pspRef }: Pick<Due, 'stationId' | 'pspRef'>,
  at: Date,
): Promise<void> {
  await pool.query('update settlement set compared_at = $3 where station_id = $1 and psp_ref = $2', [
    stationId,
    pspRef,
    at,
  ]);
}
