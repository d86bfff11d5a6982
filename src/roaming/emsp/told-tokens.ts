import type { Pool } from 'pg';
import { seal, unseal } from '#ledger/seal.ts';

export type ToldToken = { tokenId: string; uid: string; type: string; isValid: boolean; goneAt: Date | null };
type Row = Omit<ToldToken, 'uid'> & { uid: Buffer };

const purpose = 'roaming told token';
const columns = `token_id as "tokenId", uid, type, is_valid as "isValid", gone_at as "goneAt"`;

/** Partners that were away hear of it when they are back; whoever is away for longer reads everything anew. */
export const toldAfterMs = 30 * 86_400_000;

export type ToldTokens = ReturnType<typeof openToldTokens>;

/** What partners were told of tokens of ours, so that they can be told that one is gone: here its value is destroyed by then. */
export function openToldTokens({ pool, installationKey }: { pool: Pool; installationKey: Buffer }) {
  const toTold = ({ uid, ...row }: Row): ToldToken => ({
    ...row,
    uid: unseal(installationKey, purpose, uid).toString(),
  });
  return {
    async find(tokenId: string): Promise<ToldToken | undefined> {
      const { rows } = await pool.query<Row>(`select ${columns} from roaming_told_token where token_id = $1`, [
        tokenId,
      ]);
      return rows.map(toTold)[0];
    },
    /** One that is there again after it was gone is one that is there. */
    async note(tokens: readonly { tokenId: string; uid: string; type: string; isValid: boolean }[], at: Date) {
      if (tokens.length === 0) return;
      await pool.query(
        `insert into roaming_told_token (token_id, uid, type, is_valid, told_at)
         select *, $5::timestamptz from unnest($1::text[], $2::bytea[], $3::text[], $4::boolean[])
         on conflict (token_id) do update
           set uid = excluded.uid, type = excluded.type, is_valid = excluded.is_valid, told_at = excluded.told_at, gone_at = null`,
        [
          tokens.map(({ tokenId }) => tokenId),
          tokens.map(({ uid }) => seal(installationKey, purpose, Buffer.from(uid))),
          tokens.map(({ type }) => type),
          tokens.map(({ isValid }) => isValid),
          at,
        ],
      );
    },
    /** Whether anybody knows it. */
    async markGone(tokenId: string, at: Date): Promise<boolean> {
      const { rowCount } = await pool.query(
        'update roaming_told_token set gone_at = coalesce(gone_at, $2), is_valid = false where token_id = $1',
        [tokenId, at],
      );
      return rowCount === 1;
    },
    /** Of those that are still there, in the order of their ids. */
    async page(after: string, limit: number): Promise<Pick<ToldToken, 'tokenId' | 'isValid'>[]> {
      const { rows } = await pool.query<Pick<ToldToken, 'tokenId' | 'isValid'>>(
        `select token_id as "tokenId", is_valid as "isValid" from roaming_told_token
         where gone_at is null and token_id > $1 order by token_id limit $2`,
        [after, limit],
      );
      return rows;
    },
    async pageOfGone({
      from,
      to,
      offset,
      limit,
    }: {
      from: Date | null;
      to: Date | null;
      offset: number;
      limit: number;
    }) {
      const within = `gone_at is not null and ($1::timestamptz is null or gone_at >= $1) and ($2::timestamptz is null or gone_at < $2)`;
      const [{ rows }, counted] = await Promise.all([
        pool.query<Row>(
          `select ${columns} from roaming_told_token where ${within} order by gone_at, token_id offset $3 limit $4`,
          [from, to, offset, limit],
        ),
        pool.query<{ total: number }>(`select count(*)::integer as total from roaming_told_token where ${within}`, [
          from,
          to,
        ]),
      ]);
      return { gone: rows.map(toTold), total: counted.rows[0]?.total ?? 0 };
    },
    async forgetGoneBefore(moment: Date): Promise<void> {
      await pool.query('delete from roaming_told_token where gone_at < $1', [moment]);
    },
  };
}
