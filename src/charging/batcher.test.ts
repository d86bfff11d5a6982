import { expect, test } from 'vitest';
import { batchedCache } from './batcher.ts';

const clock = { now: () => new Date(0) };

test('what is asked for in one moment is read at once, and then remembered', async () => {
  const asked: string[][] = [];
  const cache = batchedCache<string>({
    readMany(keys) {
      asked.push([...keys]);
      return Promise.resolve(new Map([['a', '1']]));
    },
    clock,
  });
  expect(await Promise.all(['a', 'b', 'a'].map((key) => cache.get(key)))).toEqual(['1', undefined, '1']);
  expect([await cache.get('a'), await cache.get('b')]).toEqual(['1', undefined]);
  expect(asked).toEqual([['a', 'b']]);
});

test('a key that the database refuses is not there, and harms nobody who asked in the same moment', async () => {
  const refusal = Object.assign(new Error('out of range'), { code: '22003' });
  const cache = batchedCache<string>({
    readMany: (keys) =>
      keys.includes('bad') ? Promise.reject(refusal) : Promise.resolve(new Map(keys.map((key) => [key, `${key}!`]))),
    clock,
  });
  const asked = ['a', 'b', 'bad', 'c', 'd'];
  expect(await Promise.all(asked.map((key) => cache.get(key)))).toEqual(['a!', 'b!', undefined, 'c!', 'd!']);
});

test('a database that is away is away for all who asked', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const cache = batchedCache({ readMany: () => Promise.reject(away), clock });
  const asked = await Promise.allSettled(['a', 'b'].map((key) => cache.get(key)));
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
