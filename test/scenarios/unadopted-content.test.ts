import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec } from '../support/sigec.ts';

const filler = (bytes: number) => randomBytes((bytes * 3) / 4).toString('base64');
const stop = (id: string, timestamp: string) =>
  JSON.stringify([2, id, 'StopTransaction', { transactionId: 'none', meterStop: 1, timestamp }]);

test('malformed stops are answered, and what the ledger keeps of a station is bounded', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await connectRaw(sigec.addresses.ocpp, 'WORDY', { protocols: ['ocpp1.6'] });
  await station.ask([2, 'b', 'BootNotification', bootPayload['1.6']]);
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await openDatabase({ url: sigec.databaseUrl, log: silentLog }), (open) => open.close());
  const bytesBefore = await ledgerBytes(database);

  const long = filler(240_000);
  for (let retry = 0; retry < 20; retry += 1)
    expect(await refusal(station, stop(`retry${retry}`, long))).toEqual([4, `retry${retry}`]);
  const { rows: refused } = await database.pool.query(
    `select (body ->> 'bytes')::integer as bytes, length(body ->> 'frame') as kept, length(body ->> 'sha256') as hash
     from event where station_id = 'WORDY' and kind = 'message-refused'`,
  );
  expect(refused).toEqual([{ bytes: stop('retry0', long).length, kept: 8192, hash: 64 }]);

  for (let nth = 0; nth < 200; nth += 1)
    expect(await refusal(station, stop(`other${nth}`, filler(20_000)))).toEqual([4, `other${nth}`]);
  const { rows } = await database.pool.query<{ stored: number; notices: number }>(
    `select sum(length(body ->> 'frame'))::integer as stored, count(*) filter (where 'over-budget' = any (flags))::integer as notices
     from event where station_id = 'WORDY' and kind = 'message-refused'`,
  );
  expect(rows[0]?.stored).toBeGreaterThan(512 * 1024);
  expect(rows[0]?.stored).toBeLessThanOrEqual(1024 ** 2 + 8192);
  expect(rows[0]?.notices).toBe(1);
  const grownBytes = (await ledgerBytes(database)) - bytesBefore;
  console.log(JSON.stringify({ sentBytes: 20 * 240_000 + 200 * 20_000, grownBytes }));
  expect(grownBytes).toBeLessThan(2 * 1024 ** 2);
  expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
}, 120_000);

async function refusal(station: RawStation, frame: string): Promise<unknown[]> {
  return ((await station.ask(frame)) as unknown[]).slice(0, 2);
}

/** What is never cut. */
async function ledgerBytes({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_total_relation_size('event') + pg_total_relation_size('set_aside') as bytes",
  );
  return Number(rows[0]?.bytes);
}
