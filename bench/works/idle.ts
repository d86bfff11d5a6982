import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchOptions, type Result, type Work, withServers } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { Load } from '../harness/load.ts';
import { untilQuiet } from '../harness/measure.ts';
import { cpuSecondsOf, memoryMbOf } from '../harness/process-tree.ts';
import type { Server } from '../harness/server.ts';

export const idle: Work = {
  name: 'idle',
  about: 'what connected stations that say nothing cost: memory of all processes, and CPU for keeping them',
  run: (bench) =>
    withServers(bench, async ({ all }) => {
      const results: Result[] = [];
      const steps = stepsOf(bench);
      for (const server of all) results.push(...(await climb(bench, server, steps)));
      return results;
    }),
};

async function climb(bench: BenchOptions, server: Server, steps: readonly number[]): Promise<Result[]> {
  await using load = new Load();
  const empty = await rest(bench, server);
  const result = (stations: number, figures: Result['figures']): Result => ({
    work: 'idle',
    of: `${stations} stations`,
    server: server.name,
    figures,
  });
  const results = [result(0, empty)];
  let connected = 0;
  for (const stations of steps) {
    await connectAll(load, server, { version: '2.0.1', stations: stations - connected, boots: true });
    connected = stations;
    const figures = await rest(bench, server);
    const kilobytesPerStation = ((figures.memoryMb - empty.memoryMb) * 1024) / stations;
    results.push(result(stations, { ...figures, kilobytesPerStation }));
  }
  return results;
}

function stepsOf({ isQuick, isHuge }: BenchOptions): number[] {
  const wanted = [100, 1_000, ...(isQuick ? [] : [5_000, 15_000]), ...(isHuge ? [50_000] : [])];
  const most = openFilesAllowed() - 500; // the server's own files, and its connections to the database
  for (const stations of wanted.filter((each) => each > most))
    console.log(
      `  left out: ${stations} stations in one process need more open files than ${most + 500} (ulimit -n -H).`,
    );
  return wanted.filter((stations) => stations <= most);
}

async function rest({ isQuick }: BenchOptions, { pid }: Server): Promise<{ memoryMb: number; cpuShare: number }> {
  await untilQuiet(pid);
  const seconds = isQuick ? 1 : 3;
  const before = cpuSecondsOf(pid);
  await pause(seconds * 1000);
  return { cpuShare: (cpuSecondsOf(pid) - before) / seconds, memoryMb: memoryMbOf(pid) };
}

/** Node raises its soft limit to this one by itself. */
function openFilesAllowed(): number {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '0';
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}
