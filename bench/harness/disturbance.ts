import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cpuSecondsOf } from './process-tree.ts';

/** Shares of the whole machine, 0 to 1, over the time of a measurement. */
export type Disturbance = { steal: number; others: number };

const maxShare = 0.1;

const ticksPerSecond = 100; // USER_HZ, the same on every Linux

/** Starts to watch what was taken from this machine, and by processes that do not belong to the benchmark. */
export function watchDisturbance(): () => Disturbance {
  const before = look();
  return () => {
    const after = look();
    const capacity = ((after.atMs - before.atMs) / 1000) * availableParallelism();
    const own = after.ownSeconds - before.ownSeconds;
    return {
      steal: (after.stealSeconds - before.stealSeconds) / capacity,
      others: Math.max(0, after.busySeconds - before.busySeconds - own) / capacity,
    };
  };
}

export function isDisturbed({ steal, others }: Disturbance): boolean {
  return steal + others > maxShare;
}

export function maxDisturbed(all: readonly Disturbance[]): Disturbance {
  const share = ({ steal, others }: Disturbance) => steal + others;
  return all.toSorted((a, b) => share(b) - share(a))[0] ?? { steal: 0, others: 0 };
}

function look() {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map((ticks) => Number(ticks) / ticksPerSecond);
  return {
    atMs: performance.now(),
    busySeconds: user + nice + system + irq + softirq,
    stealSeconds: steal,
    ownSeconds: cpuSecondsOf(process.pid), // servers and generators are its children
  };
}

/** What `stall-probe.ts` has written: the longest stall of each second, in milliseconds. */
export function readStalls(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}
