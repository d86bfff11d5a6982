import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { scale } from '../support/scale.ts';
import { modelStore } from './simulated-store.ts';
import { World } from './world.ts';

const minutesMs = 60_000;
const timeout = scale({ test: 10, soak: 120 }) * minutesMs;

// A process of its own, as whoever plays a seed again starts it; what breaks is told by the error.
test('L1 to L8 hold on the model, whatever goes wrong', { timeout }, async () => {
  const sessions = scale({ test: 2_000, soak: 100_000 });
  const given = ['scripts/simulate-ledger.ts', '--sessions', String(sessions), '--seed', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  expect(stdout).toMatch(/^\d{4,} sessions in/m);
  expect(stdout).not.toMatch(/^ +0 × /m); // every fault really happened
});

test('the same seed takes the same course, event by event', async () => {
  const first = await World.run(4711, modelStore, { keepsTrace: true });
  const again = await World.run(4711, modelStore, { keepsTrace: true });
  expect(again.trace).toEqual(first.trace);
  expect(again.traceHash).toBe(first.traceHash);
  expect((await World.run(4712, modelStore)).traceHash).not.toBe(first.traceHash);
});
