import { expect, test } from 'vitest';
import { BatchedCache } from './batched-cache.ts';

function counted(values: Map<string, string>) {
  const asked: string[][] = [];
  let now = 0;
  const cache = new BatchedCache<string>({
    readMany: (keys) => {
      asked.push([...keys]);
      return Promise.resolve(new Map(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key) ?? '']] : []))));
    },
    clock: { now: () => new Date(now) },
    lastsMs: 1000,
    mostEntries: 3,
  });
  return {
    cache,
    asked,
    forward(ms: number) {
      now += ms;
    },
  };
}

test('what is asked for in one moment is read at once, and then remembered', async () => {
  const { cache, asked } = counted(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  );
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((key) => cache.get(key)))).toEqual(['1', '2', '1', undefined]);
  expect(await Promise.all(['a', 'c'].map((key) => cache.get(key)))).toEqual(['1', undefined]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('what is old or forgotten is read anew', async () => {
  const values = new Map([['a', '1']]);
  const { cache, forward } = counted(values);
  await cache.get('a');
  values.set('a', '2');
  expect(await cache.get('a')).toBe('1');
  forward(1001);
  expect(await cache.get('a')).toBe('2');
  values.set('a', '3');
  cache.forget('a');
  expect(await cache.get('a')).toBe('3');
  values.set('a', '4');
  cache.forgetAll();
  expect(await cache.get('a')).toBe('4');
});

test('a read that was under way when something was forgotten is not remembered', async () => {
  const { cache, asked } = counted(new Map([['a', '1']]));
  const reading = cache.get('a');
  cache.forget('a');
  await reading;
  await cache.get('a');
  expect(asked).toHaveLength(2);
});

test('the oldest gives way', async () => {
  const { cache, asked } = counted(new Map());
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key);
  await cache.get('b');
  await cache.get('a');
  expect(asked).toEqual([['a'], ['b'], ['c'], ['d'], ['a']]);
});
