import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { seal } from '#ledger/seal.ts';
import { freshDatabase } from '../../../../test/support/postgres.ts';
import { hashOf, isIssuedBy } from '../certificate-hash.ts';
import { pemOf } from '../pem.ts';
import { readAuthorities } from './authority-store.ts';
import { makeAuthority } from './make-authority.ts';

const migration = (name: string) => readFile(join(import.meta.dirname, '..', 'migrations', name), 'utf8');

test('the single root of an older installation retires, and can still sign for what it issued', async () => {
  await using database = await freshDatabase();
  const client = await database.connect();
  try {
    await client.query('create schema older; set search_path to older; create table station (id text primary key)');
    await client.query(await migration('0001-certificates.sql'));
    await client.query(await migration('0002-max-contracts.sql'));
    const installationKey = randomBytes(32);
    const old = await makeAuthority('root', { parent: null, now: new Date(), addresses: undefined });
    const sealed = seal(
      installationKey,
      'certificate authority',
      old.privateKey.export({ format: 'der', type: 'pkcs8' }),
    );
    await client.query(
      'insert into certificate_authority (certificate, sealed_key, created_at) values ($1, $2, now())',
      [...[pemOf(old.certificate), sealed]],
    );
    await client.query(
      `insert into station values ('CP-1');
       insert into issued_certificate values ('4f', 'CP-1', 'station', 'CN=CP-1', 'pem', now(), now())`,
    );
    await client.query(await migration('0003-authorities.sql'));
    const [authority, ...others] = await readAuthorities(client as unknown as Pool, installationKey);
    expect(others).toEqual([]);
    expect(authority).toMatchObject({ role: 'development', origin: 'made', chain: [] });
    expect(authority?.retiredAt).not.toBeNull();
    expect(authority !== undefined && old.certificate.checkPrivateKey(authority.privateKey)).toBe(true);
    expect(authority !== undefined && isIssuedBy(authority, hashOf(authority, '4f'))).toBe(true);
    const { rows } = await client.query('select authority_id from issued_certificate');
    expect(rows).toEqual([{ authority_id: authority?.id }]);
  } finally {
    await client.end();
  }
});
