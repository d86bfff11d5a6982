import type { ClientBase } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { insertMoney } from '#money/ledger/post-money.ts';
import { minorDigits, unitsOf } from '../decimal.ts';

/** A card whose credit was set by somebody, or is about to pay a bill. */
export type CreditEntry = {
  tokenId: string;
  at: Date;
  /** Of the bill that it is about to pay; null: the currency of its tariff, or the one that everything here is priced in. */
  currency: string | null;
  /** The card is taken away: nothing is owed on it any more. */
  isRemoved?: true;
};

/**
 * What is on a prepaid card is owed to its holder. Whatever was put on it and is not in the money ledger yet is booked: with the change, or
 * with the first bill where no currency was known before. It is the difference between both, so nothing is booked twice. Whoever changes a
 * credit by hand has taken the money, or given it back.
 */
export const creditEntries: Projection<CreditEntry> = {
  name: 'credit entries',
  identity: ({ tokenId }) => tokenId,
  merge: (earlier, later) => ({ ...earlier, ...later, currency: later.currency ?? earlier.currency }),
  async write(client, rows) {
    const differences = await readDifferences(client, rows);
    await insertMoney(
      client,
      rows.flatMap((row) => {
        const found = differences.get(row.tokenId);
        if (found === undefined) return [];
        const { tokenId, at } = row;
        const { currency, owed, booked } = found;
        return [
          {
            key: `credit:${tokenId}:${found.entries}`,
            kind: 'credit-change',
            currency,
            at,
            cites: { kind: 'token' as const, id: tokenId },
            postings: [
              { account: 'clearing' as const, party: 'bank', amount: owed - booked },
              { account: 'deposits' as const, party: `token:${tokenId}`, amount: booked - owed },
            ],
          },
        ];
      }),
    );
  },
};

/** In whole minor units. `entries`: how many there are about the card, so that two who book at once cannot both. */
type Difference = { currency: string; owed: bigint; booked: bigint; entries: string };

async function readDifferences(client: ClientBase, rows: readonly CreditEntry[]): Promise<Map<string, Difference>> {
  const ids = rows.map(({ tokenId }) => tokenId);
  // What others are changing is waited for before it is read.
  await client.query('select from token where id = any($1::text[]) order by id for update', [ids]);
  const { rows: found } = await client.query<{
    tokenId: string;
    credit: string;
    currency: string;
    booked: string;
    entries: string;
  }>(readText, [ids, rows.map(({ currency }) => currency), rows.map(({ isRemoved }) => isRemoved === true)]);
  return new Map(
    found.map(({ tokenId, credit, currency, booked, entries }) => {
      const owed = unitsOf(credit) / 10n ** BigInt(4 - minorDigits(currency));
      return [tokenId, { currency, owed, booked: BigInt(booked), entries }];
    }),
  );
}

/** A card keeps the currency of its first entry; a bill in another one changes nothing here. */
const readText = `
  select given.token_id as "tokenId", case when given.is_removed then '0' else coalesce(token.credit, 0)::text end as credit,
    chosen.currency, booked.amount::text as booked, booked.entries::text as entries
  from unnest($1::text[], $2::text[], $3::boolean[]) as given (token_id, currency, is_removed)
  join token on token.id = given.token_id
  cross join lateral (select coalesce(
    (select currency from money_posting join money_transaction on money_transaction.id = transaction_id
     where account = 'deposits' and party = 'token:' || token.id order by at, transaction_id limit 1),
    given.currency,
    (select terms ->> 'currency' from tariff_version where tariff_id = token.tariff_id limit 1),
    (select min(currency) from (select currency from site union select terms ->> 'currency' from tariff_version) as used
     having count(*) = 1)) as currency) as chosen
  cross join lateral (
    select -coalesce(sum(amount) filter (where money_transaction.currency = chosen.currency), 0) as amount, count(*) as entries
    from money_posting join money_transaction on money_transaction.id = transaction_id
    where account = 'deposits' and party = 'token:' || token.id) as booked
  where chosen.currency is not null and (given.currency is null or given.currency = chosen.currency)`;
