import type { Pool } from 'pg';
import type { Account } from './accounts.ts';

export type Balance = { account: Account; party: string; currency: string; amount: bigint };

/** What the accounts come to: always summed from the postings, never kept beside them. */
export async function readBalances(
  pool: Pick<Pool, 'query'>,
  { account, party, until }: { account?: Account | undefined; party?: string | undefined; until?: Date | undefined },
): Promise<Balance[]> {
  const { rows } = await pool.query<Omit<Balance, 'amount'> & { amount: string }>(
    `select account, party, currency, sum(amount)::text as amount
     from money_posting join money_transaction on money_transaction.id = transaction_id
     where ($1::text is null or account = $1) and ($2::text is null or party = $2) and ($3::timestamptz is null or at < $3)
     group by account, party, currency having sum(amount) <> 0 order by account, party, currency`,
    [account ?? null, party ?? null, until ?? null],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
