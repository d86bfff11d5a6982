import type { Pool } from 'pg';

export type PaymentState = 'asking' | 'challenge' | 'held' | 'captured' | 'refused' | 'released';

/** What was asked of the provider for a checkout, and what became of it. */
export type PaymentRecord = {
  checkoutId: string;
  operation: string;
  cents: number;
  currency: string;
  tokenHash: Buffer;
  state: PaymentState;
  reference: string | null;
  challengeUrl: string | null;
  askedAt: Date;
};

const columns = `checkout_id as "checkoutId", operation, cents::double precision as cents, currency, token_hash as "tokenHash", state, reference,
  challenge_url as "challengeUrl", asked_at as "askedAt"`;

export async function readPayment(pool: Pool, checkoutId: string): Promise<PaymentRecord | undefined> {
  const text = `select ${columns} from book_payment where checkout_id = $1`;
  return (await pool.query<PaymentRecord>(text, [checkoutId])).rows[0];
}

/** Before anybody is asked: it takes the place of one that came to nothing. */
export async function beginPayment(
  pool: Pool,
  {
    checkoutId,
    operation,
    cents,
    currency,
    tokenHash,
    askedAt,
  }: Omit<PaymentRecord, 'state' | 'reference' | 'challengeUrl'>,
): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into book_payment (checkout_id, operation, cents, currency, token_hash, state, asked_at, changed_at)
     values ($1, $2, $3, $4, $5, 'asking', $6, $6)
     on conflict (checkout_id) do update set operation = excluded.operation, cents = excluded.cents, currency = excluded.currency,
       token_hash = excluded.token_hash, state = 'asking', reference = null, challenge_url = null, asked_at = excluded.asked_at,
       changed_at = excluded.changed_at
     where book_payment.state in ('refused', 'released')`,
    [checkoutId, operation, cents, currency, tokenHash, askedAt],
  );
  if (rowCount !== 1) throw new Error(`Checkout ${checkoutId} has another payment under way.`);
}

/** What became of it; of another payment that took its place nothing changes. */
export async function notePayment(
  pool: Pool,
  { checkoutId, operation }: Pick<PaymentRecord, 'checkoutId' | 'operation'>,
  { state, reference, challengeUrl, now }: Pick<PaymentRecord, 'state' | 'reference' | 'challengeUrl'> & { now: Date },
): Promise<void> {
  await pool.query(
    `update book_payment set state = $3, reference = coalesce($4, reference), challenge_url = $5, changed_at = $6
     where checkout_id = $1 and operation = $2`,
    [checkoutId, operation, state, reference, challengeUrl, now],
  );
}

/** Orders that stand, and whose money is only held: whoever should have taken it has died. */
export async function readUncaptured(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select checkout_id as id from book_payment join book_checkout on book_checkout.id = checkout_id
     where book_payment.state in ('asking', 'held') and book_checkout.state = 'completed' order by changed_at limit 100`,
  );
  return rows.map(({ id }) => id);
}
