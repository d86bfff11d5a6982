import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { ShortCache } from './short-cache.ts';

test('what was read is not read again until it is forgotten', async () => {
  const cache = new ShortCache<number>(systemClock);
  let reads = 0;
  const read = () => Promise.resolve((reads += 1));
  expect(await cache.get('a', read)).toBe(1);
  expect(await cache.get('a', read)).toBe(1);
  cache.forget('a');
  expect(await cache.get('a', read)).toBe(2);
});

test('a read that was under way while something was forgotten is not kept', async () => {
  const cache = new ShortCache<string>(systemClock);
  const slow = Promise.withResolvers<string>();
  const first = cache.get('a', () => slow.promise);
  cache.forget('a');
  slow.resolve('from before');
  expect(await first).toBe('from before');
  expect(await cache.get('a', () => Promise.resolve('from after'))).toBe('from after');
});

test('what is not there is asked for every time', async () => {
  const cache = new ShortCache<string>(systemClock);
  expect(await cache.get('a', () => Promise.resolve(undefined))).toBeUndefined();
  expect(await cache.get('a', () => Promise.resolve('now it is'))).toBe('now it is');
});
