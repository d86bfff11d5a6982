import { type Result, secondsFor, type Work, withServers } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { growthOf, tableSizes } from '../harness/database-counters.ts';
import { Load } from '../harness/load.ts';
import { measure } from '../harness/measure.ts';
import type { Server } from '../harness/server.ts';

const stations = 1_000;

export const disk: Work = {
  name: 'disk',
  about: 'what a session message leaves on disk: heap and indexes by table, and write-ahead log',
  run: (bench) =>
    withServers(bench, async ({ all }) => {
      const results: Result[] = [];
      for (const version of ['2.0.1', '1.6'] as const)
        for (const server of all.filter(({ databaseUrl }) => databaseUrl !== undefined))
          results.push(...(await fill(server, version, secondsFor(bench, 16))));
      return results;
    }),
};

async function fill(server: Server, version: '1.6' | '2.0.1', seconds: number): Promise<Result[]> {
  const url = server.databaseUrl ?? '';
  await using load = new Load();
  await connectAll(load, server, { version, stations });
  await load.stagger('session');
  await load.run({ script: 'session', seconds: 2 });
  const before = await tableSizes(url);
  const { ran, database } = await measure(server, load, { script: 'session', seconds });
  const growth = growthOf(before, await tableSizes(url));
  const result = (of: string, figures: Result['figures']): Result => ({
    work: 'disk',
    of: `${version}, ${of}`,
    server: server.name,
    figures,
  });
  const perMessage = [...growth].map(([name, { heapBytes, indexBytes }]) =>
    result(name, {
      heapBytesPerMessage: heapBytes / ran.messages,
      indexBytesPerMessage: indexBytes / ran.messages,
    }),
  );
  return [
    ...perMessage.filter(({ figures }) => diskBytesOf(figures) >= 1),
    result('everything', {
      ...sumOf(perMessage.filter(({ of }) => !isIndex(of))),
      messages: ran.messages,
      walBytesPerMessage: (database?.walBytes ?? 0) / ran.messages,
      troubles: ran.troubles,
    }),
  ];
}

function isIndex(of: string): boolean {
  return of.includes(',   ');
}

function sumOf(results: readonly Result[]): { heapBytesPerMessage: number; indexBytesPerMessage: number } {
  const sum = (name: 'heapBytesPerMessage' | 'indexBytesPerMessage') =>
    results.reduce((total, { figures }) => total + (figures[name] ?? 0), 0);
  return { heapBytesPerMessage: sum('heapBytesPerMessage'), indexBytesPerMessage: sum('indexBytesPerMessage') };
}

function diskBytesOf({ heapBytesPerMessage = 0, indexBytesPerMessage = 0 }: Result['figures']): number {
  return heapBytesPerMessage + indexBytesPerMessage;
}
