import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import {
  answers,
  compareWithTruth,
  priceEverywhere,
  refusals,
  startChargingFleet,
  tellAll,
  wronglyBilled,
} from '../faults/charging-fleet.ts';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';
import { adminKey } from '../support/sigec.ts';
import { askAll, keepAsking, openCommands } from './ask-stations.ts';
import { killNode, nodeProcesses } from './node-processes.ts';

const count = scale({ test: 45, soak: 600 });
const nodes = 2;
/** The commands of this test are many, and no person's. */
const settings = { NODES: String(nodes), BUDGET_COMMANDS_PER_HOUR: 'person=1000000', COOL_DOWN_SECONDS: 'off' };

test(
  `NODES=${nodes}: every station is reached from the first node, and kill -9 of either node loses and doubles nothing`,
  async () => {
    await using sigec = await ProductProcess.start(settings);
    await priceEverywhere(sigec);
    await using fleet = await startChargingFleet(sigec, { count });
    const stationIds = fleet.stations.map(({ id }) => id);
    expect(await askAll(sigec, stationIds)).toEqual({ accepted: count });
    // The processes share their ports, so the one that answers tells of all.
    const metrics = await (
      await fetch(`${sigec.apiUrl}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })
    ).text();
    expect(metrics).toMatch(new RegExp(`^sigec_stations_connected ${count}$`, 'm'));

    for (const seat of [1, 0]) {
      await answers(fleet, count);
      const asking = keepAsking(sigec, stationIds);
      await answers(fleet, count);
      await killNode(sigec, seat);
      await answers(fleet, count);
      expect(await asking.stop()).toBeGreaterThan(0);
    }
    await tellAll(fleet);

    const { lost, doubled, differing, ...figures } = await compareWithTruth(sigec, fleet);
    console.log(JSON.stringify({ nodes, ...figures, errorsByKind: fleet.stats().errorsByKind }));
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(figures.billedWh).toBe(figures.deliveredWh);
    expect(refusals(fleet)).toEqual([]);
    expect(fleet.stats().truth.discarded).toBe(0);
    await expect.poll(() => openCommands(sigec, stationIds), { timeout: 60_000, interval: 500 }).toEqual([]);
    await expect.poll(() => wronglyBilled(sigec), { timeout: 120_000, interval: 1_000 }).toEqual([]);
    await expect.poll(() => askAll(sigec, stationIds), { timeout: 60_000 }).toEqual({ accepted: count });
  },
  scale({ test: 400_000, soak: 1_800_000 }),
);

test('whoever was on the way to a node that is killed is told so, and does not wait for ever', async () => {
  await using sigec = await ProductProcess.start(settings);
  const [first = 0] = await nodeProcesses(sigec);
  process.kill(first, 'SIGSTOP');
  const caller = connect(sigec.ports.api, '127.0.0.1');
  await once(caller, 'connect');
  caller.on('error', () => undefined); // a reset is an end, too
  const ended = new Promise((resolve) => caller.once('close', resolve));
  await expect.poll(() => isTaken(sigec.ports.api), { interval: 20 }).toBe(true);
  process.kill(first, 'SIGKILL');
  await ended;
});

/** The process in the middle holds a connection that came to this port; before that only the kernel knows of it, without an inode. */
async function isTaken(port: number): Promise<boolean> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  return (await readFile('/proc/net/tcp', 'utf8')).split('\n').some((line) => {
    const [, from = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    return from.endsWith(local) && state === established && inode !== '0';
  });
}
