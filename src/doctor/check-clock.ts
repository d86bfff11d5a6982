import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import type { Finding } from './finding.ts';

const minuteMs = 60_000;
const maxBehindMs = 5 * minuteMs;
/** A machine may have stood still for long; one whose clock is this far ahead of all its files has most likely lost the time. */
const maxAheadMs = 2 * 366 * 24 * 60 * minuteMs;
/** This program did not exist before. */
const earliest = Date.parse('2026-01-01T00:00:00Z');

/** Whether the clock can be right: stations take their time from us, and no file was written in the future. */
export async function checkClock({ dataDir, clock }: { dataDir: string; clock: Clock }): Promise<Finding> {
  const nowMs = clock.now().getTime();
  const newestMs = Math.max(earliest, await newestFileMs(dataDir));
  const now = clock.now().toISOString();
  const newest = new Date(newestMs).toISOString();
  if (nowMs < newestMs - maxBehindMs)
    return { check: 'clock', isFine: false, state: 'clock-behind', facts: { now, newest } };
  if (nowMs > newestMs + maxAheadMs)
    return { check: 'clock', isFine: false, state: 'clock-ahead', facts: { now, newest } };
  return { check: 'clock', isFine: true, state: 'clock-fine', facts: { now } };
}

/** The newest of our own files: those of the program, and those of the database, which writes all the time. */
async function newestFileMs(dataDir: string): Promise<number> {
  const folders = [join(import.meta.dirname, '..', '..'), dataDir, join(dataDir, 'postgres')];
  const files = (await Promise.all(folders.map(filesIn))).flat();
  const times = await Promise.all(files.map(modifiedAtMs));
  return times.reduce((newest, time) => Math.max(newest, time), 0);
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []); // it may not exist yet, or be closed to us
  return names.map((name) => join(folder, name));
}

async function modifiedAtMs(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0, // gone or closed to us: it tells nothing
  );
}
