import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StationPage } from '../../src/contract/stations/station.ts';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';
import { answers, compareWithTruth, refusals, startChargingFleet, tellAll } from './charging-fleet.ts';
import { OutsidePostgres } from './outside-postgres.ts';

const count = scale({ test: 60, soak: 200 });
/** Longer than the product waits for a silent database; in soak also than the three attempts that a station gives a message. */
const awaySeconds = scale({ test: 16, soak: 120 });

const faults = {
  SIGTERM: {
    async goAway(postgres: OutsidePostgres) {
      await postgres.signal('SIGTERM');
      await postgres.untilGone();
    },
    comeBack: (postgres: OutsidePostgres) => postgres.startAgain(),
  },
  SIGSTOP: {
    goAway: (postgres: OutsidePostgres) => postgres.signal('SIGSTOP'),
    comeBack: (postgres: OutsidePostgres) => postgres.signal('SIGCONT'),
  },
};

test.each(Object.entries(faults))(
  `the database is away for ${awaySeconds} s by %s while ${count} stations charge: they are sent away, come back and tell everything`,
  async (name, { goAway, comeBack }) => {
    await using postgres = await OutsidePostgres.start();
    await using sigec = await ProductProcess.start({ DATABASE_URL: postgres.url });
    await using fleet = await startChargingFleet(sigec, { count });
    await answers(fleet, 2 * count);

    await goAway(postgres);
    const wentAt = performance.now();
    await expect.poll(() => fleet.stats().connected, { timeout: 25_000, interval: 50 }).toBe(0);
    const closedMs = Math.round(performance.now() - wentAt);
    await pause(awaySeconds * 1000 - closedMs);
    expect(fleet.stats().connected).toBe(0);
    await comeBack(postgres);
    const cameAt = performance.now();
    await expect.poll(() => fleet.stats().accepted, { timeout: 60_000, interval: 50 }).toBe(count);
    const backMs = Math.round(performance.now() - cameAt);
    const online = () => sigec.get<StationPage>('/api/stations?limit=1').then(({ counts }) => counts.online);
    await expect.poll(online, { timeout: 10_000, interval: 200 }).toBe(count);
    await answers(fleet, count);
    await tellAll(fleet);

    const { lost, doubled, differing, ...figures } = await compareWithTruth(sigec, fleet);
    const { errorsByKind, truth } = fleet.stats();
    const discarded = truth.discarded;
    console.log(JSON.stringify({ by: name, awaySeconds, closedMs, backMs, ...figures, discarded, errorsByKind }));
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(figures.billedWh).toBe(figures.deliveredWh);
    expect(discarded).toBe(0);
    expect(refusals(fleet)).toEqual([]);
  },
  scale({ test: 400_000, soak: 600_000 }),
);
