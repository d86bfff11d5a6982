import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

/** Simulated sites and the oracle of costs play in memory. */
const inMemory = ['test/{energy,oracle}/*.test.ts'];
const unit = ['{src,console,scripts,bench}/**/*.test.{ts,tsx}', ...inMemory];
const database = ['src/**/*.database.test.ts'];
const integration = ['src/**/*.integration.test.ts'];
/** Node loads the sources as the product does: nothing is transformed, and what was compiled once is kept. */
const native = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    pool: 'forks', // tests start and end processes of their own
    maxWorkers: 5, // more than the two cores of the smallest machine: tests wait for processes, for the database and for time to pass
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // They end what hangs, and say nothing of speed: a busy machine takes ten times as long as a quiet one.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    projects: [
      // Neither a database nor a socket nor a process: the files share their workers, and so what they import.
      { extends: true, test: { name: 'unit', include: unit, exclude: [...database, ...integration], isolate: false } },
      // A store with its tables: a database, and nothing else that is real.
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          isolate: false,
          experimental: native,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integration,
          isolate: false,
          experimental: native,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/fixtures/**', ...inMemory],
          isolate: false,
          experimental: native,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
});
