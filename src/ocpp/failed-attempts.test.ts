import { expect, test } from 'vitest';
import { FailedAttempts } from './failed-attempts.ts';

const start = Date.parse('2026-03-01T08:00:00Z');

function fail(attempts: FailedAttempts, address: string, stationId: string, times: number) {
  for (let i = 0; i < times; i += 1) attempts.begin(address, stationId, start)?.failed();
}

test('whoever fails too often in the name of a station waits a minute, and its neighbours do not', () => {
  const attempts = new FailedAttempts();
  fail(attempts, '10.0.0.1', 'BAD', 30);
  expect(attempts.begin('10.0.0.1', 'BAD', start)).toBeUndefined();
  expect(attempts.begin('10.0.0.1', 'GOOD', start)).toBeDefined();
  expect(attempts.begin('10.0.0.2', 'BAD', start)).toBeDefined();
  expect(attempts.begin('10.0.0.1', 'BAD', start + 60_000)).toBeDefined();
});

test('attempts count while they are under way, and not once they have succeeded', () => {
  const attempts = new FailedAttempts();
  const underWay = Array.from({ length: 30 }, () => attempts.begin('10.0.0.1', 'CP-1', start));
  expect(attempts.begin('10.0.0.1', 'CP-1', start)).toBeUndefined();
  for (const attempt of underWay) attempt?.succeeded();
  expect(attempts.begin('10.0.0.1', 'CP-1', start)).toBeDefined();
});

test('a flood in many names is stopped', () => {
  const attempts = new FailedAttempts();
  for (let i = 0; i < 3_000; i += 1) fail(attempts, '10.0.0.1', `CP-${i}`, 1);
  expect(attempts.begin('10.0.0.1', 'NEXT', start)).toBeUndefined();
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', false],
  ['2001:db8::1', '2001:db8:0:0:5::', false],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
])('after failures of %s, %s may try: %s', (one, other, isFree) => {
  const attempts = new FailedAttempts();
  fail(attempts, one, 'BAD', 30);
  expect(attempts.begin(other, 'BAD', start) !== undefined).toBe(isFree);
});
