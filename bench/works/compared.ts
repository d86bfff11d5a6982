import { type BenchOptions, type Result, type Work, withServers } from '../harness/bench.ts';
import { type Case, compare } from '../harness/compare.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const sizes = [100, 1_000];

/** The same load on every server, case by case. */
function compared(name: string, about: string, casesOf: (bench: BenchOptions) => readonly Omit<Case, 'work'>[]): Work {
  return {
    name,
    about,
    run: (bench) =>
      withServers(bench, async ({ all }) => {
        const results: Result[] = [];
        for (const one of casesOf(bench)) results.push(...(await compare(bench, all, { work: name, ...one })));
        return results;
      }),
  };
}

export const heartbeat = compared(
  'heartbeat',
  'nothing but heartbeats, closed loop: no database write on any server',
  () =>
    sizes.map((stations) => ({
      of: `${stations} stations`,
      version: '2.0.1',
      stations,
      script: 'heartbeat',
      seconds: 3,
    })),
);

export const session = compared(
  'session',
  'whole sessions in three versions, closed loop: boot, status, authorize, start, 7 meter values, stop, status',
  ({ isQuick }) =>
    (isQuick ? versions.slice(1, 2) : versions).flatMap((version) =>
      sizes.map((stations) => ({ of: `${version}, ${stations} stations`, version, stations, script: 'session' })),
    ),
);

export const meter = compared('meter', 'one long session per station, nothing but meter values, closed loop', () => [
  { of: '2.0.1, 1000 stations', version: '2.0.1', stations: 1_000, script: 'meter' },
]);

export const rates = compared(
  'rates',
  'session messages at a fixed rate over 1,000 stations; latency counts from when a message was due',
  () =>
    [400, 1_000, 4_000].map((perSecond) => ({
      of: `${perSecond} messages/s`,
      version: '2.0.1',
      stations: 1_000,
      script: 'session',
      perSecond,
      seconds: 10,
      rounds: 1,
    })),
);
