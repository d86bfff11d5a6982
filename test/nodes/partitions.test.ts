import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answers,
  compareWithTruth,
  priceEverywhere,
  refusals,
  startChargingFleet,
  tellAll,
} from '../faults/charging-fleet.ts';
import { scale } from '../support/scale.ts';
import { askAll, keepAsking, openCommands } from './ask-stations.ts';
import { type Cable, FarNetwork } from './far-network.ts';
import { ThreeNodes } from './three-nodes.ts';

const count = scale({ test: 30, soak: 600 });
/** Longer than the lease of a node, so that others have taken over. */
const cutMs = scale({ test: 20_000, soak: 60_000 });
const longMs = scale({ test: 400_000, soak: 1_800_000 });
const patience = { timeout: 120_000, interval: 500 };

/** The first node has a cable to NATS and one to PostgreSQL; the two others share a third one. */
let cables: { firstToNats: Cable; firstToDatabase: Cable };
let network: FarNetwork;
let three: ThreeNodes;
let stationIds: string[] = [];
let fleet: Awaited<ReturnType<typeof startChargingFleet>>;
beforeAll(async () => {
  network = await FarNetwork.open({ cables: 3 });
  const [firstToNats, firstToDatabase, others] = network.cables;
  if (firstToNats === undefined || firstToDatabase === undefined || others === undefined)
    throw new Error('three cables were asked for');
  cables = { firstToNats, firstToDatabase };
  three = await ThreeNodes.start({
    far: {
      network,
      toNats: (place) => (place === 0 ? firstToNats : others),
      toDatabase: (place) => (place === 0 ? firstToDatabase : others),
    },
  });
  await priceEverywhere(three.through(1));
  fleet = await startChargingFleet(three.through(1), { count });
  stationIds = fleet.stations.map(({ id }) => id);
}, longMs);
afterAll(async () => {
  await fleet?.stop();
  await three?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
});

const asked = (place: number) => askAll(three.through(place), stationIds);

test(
  'a node that has lost NATS keeps its stations; what is asked across the gap was not sent or has no answer, and all are reached once it is mended',
  async () => {
    await cables.firstToNats.cut();
    const statuses = new Set<string>();
    for (const until = performance.now() + cutMs; performance.now() < until; await pause(1_000))
      for (const status of Object.keys(await asked(0))) statuses.add(status);
    expect([...statuses]).toContain('accepted'); // of its own stations
    expect([...statuses].filter((status) => !['accepted', 'not-sent', 'no-answer'].includes(status))).toEqual([]);
    await answers(fleet, count);
    await cables.firstToNats.mend();
    for (const place of [0, 1, 2]) await expect.poll(() => asked(place), patience).toEqual({ accepted: count });
  },
  longMs,
);

test(
  'a node that has lost PostgreSQL lets its stations go to others, which reach them; once it is mended it serves again',
  async () => {
    const asking = keepAsking(three.through(1), stationIds);
    await cables.firstToDatabase.cut();
    await expect.poll(() => readiness(0), patience).toBe(503);
    await expect.poll(() => asked(1), patience).toEqual({ accepted: count });
    await pause(cutMs);
    await cables.firstToDatabase.mend();
    await expect.poll(() => readiness(0), patience).toBe(200);
    expect(await asking.stop()).toBeGreaterThan(0);
    await answers(fleet, count);
    for (const place of [0, 1, 2]) await expect.poll(() => asked(place), patience).toEqual({ accepted: count });
    await expect.poll(() => openCommands(three.through(2), stationIds), patience).toEqual([]);
  },
  longMs,
);

test(
  'after both gaps no session is lost, doubled or wrong by a Wh',
  async () => {
    await tellAll(fleet);
    const { lost, doubled, differing, ...figures } = await compareWithTruth(three.through(1), fleet);
    console.log(JSON.stringify({ partitions: 2, ...figures, errorsByKind: fleet.stats().errorsByKind }));
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(refusals(fleet)).toEqual([]);
    expect(fleet.stats().truth.discarded).toBe(0);
  },
  longMs,
);

async function readiness(place: number): Promise<number> {
  return (await fetch(`${three.at(place).apiUrl}/readyz`)).status;
}
