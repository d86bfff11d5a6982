import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'sigec-tests-';
/** What the tests need of it at once, and as much again. */
const roomBytes = 6 * 1024 ** 3;

export type QuickTemp = { folder: string; remove(): void };

/**
 * Where tests put what they throw away: in memory where there is room. A database is a thousand files, and a disk may take a second to make
 * them; tests make hundreds.
 */
export function openQuickTemp(): QuickTemp {
  if (!hasRoom() || !canRunPrograms()) return { folder: tmpdir(), remove: () => undefined };
  for (const name of readdirSync(memory)) if (isAbandoned(name)) remove(join(memory, name));
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777); // PostgreSQL does not run as root
  return { folder, remove: () => remove(folder) };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomBytes && freemem() >= roomBytes;
  } catch {
    return false; // not on this system
  }
}

/** PostgreSQL may have to run from a copy; containers often forbid that there. */
function canRunPrograms(): boolean {
  const folder = mkdtempSync(join(memory, 'sigec-probe-'));
  try {
    const program = join(folder, 'probe');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    remove(folder);
  }
}

/** Of a run that was killed. */
function isAbandoned(name: string): boolean {
  if (!name.startsWith(prefix)) return false;
  try {
    return !process.kill(Number(name.slice(prefix.length)), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
