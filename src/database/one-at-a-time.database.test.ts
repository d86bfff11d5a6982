import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';
import { oneAtATime } from './one-at-a-time.ts';

test('what is under way under a name is not done a second time, and after it ended it is', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = oneAtATime(pool, 'sweep', () => (begin(), end));
  await begun;
  expect(await oneAtATime(pool, 'sweep', async () => {})).toBe(false);
  expect(await oneAtATime(pool, 'another', async () => {})).toBe(true);
  resolve();
  expect(await first).toBe(true);
  expect(await oneAtATime(pool, 'sweep', async () => {})).toBe(true);
});

test('work that fails lets go of its name', async () => {
  await using database = await freshDatabase();
  const failing = oneAtATime(database.pool, 'sweep', () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await oneAtATime(database.pool, 'sweep', async () => {})).toBe(true);
});
