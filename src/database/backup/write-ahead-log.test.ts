import { expect, test } from 'vitest';
import { isBefore, numberOf, segmentAt, timelinesAfter } from './write-ahead-log.ts';

const segmentBytes = 16 * 1024 * 1024;

test('segments are counted across their logs', () => {
  expect(numberOf('0000000100000000000000FF', segmentBytes)).toBe(255);
  expect(numberOf('000000020000000100000000', segmentBytes)).toBe(256);
  expect(segmentAt({ timeline: 26, number: 256, segmentBytes })).toBe('0000001A0000000100000000');
});

test('positions are compared as numbers, not as texts', () => {
  expect(isBefore('0/FFFFFFFF', '1/0')).toBe(true);
  expect(isBefore('9/0', '10/0')).toBe(true);
  expect(isBefore('1/10', '1/9')).toBe(false);
  expect(isBefore('1/10', '1/10')).toBe(false);
});

test('a timeline that left before the backup ended is none that went on from it', () => {
  const histories = new Map([
    [2, '1\t0/5000000\tbefore 2026-11-15 10:00:00+00\n'],
    [3, '1\t0/9000000\tno recovery target specified\n'],
    [4, '1\t0/9000000\tx\n\n3\t0/B000000\ty\n'],
    [5, '1\t0/5000000\tx\n2\t0/C000000\ty\n'],
  ]);
  expect(timelinesAfter({ timeline: 1, stopLsn: '0/8000000' }, histories)).toEqual([1, 3, 4]);
});
