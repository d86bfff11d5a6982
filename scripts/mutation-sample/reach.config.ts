import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from '../run-tool.ts';
import { isMutated } from './mutated-files.ts';
import { switched } from './switched.ts';

/** The unit ring, stores with their database included, once, with every operator of the product behind a switch that tells which test file evaluates it. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'switched-operators',
      enforce: 'pre',
      transform(_code, id) {
        const [file = ''] = id.split('?');
        const path = relative(root, file).replaceAll('\\', '/');
        return isMutated(path)
          ? { code: switched(path, readFileSync(join(root, path), 'utf8')), map: null }
          : undefined;
      },
    },
  ],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
    include: ['src/**/*.test.ts', 'test/{energy,oracle}/*.test.ts'],
    exclude: ['src/**/*.integration.test.ts'],
    globalSetup: [join(root, 'test/support/global-setup.ts')],
    setupFiles: [join(import.meta.dirname, 'reach-setup.ts')],
  },
});
