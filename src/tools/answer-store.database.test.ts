import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';
import { giveKeyBack, takeKey } from './once.ts';

test('a key that is given back while somebody looks at it is taken by them, and not by nobody', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const call = { principal: 'key-1', key: 'my-first-key', tool: 'look', argumentDigest: Buffer.from('x') };
  expect(await takeKey(pool, call, new Date())).toBeUndefined();
  const looking = {
    async query(sql: string, values: unknown[]) {
      if (sql.startsWith('select')) await giveKeyBack(pool, call);
      return pool.query(sql, values);
    },
  } as unknown as Pool;
  expect(await takeKey(looking, call, new Date())).toBeUndefined();
  expect(await takeKey(pool, call, new Date()), 'the next one finds it taken').toMatchObject({ tool: 'look' });
});
