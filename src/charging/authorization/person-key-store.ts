import { randomBytes, randomUUID } from 'node:crypto';
import type { Projection } from '#ledger/ledger-types.ts';
import type { PersonKey } from '../seal.ts';

export function newPersonKey(): PersonKey {
  return { id: randomUUID(), secret: randomBytes(32) };
}

export const personKeys: Projection<PersonKey & { createdAt: Date }> = {
  name: 'person keys',
  identity: ({ id }) => id,
  merge: (earlier) => earlier,
  async write(client, keys) {
    await client.query(
      `insert into person_key (id, secret, created_at) select * from unnest($1::uuid[], $2::bytea[], $3::timestamptz[])`,
      [keys.map(({ id }) => id), keys.map(({ secret }) => secret), keys.map(({ createdAt }) => createdAt)],
    );
  },
};

/** Whatever was sealed under it can never be read again, wherever a copy of it may be. */
export const destroyedKeys: Projection<{ id: string }> = {
  name: 'destroyed person keys',
  identity: ({ id }) => id,
  merge: (earlier) => earlier,
  async write(client, keys) {
    await client.query('delete from person_key where id = any($1::uuid[])', [keys.map(({ id }) => id)]);
  },
};
