import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { DisconnectOutbox } from './disconnect-outbox.ts';
import { PendingStations } from './pending-stations.ts';
import { recordConnected, recordDisconnected } from './record-station.ts';
import { acceptedStations } from './station-projections.ts';
import { StationRegister } from './station-register.ts';

const connection = { stationId: 'CP-1', version: '2.0.1', address: '127.0.0.1', profile: 0 } as const;

async function openOutbox(unlucky: (ledger: Ledger) => Ledger = (ledger) => ledger) {
  const database = await freshDatabase();
  const nodeId = randomUUID();
  const ledger = await openLedger({ database, node: nodeId, log: silentLog });
  const at = systemClock.now();
  await ledger.commit({ writes: [write(acceptedStations, { id: 'CP-1', at, by: 'test', password: null })] });
  const register = new StationRegister(database.pool);
  const needs = {
    register,
    pendingStations: new PendingStations(),
    clock: systemClock,
    log: silentLog,
    nodeId,
    ledger: unlucky(ledger),
  };
  const outbox = new DisconnectOutbox(needs);
  onTestFinished(async () => {
    await outbox.close();
    await ledger.close();
    await database[Symbol.asyncDispose]();
  });
  const link = async () => {
    const { rows } = await database.pool.query<{ link_node: string | null; offline_reason: string | null }>(
      'select link_node, offline_reason from station',
    );
    return rows[0];
  };
  return { outbox, needs, link, nodeId };
}

/** Fails the first commits, whatever for. */
function failing(times: number, error: Error) {
  let left = times;
  return (ledger: Ledger): Ledger => ({
    ...ledger,
    commit: (entry) => {
      left -= 1;
      return left >= 0 ? Promise.reject(error) : ledger.commit(entry);
    },
  });
}

test('an end that could not be written is written later, whatever was wrong', async () => {
  const { outbox, link } = await openOutbox(
    failing(2, Object.assign(new Error('deadlock detected'), { code: '40P01' })),
  );
  await outbox.left({ stationId: 'CP-1', epoch: 0, reason: 'no-answer' });
  await expect.poll(link, { timeout: 5_000 }).toMatchObject({ offline_reason: 'no-answer' });
});

test('a station that returned while its end was on its way stays online', async () => {
  const { outbox, needs, link, nodeId } = await openOutbox(failing(1, new Error('lost')));
  const leaving = outbox.left({ stationId: 'CP-1', epoch: 1, reason: 'no-answer' });
  outbox.returned('CP-1', 2);
  await leaving;
  await recordConnected(needs, { ...connection, epoch: 2 });
  await outbox.catchUp();
  expect(await link()).toEqual({ link_node: nodeId, offline_reason: null });
});

test('the late end of an old connection does not end the new one', async () => {
  const { needs, link, nodeId } = await openOutbox();
  await recordConnected(needs, { ...connection, epoch: 1 });
  await Promise.all([
    recordConnected(needs, { ...connection, epoch: 2 }),
    recordDisconnected(needs, { stationId: 'CP-1', epoch: 1, reason: 'no-answer' }, new Date()),
  ]);
  await recordDisconnected(needs, { stationId: 'CP-1', epoch: 1, reason: 'no-answer' }, new Date());
  expect(await link()).toEqual({ link_node: nodeId, offline_reason: null });
});

test('a connection that begins and ends within one batch has ended', async () => {
  const { needs, link } = await openOutbox();
  await Promise.all([
    recordConnected(needs, { ...connection, epoch: 1 }),
    recordDisconnected(needs, { stationId: 'CP-1', epoch: 1, reason: 'closed-by-station' }, new Date()),
  ]);
  expect(await link()).toEqual({ link_node: null, offline_reason: 'closed-by-station' });
});
