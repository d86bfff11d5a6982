import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,console,scripts,bench,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/fixtures/**', '**/node_modules/**'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks', // tests start and end processes of their own
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } }, // readers of one database wait for transactions of every other on the server
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
