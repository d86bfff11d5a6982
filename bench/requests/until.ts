import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 120_000;

/** Waits until something is so; what never comes to be is an error that names it. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`It did not come about: ${what}.`);
    await pause(50);
  }
}
