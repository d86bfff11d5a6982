import { type Result, type Work, withServers } from '../harness/bench.ts';
import { compare } from '../harness/compare.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;

export const session: Work = {
  name: 'session',
  about: 'whole sessions in three versions, closed loop: boot, status, authorize, start, 7 meter values, stop, status',
  run: (bench) =>
    withServers(bench, async ({ all }) => {
      const results: Result[] = [];
      for (const version of bench.isQuick ? versions.slice(1, 2) : versions) {
        for (const stations of [100, 1_000]) {
          const of = `${version}, ${stations} stations`;
          results.push(...(await compare(bench, all, { work: 'session', of, version, stations, script: 'session' })));
        }
      }
      return results;
    }),
};
