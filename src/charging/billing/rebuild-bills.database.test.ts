import { expect, test } from 'vitest';
import { begin, billedStation, end, event, patience } from '../../../test/support/billed-station.ts';
import { rebuildBills } from './rebuild-bills.ts';

const { door, idOf, post, record, price, untilBilled, rows } = billedStation();

function rebuild(isCheck: boolean) {
  const { database, clock } = door();
  return rebuildBills({ pool: database.pool, clock }, { isCheck, signal: new AbortController().signal });
}

test('L8: bills come out equal when they are calculated again; what differs is found and made due', async () => {
  await price({ prices: [{ perKwh: '0.5', perIdleMinute: '0.1' }], taxes: [{ name: 'VAT', percent: '19' }] });
  for (const ref of ['S-1', 'S-2', 'S-3', 'S-4'])
    await record(begin(1000, { ref }), event(1, 4000, { ref }), end(9, 5000, { ref }));
  await post(`/api/tariffs`, { id: 'other', currency: 'EUR', perKwh: '3' });
  await untilBilled({ state: 'final' }, 'S-4');
  await expect.poll(() => rows('bill_due'), patience).toEqual([]);
  const { pool } = door().database;
  const equal = { bills: 4, different: 0, wrongSums: 0, missing: 0, examples: [] };
  expect(await rebuild(true)).toEqual(equal);
  await door().charging.close(); // nobody else puts it right
  await pool.query('update bill set computed = computed + 1 where session_id = $1', [await idOf('S-1')]);
  await pool.query('update bill set total = total + 1 where session_id = $1', [await idOf('S-2')]);
  await pool.query('delete from bill where session_id = $1', [await idOf('S-3')]);
  const wrong = { bills: 3, different: 1, wrongSums: 1, missing: 1 };
  expect(await rebuild(true)).toMatchObject(wrong);
  expect(await rows('bill_due')).toEqual([]); // a check writes nothing
  expect(await rebuild(false)).toMatchObject(wrong);
  expect(await rebuild(true)).toMatchObject({ different: 0, wrongSums: 0, missing: 0 });
  expect(await rows('bill_due')).toHaveLength(2);
});

test('L8: a bill that tells of another driver, place, tariff or time than its session differs too', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(9, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  await expect.poll(() => rows('bill_due'), patience).toEqual([]);
  await door().charging.close();
  const { pool } = door().database;
  const wrongs = [
    `token_hash = 'tok_x'`,
    'evse_id = 7',
    `station_id = 'CP-2'`,
    `started_at = started_at - interval '1 hour'`,
    `ended_at = ended_at + interval '1 second'`,
    'tariff_version = null',
    `currency = 'USD'`,
  ];
  const [right] = await rows('bill');
  const missed: string[] = [];
  for (const wrong of wrongs) {
    await pool.query(`update bill set ${wrong}`);
    if ((await rebuild(true)).different !== 1) missed.push(wrong);
    await pool.query('delete from bill');
    await pool.query('insert into bill select * from jsonb_populate_record(null::bill, $1::jsonb)', [right]);
  }
  expect(missed).toEqual([]);
  expect(await rebuild(true)).toMatchObject({ different: 0 });
});

test('L8: a correction that is booked while sums are put right is in them', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(9, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  await expect.poll(() => rows('bill_due'), patience).toEqual([]);
  const { pool } = door().database;
  await pool.query('update bill set total = 7');
  const booking = await pool.connect();
  try {
    await booking.query('begin');
    await booking.query(
      `insert into bill_entry (session_id, station_id, kind, at, currency, amount, tax)
       select session_id, station_id, 'correction', now(), currency, -0.5, 0 from bill`,
    );
    await booking.query('update bill set total = total - 0.5, corrected = corrected - 0.5');
    const rebuilt = rebuild(false);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount, patience).toBe(1);
    await booking.query('commit');
    expect(await rebuilt).toMatchObject({ wrongSums: 1 });
  } finally {
    booking.release();
  }
  expect((await rows('bill')).map(({ total, corrected }) => [Number(total), Number(corrected)])).toEqual([[1.5, -0.5]]);
  expect(await rebuild(true)).toMatchObject({ wrongSums: 0 });
});
