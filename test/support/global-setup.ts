import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openQuickTemp } from '../../scripts/quick-temp.ts';
import { removeDataDir } from './data-dir.ts';

declare module 'vitest' {
  // Merges with Vitest's own declaration, which only an interface can.
  interface ProvidedContext {
    postgresDir: string;
  }
}

const prefix = 'sigec-test-postgres-';

/** Names the folder of this run's PostgreSQL. The first test that asks for a database starts it, so the others pay nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const temp = process.env['TMPDIR'] === undefined ? openQuickTemp() : undefined; // `npm test` has chosen one already
  if (temp !== undefined) process.env['TMPDIR'] = temp.folder; // the workers inherit it
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  project.provide('postgresDir', folder);
  return async () => {
    await removeDataDir(folder);
    temp?.remove();
  };
}

/** Runs that were killed leave a server behind. */
async function removeAbandoned(): Promise<void> {
  const abandoned = (await readdir(tmpdir())).filter((name) => {
    const pid = name.startsWith(prefix) ? /^\d+(?=-)/.exec(name.slice(prefix.length))?.[0] : undefined;
    return pid !== undefined && !isAlive(Number(pid));
  });
  // One that is another user's stays: that is for them to remove.
  await Promise.allSettled(abandoned.map((name) => removeDataDir(join(tmpdir(), name))));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
