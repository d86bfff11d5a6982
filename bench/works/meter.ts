import { type Work, withServers } from '../harness/bench.ts';
import { compare } from '../harness/compare.ts';

export const meter: Work = {
  name: 'meter',
  about: 'one long session per station, nothing but meter values, closed loop',
  run: (bench) =>
    withServers(bench, ({ all }) => {
      const one = { version: '2.0.1', stations: 1_000, script: 'meter' } as const;
      return compare(bench, all, { work: 'meter', of: '2.0.1, 1000 stations', ...one });
    }),
};
