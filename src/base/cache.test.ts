import { expect, test } from 'vitest';
import { Cache, type CacheNeeds } from './cache.ts';

function open(more: Partial<CacheNeeds<string | undefined>> = {}) {
  const values = new Map([['a', '1']]);
  const reads: string[] = [];
  const time = { now: 0 };
  const cache = new Cache<string | undefined>({
    clock: { now: () => new Date(time.now) },
    lastsMs: 1_000,
    maxEntries: 3,
    async read(key) {
      reads.push(key);
      await new Promise(setImmediate);
      return values.get(key);
    },
    ...more,
  });
  return { cache, values, reads, time };
}

test('what was read is remembered, also that it is not there', async () => {
  const { cache, reads } = open();
  expect(await Promise.all(['a', 'b', 'a'].map((key) => cache.get(key)))).toEqual(['1', undefined, '1']);
  expect([await cache.get('a'), await cache.get('b')]).toEqual(['1', undefined]);
  expect(reads).toEqual(['a', 'b']);
});

test('what is not worth a place is read every time', async () => {
  const { cache, values } = open({ isKept: (value) => value !== undefined });
  expect(await cache.get('b')).toBeUndefined();
  values.set('b', '2');
  expect(await cache.get('b')).toBe('2');
});

test('what is old or forgotten is read anew', async () => {
  const { cache, values, time } = open();
  await cache.get('a');
  values.set('a', '2');
  expect(await cache.get('a')).toBe('1');
  time.now += 1_001;
  expect(await cache.get('a')).toBe('2');
  values.set('a', '3');
  cache.forget('a');
  expect(await cache.get('a')).toBe('3');
  values.set('a', '4');
  cache.forgetAll();
  expect(await cache.get('a')).toBe('4');
});

test('a read that was under way while something was forgotten is neither remembered nor shared', async () => {
  const { cache, reads } = open();
  const first = cache.get('a');
  cache.forget('b');
  await Promise.all([first, cache.get('a')]);
  expect(reads).toEqual(['a', 'a']);
});

test('a read that failed is not remembered', async () => {
  let isAway = true;
  const { cache } = open({ read: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('back')) });
  const both = await Promise.allSettled([cache.get(), cache.get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await cache.get()).toBe('back');
});

test('the value that was read longest ago gives way', async () => {
  const { cache, reads } = open();
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key);
  await cache.get('b');
  await cache.get('a');
  expect(reads).toEqual(['a', 'b', 'c', 'd', 'a']);
});
