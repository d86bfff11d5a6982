import { expect, test } from 'vitest';
import { FailedAttempts } from './failed-attempts.ts';

let now = 0;
const newAttempts = () => new FailedAttempts(() => now);
const begin = (attempts: FailedAttempts, address: string, stationId: string, isRight = false) =>
  attempts.begin({ address, stationId, isRight: () => isRight });

function fail(attempts: FailedAttempts, address: string, stationId: string, times: number) {
  for (let i = 0; i < times; i += 1) begin(attempts, address, stationId)?.failed();
}

test('whoever fails too often in the name of a station waits a minute, and its neighbours do not', () => {
  const attempts = newAttempts();
  fail(attempts, '10.0.0.1', 'BAD', 30);
  expect(begin(attempts, '10.0.0.1', 'BAD')).toBeUndefined();
  expect(begin(attempts, '10.0.0.1', 'GOOD')).toBeDefined();
  expect(begin(attempts, '10.0.0.2', 'BAD')).toBeDefined();
  now += 60_000;
  expect(begin(attempts, '10.0.0.1', 'BAD')).toBeDefined();
});

test('attempts count while they are under way, and not once they have succeeded', () => {
  const attempts = newAttempts();
  const underWay = Array.from({ length: 30 }, () => begin(attempts, '10.0.0.1', 'CP-1'));
  expect(begin(attempts, '10.0.0.1', 'CP-1')).toBeUndefined();
  for (const attempt of underWay) attempt?.succeeded();
  expect(begin(attempts, '10.0.0.1', 'CP-1')).toBeDefined();
});

test('a flood in many names is stopped', () => {
  const attempts = newAttempts();
  for (let i = 0; i < 3_000; i += 1) fail(attempts, '10.0.0.1', `CP-${i}`, 1);
  expect(begin(attempts, '10.0.0.1', 'NEXT')).toBeUndefined();
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', false],
  ['2001:db8::1', '2001:db8:0:0:5::', false],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
])('after failures of %s, %s may try: %s', (one, other, isFree) => {
  const attempts = newAttempts();
  fail(attempts, one, 'BAD', 30);
  expect(begin(attempts, other, 'BAD') !== undefined).toBe(isFree);
});

test('stations that wait to be accepted are many in one network, but not without end', () => {
  const attempts = newAttempts();
  for (let i = 0; i < 3_000; i += 1) begin(attempts, '10.0.0.1', `CP-${i}`)?.pending();
  expect(begin(attempts, '10.0.0.1', 'NEXT')).toBeUndefined();
  expect(begin(attempts, '10.0.0.2', 'NEXT')).toBeDefined();
});

test('a station that comes and goes without end waits, and its neighbours do not', () => {
  const attempts = newAttempts();
  for (let i = 0; i < 60; i += 1) begin(attempts, '10.0.0.1', 'CP-1')?.succeeded();
  expect(begin(attempts, '10.0.0.1', 'CP-1')).toBeUndefined();
  expect(begin(attempts, '10.0.0.1', 'CP-2')).toBeDefined();
  now += 1_000;
  expect(begin(attempts, '10.0.0.1', 'CP-1')).toBeDefined();
});

test('a right password is taken whatever others have failed from the same address, and still not without end', () => {
  const attempts = newAttempts();
  fail(attempts, '10.0.0.1', 'CP-1', 40);
  for (let i = 0; i < 3_100; i += 1) fail(attempts, '10.0.0.1', `X-${i}`, 1);
  expect(begin(attempts, '10.0.0.1', 'CP-1')).toBeUndefined();
  for (let i = 0; i < 60; i += 1) begin(attempts, '10.0.0.1', 'CP-1', true)?.succeeded();
  expect(begin(attempts, '10.0.0.1', 'CP-1', true)).toBeUndefined();
  expect(begin(attempts, '10.0.0.1', 'CP-2', true)).toBeDefined();
});
