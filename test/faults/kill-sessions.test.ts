import { expect, test } from 'vitest';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';
import { runSigecProcess } from '../support/sigec-process.ts';
import {
  answers,
  compareWithTruth,
  priceEverywhere,
  refusals,
  startChargingFleet,
  tellAll,
  wronglyBilled,
} from './charging-fleet.ts';

const count = scale({ test: 60, soak: 200 });
const kills = scale({ test: 2, soak: 100 });
/** Enough to be in the middle of it; over many kills also enough that what waits to be told does not grow for ever. */
const answersBetween = scale({ test: count, soak: 4 * count });

const victims = {
  'the product': async (sigec: ProductProcess) => {
    await sigec.kill('SIGKILL');
    await sigec.start();
  },
  PostgreSQL: async (sigec: ProductProcess) => {
    process.kill(await sigec.postmasterPid(), 'SIGKILL');
  },
};

test.each(Object.entries(victims))(
  `kill -9 of %s, ${kills} times, while ${count} stations charge: no session lost, none doubled, every Wh billed`,
  async (name, strike) => {
    await using sigec = await ProductProcess.start();
    await priceEverywhere(sigec);
    await using fleet = await startChargingFleet(sigec, { count });
    for (let kill = 0; kill < kills; kill += 1) {
      await answers(fleet, answersBetween);
      await strike(sigec);
    }
    await answers(fleet, count);
    await tellAll(fleet);

    const { lost, doubled, differing, ...figures } = await compareWithTruth(sigec, fleet);
    const { errorsByKind, truth } = fleet.stats();
    console.log(JSON.stringify({ victim: name, kills, ...figures, discarded: truth.discarded, errorsByKind }));
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(figures.billedWh).toBe(figures.deliveredWh);
    expect(figures.sessions).toBeGreaterThan(count);
    expect(truth.discarded).toBe(0);
    expect(refusals(fleet)).toEqual([]);
    // Every session is billed once, by its energy: what was being computed when the process died is computed again.
    await expect.poll(() => wronglyBilled(sigec), { timeout: 120_000, interval: 1_000 }).toEqual([]);
    // L8: what the ledger says is what the rows say, after all of this.
    const { dataDir } = sigec;
    const rebuilt = await runSigecProcess(['database', 'rebuild', '--check'], {
      cwd: dataDir,
      env: { DATA_DIR: dataDir },
    });
    expect(rebuilt).toMatchObject({ exitCode: 0 });
  },
  scale({ test: 400_000, soak: 7_200_000 }),
);
