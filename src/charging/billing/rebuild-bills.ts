import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { transaction } from '#database/in-transaction.ts';
import { readPricedSessionsById } from '../tariffs/priced-session.ts';
import { readPriceSnapshot } from '../tariffs/read-price-snapshot.ts';
import { type KeptBill, readBills } from './bill-store.ts';
import { type ComputedRow, computeRow } from './compute-row.ts';

export type BillRebuild = {
  isCheck: boolean;
  signal: AbortSignal;
};

export type BillRebuildReport = {
  bills: number;
  /** Bills that say something else than their session comes to. They are billed again, by an adjustment. */
  different: number;
  /** Bills whose sums are not those of their entries. The entries are right: they are never changed. */
  wrongSums: number;
  /** Ended sessions that are neither billed nor due. */
  missing: number;
  examples: { sessionId: string; what: 'different' | 'wrong-sums' | 'missing' }[];
};

const billsPerRead = 500;
const maxExamples = 20;

/** L8: calculates every bill again from the ledger and compares; unless it is a check, what differs becomes due. */
export async function rebuildBills(
  { pool, clock }: { pool: Pool; clock: Clock },
  { isCheck, signal }: BillRebuild,
): Promise<BillRebuildReport> {
  const report: BillRebuildReport = { bills: 0, different: 0, wrongSums: 0, missing: 0, examples: [] };
  const found = (what: BillRebuildReport['examples'][number]['what'], sessionIds: readonly string[]) => {
    const room = maxExamples - report.examples.length;
    report.examples.push(...sessionIds.slice(0, Math.max(0, room)).map((sessionId) => ({ sessionId, what })));
    return sessionIds.length;
  };
  for (let after = firstId; ; ) {
    signal.throwIfAborted();
    const ids = await readBilledIds(pool, after);
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    const suspected = await differing({ pool, clock }, ids);
    // A session that changed meanwhile is due, or billed by now.
    const different = await differing({ pool, clock }, await withoutDue(pool, suspected));
    report.bills += ids.length;
    report.different += found('different', different);
    if (!isCheck) await makeDue(pool, different);
  }
  const wrong = await readWrongSums(pool);
  report.wrongSums = found('wrong-sums', wrong);
  if (!isCheck) await setSums(pool, wrong);
  const missing = await readMissing(pool);
  report.missing = found('missing', missing);
  if (!isCheck) await makeDue(pool, missing);
  return report;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Those that are due will be calculated anyway. */
async function readBilledIds(pool: Pool, after: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select session_id as id from bill where session_id > $1 and not exists (select from bill_due where session_id = bill.session_id)
     order by session_id limit ${billsPerRead}`,
    [after],
  );
  return rows.map(({ id }) => id);
}

async function withoutDue(pool: Pool, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as given (id) where not exists (select from bill_due where session_id = given.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

async function differing(needs: { pool: Pool; clock: Clock }, ids: readonly string[]): Promise<string[]> {
  const [sessions, bills, book] = await Promise.all([
    readPricedSessionsById(needs.pool, ids),
    readBills(needs.pool, ids),
    readPriceSnapshot(needs.pool),
  ]);
  const different: string[] = [];
  for (const session of sessions) {
    const known = bills.get(session.id);
    if (known === undefined || session.state === 'running') continue; // it is billed when it has ended
    const { row } = await computeRow(needs, { session, known, book, place: known });
    if (!isAlike(known, row)) different.push(session.id);
  }
  return different;
}

/** All that follows from the session. Site and clock stay as they were; who has the token now is another matter. */
const compared = [
  'stationId',
  'evseId',
  'tokenHash',
  'tariffId',
  'tariffVersion',
  'currency',
  'computed',
  'computedTax',
  'energyMwh',
  'startedAt',
  'endedAt',
] as const;

function isAlike(known: KeptBill, now: ComputedRow): boolean {
  return compared.every((name) => known[name]?.valueOf() === now[name]?.valueOf()); // times by their moment
}

const sums = `
  select session_id, coalesce(sum(amount), 0) as total, coalesce(sum(bill_entry.tax), 0) as tax,
    coalesce(sum(amount) filter (where kind = 'correction'), 0) as corrected,
    (count(*) filter (where kind <> 'correction'))::integer as booked
  from bill left join bill_entry using (session_id) group by session_id`;

async function readWrongSums(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select bill.session_id as id from bill join (${sums}) as summed using (session_id)
     where (bill.total, bill.tax, bill.corrected, bill.booked)
       is distinct from (summed.total, summed.tax, summed.corrected, summed.booked)`,
  );
  return rows.map(({ id }) => id);
}

/** A booking may be under way: whoever holds the bill has written its entry too, so the sums are read once it is ours. */
async function setSums(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction(pool, async (client) => {
    await client.query('select from bill where session_id = any($1::uuid[]) order by session_id for update', [ids]);
    await client.query(
      `update bill set total = summed.total, tax = summed.tax, corrected = summed.corrected, booked = summed.booked
       from (${sums}) as summed where bill.session_id = summed.session_id and bill.session_id = any($1::uuid[])`,
      [ids],
    );
  });
}

async function readMissing(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from session where state = 'ended' and not exists (select from bill where session_id = session.id)
       and not exists (select from bill_due where session_id = session.id)`,
  );
  return rows.map(({ id }) => id);
}

async function makeDue(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query(
    `insert into bill_due (session_id, due_at) select id, clock_timestamp() from unnest($1::uuid[]) as given (id)
     on conflict (session_id) do update set due_at = excluded.due_at`,
    [ids],
  );
}
