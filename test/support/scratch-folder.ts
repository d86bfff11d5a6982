import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Where a run keeps its files: in memory where there is plenty, else where the system keeps temporary files. The tests make
 * hundreds of databases, each of a thousand files, and none outlives its test: a disk would take most of their time.
 */
export function scratchFolder(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir(); // whoever runs the tests has chosen
  return hasRoom() && canRunPrograms() ? inMemory : tmpdir();
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem() / 2) >= neededBytes;
  } catch {
    return false; // not on this system
  }
}

/** PostgreSQL may have to run from a copy; containers often forbid that there. */
function canRunPrograms(): boolean {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(inMemory, 'sigec-probe-'));
    const program = join(folder, 'probe');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
