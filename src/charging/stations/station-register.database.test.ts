import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { StationRegister } from './station-register.ts';

test('a name that nobody has is looked up once, until it is entered', async () => {
  await using database = await freshDatabase();
  let queries = 0;
  const pool = { query: (...given: [string, unknown[]]) => ((queries += 1), database.pool.query(...given)) };
  const register = new StationRegister(pool as never);
  for (let i = 0; i < 5; i += 1) expect(await register.find('STRANGER')).toBeUndefined();
  expect(queries).toBe(1);
  register.update('STRANGER', { password: null });
  expect(await register.find('STRANGER')).toMatchObject({ password: null });
});
