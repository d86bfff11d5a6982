import { type Result, type Work, withServers } from '../harness/bench.ts';
import { compare } from '../harness/compare.ts';

export const rates: Work = {
  name: 'rates',
  about: 'session messages at a fixed rate over 1,000 stations; latency counts from when a message was due',
  run: (bench) =>
    withServers(bench, async ({ all }) => {
      const results: Result[] = [];
      for (const perSecond of [400, 1_000, 4_000]) {
        const one = {
          version: '2.0.1',
          stations: 1_000,
          script: 'session',
          perSecond,
          seconds: 10,
          rounds: 1,
        } as const;
        results.push(...(await compare(bench, all, { work: 'rates', of: `${perSecond} messages/s`, ...one })));
      }
      return results;
    }),
};
