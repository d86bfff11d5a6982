import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { from: 0, to: 10 }],
  ['bytes=90-', { from: 90, to: 100 }],
  ['bytes=-5', { from: 95, to: 100 }],
  ['bytes=-500', { from: 0, to: 100 }],
  ['bytes=50-5000', { from: 50, to: 100 }],
  ['bytes=100-', 'outside'],
  ['bytes=20-10', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
])('Range: %s of 100 bytes is %j', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});
