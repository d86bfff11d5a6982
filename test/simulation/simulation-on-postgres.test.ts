import { expect, test } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';
import { scale } from '../support/scale.ts';
import { postgresStore } from './postgres-store.ts';
import { describeFailures, runWorlds } from './run-worlds.ts';
import { modelStore } from './simulated-store.ts';
import { World } from './world.ts';

const minutesMs = 60_000;

test('L1 to L8 hold on PostgreSQL whatever goes wrong', {
  timeout: scale({ test: 5, soak: 60 }) * minutesMs,
}, async () => {
  await using database = await freshDatabase();
  const sessions = scale({ test: 400, soak: 2_000 });
  const run = await runWorlds({ seed: 1, sessions, makeStore: postgresStore(database), atOnce: 8 });
  expect(describeFailures(run)).toBe('');
});

test('a world takes the same course on PostgreSQL as on the model', { timeout: 2 * minutesMs }, async () => {
  await using database = await freshDatabase();
  for (let seed = 900_001; seed <= 900_010; seed += 1) {
    const onModel = await World.run(seed, modelStore);
    const onPostgres = await World.run(seed, postgresStore(database));
    expect(onPostgres.traceHash, `seed ${seed}`).toBe(onModel.traceHash);
  }
});
