import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import type { StationPage } from '../../src/contract/stations/station.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { startFleet } from '../../src/simulator/fleet.ts';
import { type JournalEntry, openJournal, readJournal } from '../../src/simulator/journal.ts';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';

const count = scale({ test: 60, soak: 1000 });
const rounds = scale({ test: 2, soak: 5 });

const victims = {
  'the product': async (sigec: ProductProcess) => {
    await sigec.kill('SIGKILL');
    await sigec.start();
  },
  'the postmaster': async (sigec: ProductProcess) => {
    process.kill(await sigec.postmasterPid(), 'SIGKILL');
  },
};

test.each(Object.entries(victims))(
  `kill -9 of %s while ${count} stations report: every acknowledged boot and status is there afterwards`,
  async (_name, strike) => {
    await using sigec = await ProductProcess.start();
    const journalFile = join(sigec.dataDir, 'journal.jsonl');
    const journal = await openJournal(journalFile);
    const fleet = startFleet({
      url: sigec.ocppUrl,
      count,
      versions: ['1.6', '2.0.1', '2.1'],
      idPrefix: 'K-',
      heartbeatSeconds: 5,
      statusEverySeconds: 1,
      bootsOnReconnect: true,
      backOff: { minimumSeconds: 0.2, randomSeconds: 0.5, doublings: 3 },
      journal,
    });
    await fleet.allAccepted();
    for (let round = 0; round < rounds; round += 1) {
      await reports(journal.counts, count * 2);
      await strike(sigec);
      await allBack(sigec);
    }
    await reports(journal.counts, count);
    await fleet.stop();
    await journal.close();

    const acknowledged = (await readJournal(journalFile)).filter(({ outcome }) => outcome === 'acknowledged');
    await sigec.kill('SIGTERM');
    const missing = await missingIn(sigec.dataDir, acknowledged);
    console.log(JSON.stringify({ acknowledged: acknowledged.length, rounds, missing: missing.length }));
    expect(acknowledged.length).toBeGreaterThan(count * 3);
    expect(missing).toEqual([]);
  },
  scale({ test: 120_000, soak: 600_000 }),
);

/** Waits until so many more reports have been acknowledged. */
async function reports(counts: { acknowledged: number }, more: number): Promise<void> {
  const wanted = counts.acknowledged + more;
  await expect.poll(() => counts.acknowledged, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(wanted);
}

async function allBack(sigec: ProductProcess): Promise<void> {
  const online = () =>
    sigec.get<StationPage>('/api/stations?limit=1').then(
      ({ counts }) => counts.online,
      () => 0,
    );
  await expect.poll(online, { timeout: 60_000, interval: 200 }).toBe(count);
}

/** What the journal holds as acknowledged and the ledger does not. */
async function missingIn(dataDir: string, acknowledged: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ station_id: string; kind: string; fact: string }>(
      `select station_id, kind, case kind
         when 'station-booted' then 'boot'
         else to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as fact
       from event where kind in ('station-booted', 'connector-status')`,
    );
    const held = new Map<string, number>();
    for (const row of rows) bump(held, `${row.station_id} ${row.fact}`, 1);
    return acknowledged.filter((entry) => {
      const fact = `${entry.stationId} ${entry.action === 'BootNotification' ? 'boot' : entry.timestamp}`;
      return bump(held, fact, -1) < 0; // each acknowledged fact uses up one that is held
    });
  } finally {
    await client.end();
    await postgres.stop();
  }
}

function bump(counts: Map<string, number>, name: string, by: number): number {
  const count = (counts.get(name) ?? 0) + by;
  counts.set(name, count);
  return count;
}
