import type { Pool } from 'pg';
import type { Account, Citation, MoneyTransaction } from './accounts.ts';

type Line = { account: Account; party: string; amount: string };

/** Entries of the money ledger, the newest first: of an account's party, or of what they cite. */
export async function readTransactions(
  pool: Pool,
  { party, citesId, limit }: { party?: string | undefined; citesId?: string | undefined; limit: number },
): Promise<Omit<MoneyTransaction, 'key'>[]> {
  const { rows } = await pool.query<{
    id: string;
    kind: string;
    currency: string;
    cites: Citation;
    at: Date;
    postings: Line[];
  }>(
    `select id, kind, currency, jsonb_build_object('kind', cites_kind, 'id', cites_id) as cites, at,
       (select jsonb_agg(jsonb_build_object('account', account, 'party', party, 'amount', amount::text) order by line)
        from money_posting where transaction_id = money_transaction.id) as postings
     from money_transaction
     where ($1::text is null or cites_id = $1)
       and ($2::text is null or exists (select from money_posting where transaction_id = money_transaction.id and party = $2))
     order by at desc, id desc limit $3`,
    [citesId ?? null, party ?? null, limit],
  );
  return rows.map(({ postings, ...row }) => ({
    ...row,
    postings: postings.map((line) => ({ ...line, amount: BigInt(line.amount) })),
  }));
}
