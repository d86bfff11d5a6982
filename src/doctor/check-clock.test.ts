import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkClock } from './check-clock.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sigec-doctor-'));
const writtenAt = new Date(Date.now() + 86_400_000); // later than every file of the program

beforeAll(() => {
  const file = join(dataDir, 'node-id');
  writeFileSync(file, '');
  utimesSync(file, writtenAt, writtenAt);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test.each([
  ['a minute before the newest file', -60_000, 'clock-fine'],
  ['ten minutes before the newest file', -600_000, 'clock-behind'],
  ['a year after the newest file', 365 * 86_400_000, 'clock-fine'],
  ['ten years after the newest file', 10 * 365 * 86_400_000, 'clock-ahead'],
])('%s', async (_name, differenceMs, state) => {
  const now = new Date(writtenAt.getTime() + differenceMs);
  const finding = await checkClock({ dataDir, clock: { now: () => now } });
  expect(finding).toMatchObject({ state, isFine: state === 'clock-fine', facts: { now: now.toISOString() } });
});

test('a time before this program existed is wrong even without any file', async () => {
  const clock = { now: () => new Date('1970-01-01T00:00:10Z') };
  expect(await checkClock({ dataDir: '/nowhere', clock })).toMatchObject({ state: 'clock-behind' });
});
