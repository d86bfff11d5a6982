import { existsSync, readFileSync } from 'node:fs';

/** What `stall-probe.ts` has written: the longest stall of each second, in milliseconds. */
export function readStalls(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}
