import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { AfterCommit } from '../after-commit.ts';
import { recordConnectorStatus } from '../stations/record-station.ts';
import { openHealth } from './open-health.ts';

const start = new Date('2026-03-01T08:00:00Z').getTime();
const actor = { principal: null, door: 'rest' } as const;
const noReports = { make: () => Promise.reject(new Error('nobody asks for reports here')) };
const all = { state: 'open', limit: 10 } as const;

test('what stations report becomes a finding whose evidence are the events, and outlives a restart', async () => {
  await using house = await openHouse();
  const first = house.open();
  for (let nth = 0; nth < 4; nth += 1) await house.report(nth);
  const { findings } = await first.health.findings(all);
  expect(findings).toMatchObject([
    {
      kind: 'lock-failing',
      stationId: 'CP-1',
      evseId: 2,
      cause: 'lock',
      code: 'ConnectorLockFailure',
      action: 'ask-status',
    },
  ]);
  // Readers see an event once every older transaction of the server has ended.
  const reported = async () =>
    (await house.ledger.read({ kinds: ['connector-status'], limit: 10 })).map(({ id }) => id);
  await expect.poll(reported).toEqual(findings[0]?.evidence.map(({ eventId }) => eventId));
  await first.close();

  const second = house.open();
  await house.report(5);
  expect((await second.health.findings(all)).findings).toHaveLength(1);
  await second.close();
});

test('after a person closed it as a false alarm, the detector begins anew at that place', async () => {
  await using house = await openHouse();
  const { health, close } = house.open();
  for (let nth = 0; nth < 4; nth += 1) await house.report(nth);
  const [found] = (await health.findings(all)).findings;
  await health.close(found?.id ?? '', { verdict: 'false-alarm' }, actor);
  await house.report(6);
  expect(await health.findings(all)).toMatchObject({ open: 0, field: { falseAlarms: 1, precision: 0 } });
  await close();
});

test('what a person closes at one node is not opened again by the node that hears the station', async () => {
  await using house = await openHouse();
  const hearing = house.open();
  const other = house.openElsewhere();
  for (let nth = 0; nth < 4; nth += 1) await house.report(nth);
  const [found] = (await hearing.health.findings(all)).findings;
  await other.health.close(found?.id ?? '', { verdict: 'false-alarm' }, actor);
  const [closed] = await house.eventsOf('finding-closed');
  if (closed === undefined) throw new Error('nothing was closed');
  await hearing.hearClosed(closed);
  await house.report(6);
  expect(await hearing.health.findings(all)).toMatchObject({ open: 0 });
  for (let nth = 7; nth < 11; nth += 1) await house.report(nth);
  expect(await hearing.health.findings(all)).toMatchObject({ open: 1 }); // it begins anew, and is no longer known as open
  await Promise.all([hearing.close(), other.close()]);
});

test('what a node remembers of a station is given up when another one hears it', async () => {
  await using house = await openHouse();
  const [before, after] = [house.open(), house.openElsewhere()];
  for (let nth = 0; nth < 3; nth += 1) await house.report(nth);
  await before.health.findings(all);
  await before.hearConnected({ stationId: 'CP-1', happenedAt: new Date(start + 3 * 3_600_000).toISOString() });
  await house.report(3, after);
  expect(await after.health.findings(all)).toMatchObject({ open: 1 });
  await Promise.all([before.close(), after.close()]);
});

async function openHouse() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  const committed = stack.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  await database.pool.query("insert into station (id) values ('CP-1')");
  let now = start;
  const clock = { now: () => new Date(now) };
  const nodeOver = (afterCommit: AfterCommit) => {
    const ledger = afterCommit.over(committed);
    return {
      ledger,
      open() {
        const opened = openHealth({ pool: database.pool, ledger, clock, log: silentLog, reports: noReports });
        opened.listen(afterCommit);
        return { ...opened, ledger };
      },
    };
  };
  const { ledger, open } = nodeOver(new AfterCommit());
  return {
    ledger,
    open,
    /** At another node. */
    openElsewhere: () => nodeOver(new AfterCommit()).open(),
    /** Readers see an event once every older transaction of the server has ended. */
    async eventsOf(kind: 'finding-closed') {
      const read = () => committed.read({ kinds: [kind], limit: 10 });
      await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
      return read();
    },
    async report(hours: number, at: { ledger: typeof ledger } = { ledger }) {
      now = start + hours * 3_600_000;
      const place = {
        stationId: 'CP-1',
        evseId: 2,
        connectorId: 1,
        status: 'occupied',
        activity: 'preparing',
      } as const;
      await recordConnectorStatus(at as never, { ...place, reason: 'ConnectorLockFailure', at: clock.now() });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
