import type { Pool } from 'pg';
import { minorDigits, minorText } from '#base/currency.ts';
import { type Entry, write } from '#ledger/ledger-types.ts';
import { postMoney } from '#money/ledger/post-money.ts';
import { bookedCredits } from '../billing/bill-store.ts';

export type TopUp = {
  paymentId: string;
  tokenId: string;
  currency: string;
  /** In whole minor units: what the card has to gain now; below zero where money went back. */
  amount: bigint;
  /** How often it was loaded, or taken off, before. */
  entries: string;
};

/** Top-ups of which more, or less, was kept than stands on the card. */
export async function readTopUpsToLoad(pool: Pool): Promise<TopUp[]> {
  const { rows } = await pool.query<Omit<TopUp, 'amount'> & { amount: string }>(
    `select payment.id as "paymentId", token.id as "tokenId", payment.currency,
       (payment.allocated - booked.amount)::text as amount, booked.entries::text as entries
     from money_payment as payment join token on token.id = payment.subject
     cross join lateral (
       select -coalesce(sum(money_posting.amount), 0) as amount, count(*) as entries
       from money_transaction join money_posting on transaction_id = money_transaction.id
       where cites_kind = 'payment' and cites_id = payment.id::text and kind = 'top-up' and account = 'deposits') as booked
     where purpose = 'top-up' and target is not null and payment.allocated <> booked.amount
       and payment.created_at > clock_timestamp() - interval '200 days'
     order by payment.id limit 100`,
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** What was paid is on the card, and is owed to its holder. */
export function topUpLoaded({ paymentId, tokenId, currency, amount, entries }: TopUp, at: Date): Entry {
  const units = amount * 10n ** BigInt(4 - minorDigits(currency));
  const key = `top-up:${paymentId}:${entries}`;
  return {
    events: [
      {
        kind: 'token-credit-booked',
        stationId: null,
        key,
        happenedAt: at,
        body: { tokenId, amount: minorText(-amount, currency), currency },
      },
    ],
    writes: [
      write(bookedCredits, { tokenId, entryId: key, amount: -units }),
      ...postMoney([
        {
          key,
          kind: 'top-up',
          currency,
          at,
          cites: { kind: 'payment', id: paymentId },
          postings: [
            { account: 'receivable', party: `top-up:${paymentId}`, amount },
            { account: 'deposits', party: `token:${tokenId}`, amount: -amount },
          ],
        },
      ]),
    ],
  };
}

/** A card keeps the currency of its first entry. */
export async function readCreditCurrency(pool: Pool, tokenId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ currency: string }>(
    `select currency from money_posting join money_transaction on money_transaction.id = transaction_id
     where account = 'deposits' and party = $1 order by at, transaction_id limit 1`,
    [`token:${tokenId}`],
  );
  return rows[0]?.currency;
}
