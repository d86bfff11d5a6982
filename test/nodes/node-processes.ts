import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { ProductProcess } from '../support/product-process.ts';

/** The processes that NODES starts; the first of them has all doors. */
export async function nodeProcesses({ pid }: ProductProcess): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  const commands = await Promise.all(
    children.map(async (child) => ({
      pid: Number(child),
      command: await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''),
    })),
  );
  return commands.filter(({ command }) => command.includes('sigec.js')).map((each) => each.pid);
}

/** Kills the node with that place among them, and waits until it has been started again and serves. */
export async function killNode(sigec: ProductProcess, place: number): Promise<void> {
  const before = timesServed(sigec);
  process.kill((await nodeProcesses(sigec)).at(place) ?? 0, 'SIGKILL');
  await expect.poll(() => timesServed(sigec), { timeout: 120_000, interval: 50 }).toBeGreaterThan(before);
}

function timesServed({ printed }: ProductProcess): number {
  return printed.split('a node serves stations').length - 1;
}
