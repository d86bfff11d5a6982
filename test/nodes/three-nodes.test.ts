import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answers,
  compareWithTruth,
  priceEverywhere,
  refusals,
  startChargingFleet,
  tellAll,
} from '../faults/charging-fleet.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { scale } from '../support/scale.ts';
import { askAll, askOne, keepAsking, openCommands } from './ask-stations.ts';
import { ThreeNodes } from './three-nodes.ts';

const count = scale({ test: 45, soak: 3_000 });
/** How long a node stands still; longer than its lease. */
const stillMs = scale({ test: 20_000, soak: 60_000 });
const longMs = scale({ test: 400_000, soak: 3_600_000 });

let three: ThreeNodes;
let stationIds: string[] = [];
let fleet: Awaited<ReturnType<typeof startChargingFleet>>;
beforeAll(async () => {
  three = await ThreeNodes.start();
  await priceEverywhere(three.through(0));
  fleet = await startChargingFleet(three.through(0), { count });
  stationIds = fleet.stations.map(({ id }) => id);
}, longMs);
afterAll(async () => {
  await fleet?.stop();
  await three?.[Symbol.asyncDispose]();
});

const patience = { timeout: 120_000, interval: 500 };
const asked = (place: number) => askAll(three.through(place), stationIds);

test(
  'every node reaches every station, whichever node holds it',
  async () => {
    for (const place of [0, 1, 2]) expect(await asked(place)).toEqual({ accepted: count });
  },
  longMs,
);

test(
  'NATS is killed: commands to other nodes were not sent and say why, sessions go on; it is back, and all are reached',
  async () => {
    await three.nats.kill();
    await expect
      .poll(async () => Object.keys(await askAll(three.through(0), stationIds)).toSorted(), { timeout: 30_000 })
      .toEqual(['accepted', 'not-sent']);
    await answers(fleet, count);
    await three.nats.start();
    await expect.poll(() => asked(1), patience).toEqual({ accepted: count });
  },
  longMs,
);

test(
  'kill -9 of a node under load: its stations are back elsewhere, and every command ends in a stated outcome',
  async () => {
    const asking = keepAsking(three.through(0), stationIds);
    await answers(fleet, count);
    await three.kill(2);
    await answers(fleet, count);
    expect(await asking.stop()).toBeGreaterThan(0);
    await expect.poll(() => asked(1), patience).toEqual({ accepted: count });
    await three.startAgain(2);
    await expect.poll(() => asked(2), patience).toEqual({ accepted: count });
    await expect.poll(() => openCommands(three.through(0), stationIds), { timeout: 60_000 }).toEqual([]);
  },
  longMs,
);

test(
  'L6: a node stood still while its stations moved: nothing that was asked of it leaves over the old connections',
  async () => {
    const [first, second] = [three.at(0), three.at(1)];
    await using old = await connectRaw(second.ocppUrl + '/', 'L6-1', {});
    await old.ask([2, 'b', 'BootNotification', bootPayload['2.0.1']]);
    second.signal('SIGSTOP');
    try {
      const routed = askOne(first, 'L6-1'); // waits at the node that stands still
      const stranded = three.balancer.strand(1);
      expect(stranded.count).toBeGreaterThan(count / 5);
      const held = await heldBesides('L6-1');
      const early = askAll(three.through(2), held);
      await pause(stillMs);
      expect((await routed).outcome?.status).toBe('no-answer');
      expect(Object.keys(await early).filter((status) => !/^(accepted|no-answer|not-sent)$/.test(status))).toEqual([]);
      await expect.poll(() => askAll(three.through(0), stationIds), patience).toEqual({ accepted: count });
      await using moved = await connectRaw(first.ocppUrl + '/', 'L6-1', { answers: true });
      moved.send(JSON.stringify([2, 'b2', 'BootNotification', bootPayload['2.0.1']]));
      await moved.next();
      // They are read once the node goes on; while its database connection is lost, too, it says so and asks nobody.
      const late = [...held.slice(0, 50), 'L6-1'].map((id) =>
        askOne(second, id).then(
          ({ outcome }) => outcome?.status,
          (error: unknown) => String(error),
        ),
      );
      const heard: unknown[] = [];
      old.socket.on('message', (data: Buffer) => heard.push(data.toString()));
      second.signal('SIGCONT');
      expect(await old.closed).toBe(1012);
      for (const status of await Promise.all(late)) expect(status).toMatch(/^accepted$|^not-sent$|DATABASE_AWAY/);
      expect(heard).toEqual([]);
      await expect.poll(() => stranded.areEnded(), patience).toBe(true);
      expect(stranded.calls()).toEqual([]);
      await expect
        .poll(() => askOne(second, 'L6-1').then(({ outcome }) => outcome?.status, String), { timeout: 60_000 })
        .toBe('accepted');
      console.log(JSON.stringify({ stoodStillMs: stillMs, moved: stranded.count }));
    } finally {
      second.signal('SIGCONT');
      three.balancer.takeIn(1);
    }
    await answers(fleet, count);
  },
  longMs,
);

test.each([
  ['restarted', 'SIGTERM'],
  ['killed, and recovers from its log', 'SIGKILL'],
] as const)(
  'PostgreSQL is %s: stations keep what they have to tell, and all are reached again',
  async (_what, signal) => {
    await three.postgres.signal(signal);
    await three.postgres.untilGone();
    await three.postgres.startAgain();
    await answers(fleet, count);
    for (const place of [0, 1, 2]) await expect.poll(() => asked(place), patience).toEqual({ accepted: count });
  },
  longMs,
);

test(
  'after all of this no session is lost, doubled or wrong by a Wh',
  async () => {
    await tellAll(fleet);
    const { lost, doubled, differing, ...figures } = await compareWithTruth(three.through(1), fleet);
    console.log(JSON.stringify({ nodes: 3, ...figures, errorsByKind: fleet.stats().errorsByKind }));
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(figures.billedWh).toBe(figures.deliveredWh);
    expect(refusals(fleet)).toEqual([]);
    expect(fleet.stats().truth.discarded).toBe(0);
  },
  longMs,
);

/** The other stations that the node of this one holds. */
async function heldBesides(stationId: string): Promise<string[]> {
  const client = new Client({ connectionString: three.postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from station where id <> $1 and link_node = (select link_node from station where id = $1)',
      [stationId],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
