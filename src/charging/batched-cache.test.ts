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
    maxEntries: 3,
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

test('a key that the database refuses is not there, and harms nobody who asked in the same moment', async () => {
  const refusal = Object.assign(new Error('out of range'), { code: '22003' });
  const cache = new BatchedCache<string>({
    readMany: (keys) =>
      keys.includes('bad') ? Promise.reject(refusal) : Promise.resolve(new Map(keys.map((key) => [key, `${key}!`]))),
    clock: { now: () => new Date(0) },
  });
  const asked = ['a', 'b', 'bad', 'c', 'd'];
  expect(await Promise.all(asked.map((key) => cache.get(key)))).toEqual(['a!', 'b!', undefined, 'c!', 'd!']);
});

test('a database that is away is away for all who asked', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const cache = new BatchedCache({ readMany: () => Promise.reject(away), clock: { now: () => new Date(0) } });
  const asked = await Promise.allSettled(['a', 'b'].map((key) => cache.get(key)));
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
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
