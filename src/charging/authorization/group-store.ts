import type { Pool } from 'pg';
import type { TokenGroup } from '#contract/token.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import type { PersonKey } from './seal.ts';
import type { Sealed } from './token-store.ts';

export type GroupRow = {
  id: string;
  name: string;
  key: PersonKey;
  value: Buffer;
  label: string;
  createdAt: Date;
  createdBy: string;
};

export const tokenGroups: Projection<GroupRow> = {
  name: 'token groups',
  order: 61,
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const row of rows) {
      await client.query('insert into person_key (id, secret, created_at) values ($1, $2, $3)', [
        row.key.id,
        row.key.secret,
        row.createdAt,
      ]);
      await client.query(
        'insert into token_group (id, name, key_id, value, label, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
        [row.id, row.name, row.key.id, row.value, row.label, row.createdAt, row.createdBy],
      );
    }
  },
};

export async function readGroups(pool: Pool): Promise<TokenGroup[]> {
  const { rows } = await pool.query<Omit<TokenGroup, 'createdAt'> & { createdAt: Date }>(
    `select id, name, label, created_at as "createdAt", created_by as "createdBy" from token_group order by name, id`,
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function readSealedGroup(pool: Pool, id: string): Promise<Sealed | undefined> {
  const { rows } = await pool.query<Sealed>(
    `select token_group.id, token_group.value, person_key.secret
     from token_group join person_key on person_key.id = token_group.key_id where token_group.id = $1`,
    [id],
  );
  return rows[0];
}
