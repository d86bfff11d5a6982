import type { ClientBase } from 'pg';
import { type DerivedWrite, type Projection, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { MoneyTransaction, Posting } from './accounts.ts';

export type NewTransaction = Omit<MoneyTransaction, 'id'>;

/**
 * What is booked inside the commit of the fact that it follows from. Parts of one account become one; where nothing is left, nothing is
 * booked. That all comes to nothing is a constraint of the tables; whoever breaks it loses the whole commit, so it is looked at here first.
 */
export function postMoney(transactions: readonly NewTransaction[]): DerivedWrite[] {
  return balanced(transactions).map((transaction) => write(moneyTransactions, transaction));
}

/** The same for a projection that finds out within the commit what has to be booked. */
export async function insertMoney(client: ClientBase, transactions: readonly NewTransaction[]): Promise<void> {
  const rows = balanced(transactions);
  if (rows.length > 0) await insertTransactions(client, rows);
}

function balanced(transactions: readonly NewTransaction[]): MoneyTransaction[] {
  return transactions.flatMap((transaction) => {
    const postings = summed(transaction.postings);
    const total = postings.reduce((sum, { amount }) => sum + amount, 0n);
    if (total !== 0n) throw new Error(`The postings of ${transaction.key} come to ${total}, not to nothing.`);
    return postings.length === 0 ? [] : [{ ...transaction, id: uuidv7(transaction.at), postings }];
  });
}

/** From one picture of balances to the next: what has to be booked in between. */
export function difference(before: readonly Posting[], after: readonly Posting[]): Posting[] {
  return summed([...after, ...before.map((each) => ({ ...each, amount: -each.amount }))]);
}

function summed(postings: readonly Posting[]): Posting[] {
  const byAccount = new Map<string, Posting>();
  for (const each of postings) {
    const key = `${each.account}\n${each.party}`;
    byAccount.set(key, { ...each, amount: each.amount + (byAccount.get(key)?.amount ?? 0n) });
  }
  return [...byAccount.values()].filter(({ amount }) => amount !== 0n);
}

const moneyTransactions: Projection<MoneyTransaction> = {
  name: 'money transactions',
  isIndependent: true,
  identity: ({ id }) => id,
  async write(client, rows) {
    await insertTransactions(client, rows);
  },
};

async function insertTransactions(client: ClientBase, rows: readonly MoneyTransaction[]): Promise<void> {
  const postings = rows.flatMap(({ id, postings: own }) => own.map((posting, line) => ({ id, line, ...posting })));
  await Promise.all([
    client.query(
      `insert into money_transaction (id, key, kind, currency, cites_kind, cites_id, at)
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])`,
      [
        rows.map(({ id }) => id),
        rows.map(({ key }) => key),
        rows.map(({ kind }) => kind),
        rows.map(({ currency }) => currency),
        rows.map(({ cites }) => cites.kind),
        rows.map(({ cites }) => cites.id),
        rows.map(({ at }) => at),
      ],
    ),
    client.query(
      `insert into money_posting (transaction_id, line, account, party, amount)
       select * from unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::bigint[])`,
      [
        postings.map(({ id }) => id),
        postings.map(({ line }) => line),
        postings.map(({ account }) => account),
        postings.map(({ party }) => party),
        postings.map(({ amount }) => amount),
      ],
    ),
  ]);
}
