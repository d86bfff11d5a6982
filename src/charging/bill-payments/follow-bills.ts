import type { Pool } from 'pg';
import { minorDigits } from '#base/currency.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Payments } from '#money/payments/open-payments.ts';
import { unitsOf } from '../decimal.ts';

type Needs = { pool: Pool; log: Log; payments: Pick<Payments, 'settle'>; everyMs?: number };

type Changed = { id: string; receivable: string; sessionId: string; total: string; currency: string };

const maxAtOnce = 100;
/** Few beside all the bills: those are found by their ids, and none of them is looked at where nobody has paid like this. */
const settledText = `
  select id, receivable, cites_id, currency, target, changed_at from money_payment
  where cites_kind = 'bill' and created_at > clock_timestamp() - interval '90 days'`;

/**
 * A payment that was settled to a bill stays settled to it: where the bill has changed since, by a late reading or a correction, what was kept
 * follows. It is found in the tables, so that nobody who changes a bill has to remember it.
 */
export function followBills({ pool, log, payments, everyMs = 15_000 }: Needs) {
  async function run(): Promise<number> {
    const { rows: known } = await pool.query<{ currency: string }>(
      `select distinct currency from (${settledText}) as settled`,
    );
    if (known.length === 0) return 0;
    const digits = Object.fromEntries(known.map(({ currency }) => [currency, minorDigits(currency)]));
    const { rows } = await pool.query<Changed>(
      `select settled.id, receivable, cites_id as "sessionId", total::text as total, currency
       from (${settledText}) as settled join bill using (currency)
       where bill.session_id = cites_id::uuid and target <> total * power(10::numeric, ($1::jsonb ->> currency)::integer)
       order by settled.changed_at limit $2`,
      [JSON.stringify(digits), maxAtOnce],
    );
    for (const { id, receivable, sessionId, total, currency } of rows) {
      const amount = unitsOf(total) / 10n ** BigInt(4 - minorDigits(currency));
      await payments.settle(id, { amount, receivable, cites: { kind: 'bill', id: sessionId } });
    }
    return rows.length;
  }
  const following = every({ task: 'settle payments to their bills', everyMs, log, run });
  return { run, close: () => following.close() };
}
