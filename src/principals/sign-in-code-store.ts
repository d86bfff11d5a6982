import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';

/** A one-time link for the first administrator. */
export type SignInCode = { hash: Buffer; expiresAt: Date };

export async function saveCode(pool: Pool, { hash, expiresAt }: SignInCode): Promise<void> {
  await pool.query('insert into sign_in_code (hash, expires_at) values ($1, $2)', [hash, expiresAt]);
}

/** Takes the code away in the same breath as it is found: of two that use it at once, one gets it. */
export async function takeCode(pool: Pool, hash: Buffer, now: Date): Promise<SignInCode | undefined> {
  const { rows } = await pool.query<SignInCode>(
    'delete from sign_in_code where hash = $1 and expires_at > $2 returning hash, expires_at as "expiresAt"',
    [hash, now],
  );
  return rows[0];
}

/** Once there is an administrator no link may make another one. */
export const endOfCodes: Projection<'all'> = {
  name: 'end of sign-in codes',
  identity: (all) => all,
  merge: (all) => all,
  async write(client) {
    await client.query('delete from sign_in_code');
  },
};
