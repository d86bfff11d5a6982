import { type Result, type Work, withServers } from '../harness/bench.ts';
import { compare } from '../harness/compare.ts';

export const heartbeat: Work = {
  name: 'heartbeat',
  about: 'nothing but heartbeats, closed loop: no database write on any server',
  run: (bench) =>
    withServers(bench, async ({ all }) => {
      const results: Result[] = [];
      for (const stations of [100, 1_000]) {
        const of = `${stations} stations`;
        results.push(
          ...(await compare(bench, all, {
            work: 'heartbeat',
            of,
            version: '2.0.1',
            stations,
            script: 'heartbeat',
            seconds: 3,
          })),
        );
      }
      return results;
    }),
};
