import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { hashOf } from '../key-store.ts';
import { claimCode, insertCode, type NewToken, readToken, rotateTokens } from './grant-store.ts';

const now = new Date('2026-03-01T08:00:00Z');
const later = new Date(now.getTime() + 60_000);

test('of many who show a code at the same moment one is the first', async () => {
  await using database = await databaseWithAgent();
  const hash = hashOf('code');
  const asked = { clientId: 'c', personId: 'person00', role: 'viewer' as const, resource: 'https://us.example/mcp' };
  await insertCode(database.pool, { hash, ...asked, redirectUri: 'app.us:/', challenge: 'x', expiresAt: later });
  const claims = await Promise.all([1, 2, 3, 4, 5].map((each) => claimCode(database.pool, hash, `agent00${each}`)));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('of many who show a refresh token at the same moment one gets new ones', async () => {
  await using database = await databaseWithAgent();
  const { pool } = database;
  const used = hashOf('refresh');
  await pool.query(
    `insert into oauth_grant values ('agent000', 'person00', 'c', 'Program', 'host.example', 'https://us.example/mcp', $1)`,
    [now],
  );
  await pool.query(`insert into oauth_token values ($1, 'agent000', 'refresh', $2)`, [used, later]);
  const tokensOf = (name: string): NewToken[] => [
    { hash: hashOf(`access ${name}`), kind: 'access', expiresAt: later },
    { hash: hashOf(`refresh ${name}`), kind: 'refresh', expiresAt: later },
  ];
  const names = ['a', 'b', 'c', 'd', 'e'];
  const rotated = await Promise.all(names.map((name) => rotateTokens(pool, used, tokensOf(name), now)));
  expect(rotated.filter(Boolean)).toHaveLength(1);
  const known = await Promise.all(names.map((name) => readToken(pool, hashOf(`access ${name}`))));
  expect(known.map((token) => token !== undefined)).toEqual(rotated);
});

async function databaseWithAgent() {
  const database = await freshDatabase();
  for (const id of ['person00', 'agent000'])
    await database.pool.query(
      `insert into principal_key (id, name, kind, role, scopes, secret_hash, created_at) values ($1, 'Ana', 'person', 'viewer', '{}', '', $2)`,
      [id, now],
    );
  return database;
}
