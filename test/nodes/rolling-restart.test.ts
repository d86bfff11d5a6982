import { Client } from 'pg';
import { expect, test } from 'vitest';
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
import { ThreeNodes } from './three-nodes.ts';

const count = scale({ test: 30, soak: 3_000 });
const env = { DRAIN_SECONDS: scale({ test: '6', soak: '30' }) };
const longMs = scale({ test: 400_000, soak: 1_800_000 });

test(
  'all nodes are restarted one after the other under load: each station connects again once at most, and no session is lost',
  async () => {
    await using three = await ThreeNodes.start({ env });
    await priceEverywhere(three.through(0));
    await using fleet = await startChargingFleet(three.through(0), { count });
    const stationIds = fleet.stations.map(({ id }) => id);
    await answers(fleet, count);

    // As docs/guides/scaling.md has it: one more node takes the first stations, and those that are still to go get nobody new.
    await three.addNode();
    for (const place of [0, 1, 2]) three.balancer.rest(place);
    const asking = keepAsking(three.through(3), stationIds);
    for (const place of [0, 1, 2]) {
      await three.at(place).kill('SIGTERM');
      await answers(fleet, count);
      await three.startAgain(place);
    }
    await answers(fleet, count);
    expect(await asking.stop()).toBeGreaterThan(0);

    const connections = await connectionsOf(three.postgres.url);
    expect(connections.size).toBe(count);
    expect([...connections].filter(([, times]) => times > 2)).toEqual([]);
    for (const place of [0, 1, 2, 3])
      await expect
        .poll(() => askAll(three.through(place), stationIds), { timeout: 60_000 })
        .toEqual({ accepted: count });
    await expect.poll(() => openCommands(three.through(3), stationIds), { timeout: 60_000 }).toEqual([]);
    await tellAll(fleet);
    const { lost, doubled, differing, ...figures } = await compareWithTruth(three.through(1), fleet);
    const { errorsByKind, truth } = fleet.stats();
    console.log(JSON.stringify({ restarted: 3, ...figures, again: connectedAgain(connections), errorsByKind }));
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(figures.billedWh).toBe(figures.deliveredWh);
    expect(refusals(fleet)).toEqual([]);
    expect(truth.discarded).toBe(0);
  },
  longMs,
);

/** How often each station has connected since the beginning. */
async function connectionsOf(databaseUrl: string): Promise<Map<string, number>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ stationId: string; times: number }>(
      `select station_id as "stationId", count(*)::int as times from event where kind = 'station-connected' group by 1`,
    );
    return new Map(rows.map(({ stationId, times }) => [stationId, times]));
  } finally {
    await client.end();
  }
}

function connectedAgain(connections: ReadonlyMap<string, number>): number {
  return [...connections.values()].filter((times) => times > 1).length;
}
