import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/contract/access/driver.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { connectAnswering } from '../support/answering-station.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];
const connectAll = ({ addresses }: TestSigec) =>
  Promise.all(versions.map((version) => connectAnswering(addresses.ocpp, { stationId: `CACHE-${version}`, version })));

test('whoever was forgotten just before the end leaves the caches of stations after the next start', async () => {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-'));
  opened.defer(() => rm(dataDir, { recursive: true }));
  const same = { DATABASE_URL: database.url, DATA_DIR: dataDir, OCPP_UNKNOWN_STATIONS: 'accept' };

  // Nobody is there to tell the stations: what is left to do is what stands in the books.
  const before = await startSigec({ ...same, STATIONS_IN_SYNC: 'off' });
  const connected = await connectAll(before);
  const driver = await before.api.post<Driver>('/api/drivers', { name: 'Ana' });
  await before.api.post('/api/tokens', { value: 'E7A9C0DE51B2', driverId: driver.id });
  await before.api.post(`/api/drivers/${driver.id}/forget`);
  expect(connected.flatMap(({ asked }) => asked)).toEqual([]);
  for (const station of connected) await station[Symbol.asyncDispose]();
  await before[Symbol.asyncDispose]();

  const after = opened.use(await startSigec({ ...same, STATIONS_IN_SYNC: 'on' }));
  const clears = async () => {
    const { rows } = await database.pool.query('select from cache_to_clear');
    return rows.length;
  };
  for (const station of await connectAll(after)) {
    opened.use(station);
    await expect
      .poll(() => station.asked.filter(({ action }) => action === 'ClearCache'), { timeout: 20_000 })
      .toHaveLength(1);
  }
  await expect.poll(clears).toBe(0);
});
