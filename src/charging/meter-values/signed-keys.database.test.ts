import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sample } from '../../../test/support/charging-session.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import type { Sample, SignedSample } from './sample.ts';
import { openSigned, SignedKeys } from './signed-keys.ts';

const installationKey = randomBytes(32);
const signed: SignedSample = { data: 'OCMF|{"ID":"CARD"}|{}', method: null, encoding: 'OCMF', publicKey: null };
const plain = sample('SoC', 50);
const told: Sample = { ...plain, signed };
const session = { stationId: 'CP-1', sessionRef: 'S-1', tokenHash: null };

test('what a meter signed is sealed, and read with the secret of its session only', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const [kept, beside] = await new SignedKeys({ pool, installationKey }).sealed([told, plain], session);
  expect(JSON.stringify(kept)).not.toContain('CARD');
  expect(beside).toEqual(plain);
  const secretOf = async () => (await pool.query<{ secret: Buffer }>('select secret from signed_key')).rows[0]?.secret;
  const secret = (await secretOf()) as Buffer;
  const sealed = kept?.signed ?? undefined;
  expect(openSigned(installationKey, sealed, { ...session, secret })).toEqual(signed);
  for (const other of [{ stationId: 'CP-2' }, { sessionRef: 'S-2' }, { secret: randomBytes(32) }, { secret: null }])
    expect(openSigned(installationKey, sealed, { ...session, secret, ...other })).toBeNull();
  // Another node, and the same one after a restart, seal under the same secret.
  await new SignedKeys({ pool, installationKey }).sealed([told], session);
  expect(await secretOf()).toEqual(secret);
});

test('messages without signed values cost nothing', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const samples = [plain];
  expect(await new SignedKeys({ pool, installationKey }).sealed(samples, session)).toBe(samples);
  expect((await pool.query('select from signed_key')).rowCount).toBe(0);
});

test('of a session whose driver was forgotten nothing signed is kept any more', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await pool.query(
    "insert into signed_key (station_id, session_ref, secret, created_at) values ('CP-1', 'S-1', null, now())",
  );
  await pool.query("insert into forgotten_token (id, forgotten_at) values ('tok_gone', now())");
  const keys = new SignedKeys({ pool, installationKey });
  expect(await keys.sealed([told], session)).toEqual([plain]);
  const late = { stationId: 'CP-1', sessionRef: 'S-9', tokenHash: 'tok_gone' };
  expect(await keys.sealed([told], late)).toEqual([plain]);
});

test('nodes that meet a new session at once agree on one secret', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const all = await Promise.all(
    Array.from({ length: 20 }, () => new SignedKeys({ pool, installationKey }).sealed([told], session)),
  );
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from signed_key');
  expect(rows).toHaveLength(1);
  for (const [kept] of all)
    expect(
      openSigned(installationKey, kept?.signed ?? undefined, { ...session, secret: rows[0]?.secret ?? null }),
    ).toEqual(signed);
});
