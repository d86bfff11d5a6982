import { type BenchOptions, type Result, type Work, withServers } from '../harness/bench.ts';
import { Load } from '../harness/load.ts';
import { untilQuiet } from '../harness/measure.ts';
import { cpuSecondsOf, memoryMbOf } from '../harness/process-tree.ts';
import type { Server } from '../harness/server.ts';

export const bootStorm: Work = {
  name: 'boot-storm',
  about: '5,000 stations connect and boot at once: first as strangers, then again as acquaintances after a power cut',
  run: (bench) =>
    withServers(bench, async ({ all }) => {
      const results: Result[] = [];
      for (const who of ['new stations', 'known stations'])
        for (const server of all) results.push(await storm(bench, server, who));
      return results;
    }),
};

async function storm({ isQuick }: BenchOptions, server: Server, who: string): Promise<Result> {
  const stations = isQuick ? 1_000 : 5_000;
  await using load = new Load();
  await load.prepare(stations);
  const cpuBefore = cpuSecondsOf(server.pid);
  const { url, tokens } = server;
  const { connected, failures, seconds } = await load.connect({ url, tokens, version: '2.0.1', stations, boots: true });
  for (const [reason, same] of Map.groupBy(failures, (failure) => failure))
    console.log(`  ${server.name}, ${stations} ${who}: ${same.length} × ${reason}`);
  const workLeftSeconds = await untilQuiet(server.pid);
  return {
    work: 'boot-storm',
    of: `${stations} ${who}`,
    server: server.name,
    figures: {
      seconds,
      messages: connected,
      failedHandshakes: failures.length,
      workLeftSeconds,
      cpuSecondsPer1000: ((cpuSecondsOf(server.pid) - cpuBefore) / connected) * 1000,
      memoryMb: memoryMbOf(server.pid),
    },
  };
}
