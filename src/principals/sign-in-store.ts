import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';

/** A browser that is signed in to the console by a key. */
export type SignInRecord = { hash: Buffer; keyId: string; signedInAt: Date; expiresAt: Date };

const columns = 'hash, key_id as "keyId", signed_in_at as "signedInAt", expires_at as "expiresAt"';

/** Written after the keys, since the first sign-in may come with its key. What has expired is swept out on the way. */
export const signInProjection: Projection<SignInRecord> = {
  name: 'sign-ins',
  identity: ({ hash }) => hash.toString('hex'),
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { hash, keyId, signedInAt, expiresAt } of rows) {
      await client.query('delete from sign_in where expires_at < $1', [signedInAt]);
      await client.query('insert into sign_in (hash, key_id, signed_in_at, expires_at) values ($1, $2, $3, $4)', [
        hash,
        keyId,
        signedInAt,
        expiresAt,
      ]);
    }
  },
};

export const signOutProjection: Projection<{ hash: Buffer }> = {
  name: 'sign-outs',
  identity: ({ hash }) => hash.toString('hex'),
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query('delete from sign_in where hash = any($1::bytea[])', [rows.map(({ hash }) => hash)]);
  },
};

export async function readSignIn(pool: Pool, hash: Buffer): Promise<SignInRecord | undefined> {
  const { rows } = await pool.query<SignInRecord>(`select ${columns} from sign_in where hash = $1`, [hash]);
  return rows[0];
}

export async function prolongSignIn(pool: Pool, hash: Buffer, expiresAt: Date): Promise<void> {
  await pool.query('update sign_in set expires_at = greatest(expires_at, $2) where hash = $1', [hash, expiresAt]);
}
