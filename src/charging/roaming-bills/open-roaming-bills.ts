import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { type Duty, every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { StoredKind } from '#contract/event.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { isOvertaken, type Ledger, write } from '#ledger/ledger-types.ts';
import { postMoney } from '#money/ledger/post-money.ts';
import { billDriver, type DriverBilling } from './bill-driver.ts';
import { moneyOfRecord, transactionKey } from './money-of-record.ts';
import type { PartnerRecords, RecordKey, RecordSide } from './partner-record.ts';
import { newDue, readDue } from './roaming-bill-store.ts';

export type RoamingBillNeeds = Duty &
  DriverBilling & {
    pool: Pool;
    ledger: Pick<Ledger, 'commit' | 'follow'>;
    clock: Clock;
    log: Log;
    records: PartnerRecords;
    everyMs?: number;
  };

const sideOf: Partial<Record<string, RecordSide>> = { 'roaming-cdr-made': 'sold', 'roaming-cdr-received': 'bought' };
const recordKinds = new Set(Object.keys(sideOf) as StoredKind[]);
const pageSize = 500;
/** One that waits for a person must not keep others waiting. */
const maxDue = 500;

/**
 * What follows for our books and for our drivers from the records between partners and us. The ledger tells of each; whatever was missed, by a
 * crash or before partners were booked here, is found among all of them.
 */
export function openRoamingBills(needs: RoamingBillNeeds) {
  const { pool, ledger, clock, log, records, isKeeper = () => true, everyMs = 60_000 } = needs;
  const ending = new AbortController();

  async function book(key: RecordKey): Promise<void> {
    const record = await records.find(key);
    if (record === undefined || (record.side === 'sold' && record.sessionId === null)) return;
    const at = clock.now();
    const due =
      record.side === 'bought' ? [write(newDue, { partnerId: record.partnerId, recordId: record.id, dueAt: at })] : [];
    await once(() => ledger.commit({ writes: [...postMoney([moneyOfRecord(record, at)]), ...due] }));
    if (record.side === 'bought') await billOne(key);
  }

  /** One that cannot be booked keeps no other waiting; where the database is away, all of them wait. */
  async function bookOrLeave(key: RecordKey): Promise<void> {
    try {
      await book(key);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ ...key, err: asError(error) }, 'a record of a partner could not be booked');
    }
  }

  async function billOne(key: RecordKey): Promise<void> {
    const record = await records.find(key);
    const entry = record && (await billDriver(needs, record, clock.now()));
    if (entry) await once(() => ledger.commit(entry));
  }

  async function billDue(): Promise<void> {
    for (const { partnerId, recordId: id } of await readDue(pool, maxDue))
      try {
        await billOne({ partnerId, id, side: 'bought' });
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        log.error({ partnerId, cdrId: id, err: asError(error) }, 'a record of a partner could not be billed');
      }
  }

  async function catchUp(): Promise<void> {
    for (let after: string | null = null; !ending.signal.aborted; ) {
      const { keys, next } = await records.list({ after, limit: pageSize });
      const { rows } = await pool.query<{ key: string }>('select key from money_transaction where key = any($1)', [
        keys.map(transactionKey),
      ]);
      const booked = new Set(rows.map(({ key }) => key));
      for (const key of keys) if (!booked.has(transactionKey(key))) await bookOrLeave(key);
      if (next === null) return;
      after = next;
    }
  }

  let hasCaughtUp = false;
  const task = { task: 'bill what partners charged', everyMs, log, only: isKeeper };
  const sweeping = every({
    ...task,
    async run() {
      if (!hasCaughtUp) await catchUp();
      hasCaughtUp = true;
      await billDue();
    },
  });
  const following = (async () => {
    while (!ending.signal.aborted)
      try {
        for await (const { kind, body } of ledger.follow({ signal: ending.signal, kinds: () => recordKinds })) {
          const side = sideOf[kind];
          if (side !== undefined && isKeeper())
            await bookOrLeave({ partnerId: String(body['partnerId']), id: String(body['cdrId']), side });
        }
      } catch (error) {
        if (ending.signal.aborted) return;
        hasCaughtUp = false; // what was told meanwhile is found among all of them
        willRetry(log, 'book what partners charged', error);
        await sweeping.now();
      }
  })();
  void sweeping.now();
  return {
    book,
    billDue,
    catchUp,
    async close(): Promise<void> {
      ending.abort();
      await Promise.all([following, sweeping.close()]);
    },
  };
}

/** Whoever booked it before us has booked the same. */
async function once(commit: () => Promise<unknown>): Promise<void> {
  try {
    await commit();
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
}
