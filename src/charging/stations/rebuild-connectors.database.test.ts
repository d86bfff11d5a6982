import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { write } from '#ledger/ledger-types.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { PendingStations } from './pending-stations.ts';
import { rebuildConnectors } from './rebuild-connectors.ts';
import { recordConnectorStatus } from './record-station.ts';
import { acceptedStations } from './station-projections.ts';
import { StationRegister } from './station-register.ts';

const signal = new AbortController().signal;

test('connectors are what their reports say, also of reports that shared a commit; what differs is put right', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const nodeId = randomUUID();
  const ledger = await openLedger({ database, node: nodeId, log: silentLog });
  const at = systemClock.now();
  for (const id of ['CP-1', 'CP-2'])
    await ledger.commit({ writes: [write(acceptedStations, { id, at, by: 'test', password: null })] });
  const register = new StationRegister(pool);
  const needs = { register, pendingStations: new PendingStations(), clock: systemClock, nodeId, ledger };
  const report = (stationId: string, status: 'available' | 'occupied', minute: number) =>
    recordConnectorStatus(needs, {
      stationId,
      evseId: 1,
      connectorId: 1,
      status,
      activity: null,
      reason: null,
      at: new Date(Date.UTC(2026, 2, 1, 8, minute)),
    });
  await report('CP-1', 'available', 0);
  await report('CP-1', 'available', 1);
  // Between two looks it was occupied: it has been available since then only.
  await Promise.all([report('CP-1', 'occupied', 2), report('CP-1', 'available', 3)]);
  await report('CP-2', 'occupied', 4);
  await report('CP-2', 'occupied', 5);
  await ledger.close();

  expect(await rebuildConnectors(database, { isCheck: true, signal })).toMatchObject({ connectors: 2, different: 0 });
  const { rows } = await pool.query(`select changed_at from connector order by station_id`);
  expect(rows).toEqual([3, 4].map((minute) => ({ changed_at: new Date(Date.UTC(2026, 2, 1, 8, minute)) })));

  await pool.query(`update connector set status = 'faulted' where station_id = 'CP-1'`);
  await pool.query(`delete from connector where station_id = 'CP-2'`);
  await pool.query(
    `insert into connector (station_id, evse_id, connector_id, status, changed_at) values ('CP-2', 9, 9, 'available', now())`,
  );
  const found = await rebuildConnectors(database, { isCheck: true, signal });
  expect(found).toMatchObject({
    different: 3,
    written: 0,
    examples: [{ stationId: 'CP-1' }, { stationId: 'CP-2' }, {}],
  });
  expect(await rebuildConnectors(database, { isCheck: false, signal })).toMatchObject({ written: 3 });
  expect(await rebuildConnectors(database, { isCheck: true, signal })).toMatchObject({ different: 0 });
});
