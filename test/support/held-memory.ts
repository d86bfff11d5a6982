import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long what a test left behind may take to go: sockets and inflaters are let go of after their last callback. */
export const settling = { timeout: 40_000, interval: 500 };

/** What this process, and so the product in it, holds in memory once the garbage is gone. Ask until it has settled. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
