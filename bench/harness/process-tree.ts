import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100; // USER_HZ, the same on every Linux

type ProcessFacts = { pid: number; parent: number; cpuSeconds: number };

/** CPU used until now by a process and all below it: a server counts with the database it started. */
export function cpuSecondsOf(pid: number): number {
  return treeOf(pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Memory of a process and all below it; what they share is counted once (PSS). */
export function memoryMbOf(pid: number): number {
  const kilobytes = treeOf(pid).map((each) => {
    const rollup = readProc(each.pid, 'smaps_rollup');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

export function residentMbOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024;
}

/** The processes that serve stations: those that NODES has started, or the one process itself. */
export function nodesOf(pid: number): number[] {
  const started = treeOf(pid).filter(
    (each) => each.parent === pid && readProc(each.pid, 'cmdline').includes('sigec.js'),
  );
  return started.length === 0 ? [pid] : started.map((each) => each.pid);
}

function treeOf(pid: number): ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => factsOf(Number(name)) ?? []);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = all.filter((each) => each.pid === pid);
  for (const each of found) found.push(...(children.get(each.pid) ?? [])); // grows while it is walked
  return found;
}

function factsOf(pid: number): ProcessFacts | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === '') return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may hold anything
  // utime, stime, and those of children that have ended: a database worker that is gone has worked all the same.
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return { pid, parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond };
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has just ended
  }
}
