import type { Pool } from 'pg';
import type { Cart, Checkout, CheckoutContent, CheckoutRequest } from './checkout.ts';

const columns = `id, owner, content, version, shown_cents::double precision as "shownCents", state, claimed_at as "claimedAt", order_id as "orderId",
  cart_id as "cartId", created_at as "createdAt",
  expires_at as "expiresAt"`;

/** False: the cart that it is made from has another one already. */
export async function insertCheckout(
  pool: Pool,
  { id, owner, content, cartId, createdAt, expiresAt }: Checkout,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into book_checkout (id, owner, content, cart_id, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (cart_id) where cart_id is not null and state in ('open', 'completing') do nothing`,
    [id, owner, JSON.stringify(content), cartId, createdAt, expiresAt],
  );
  return rowCount === 1;
}

/** The one that is open, or being paid. One whose time is over makes room. */
export async function readCheckoutOfCart(pool: Pool, cartId: string, now: Date): Promise<Checkout | undefined> {
  await pool.query(
    `update book_checkout set state = 'cancelled' where cart_id = $1 and state = 'open' and expires_at <= $2`,
    [cartId, now],
  );
  const { rows } = await pool.query<Checkout>(
    `select ${columns} from book_checkout where cart_id = $1 and state in ('open', 'completing')`,
    [cartId],
  );
  return rows[0];
}

export async function readCheckout(pool: Pool, id: string): Promise<Checkout | undefined> {
  const { rows } = await pool.query<Checkout>(`select ${columns} from book_checkout where id = $1`, [id]);
  return rows[0];
}

/** Only as it was seen; undefined: somebody was quicker. */
export async function replaceContent(
  pool: Pool,
  { id, version }: Pick<Checkout, 'id' | 'version'>,
  content: CheckoutContent,
): Promise<Checkout | undefined> {
  const { rows } = await pool.query<Checkout>(
    `update book_checkout set content = $3, version = version + 1 where id = $1 and version = $2 and state = 'open' returning ${columns}`,
    [id, version, JSON.stringify(content)],
  );
  return rows[0];
}

/** What its owner sees now; of one that is paid or over nothing changes any more. */
export async function noteShown(pool: Pool, id: string, cents: number): Promise<void> {
  await pool.query(`update book_checkout set shown_cents = $2 where id = $1 and state = 'open'`, [id, cents]);
}

export async function cancelCheckout(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update book_checkout set state = 'cancelled', version = version + 1 where id = $1 and state = 'open'`,
    [id],
  );
  return rowCount === 1;
}

export type Claim = { id: string; version: number; attempt: string; now: Date; brokenBefore: Date };

/** One attempt at a time: an open checkout as it was seen, or one whose attempt broke off. */
export async function claimCheckout(pool: Pool, { id, version, attempt, now, brokenBefore }: Claim): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update book_checkout set state = 'completing', claimed_at = $4, attempt = $3
     where id = $1 and version = $2 and (state = 'open' or (state = 'completing' and claimed_at < $5))`,
    [id, version, attempt, now, brokenBefore],
  );
  return rowCount === 1;
}

/** Whether the attempt still holds it; if so, for as long again. */
export async function keepClaim(
  pool: Pool,
  { id, attempt, now }: Pick<Claim, 'id' | 'attempt' | 'now'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update book_checkout set claimed_at = $3 where id = $1 and attempt = $2 and state = 'completing'`,
    [id, attempt, now],
  );
  return rowCount === 1;
}

/** Gives it back after an attempt that sold nothing. */
export async function unclaimCheckout(
  pool: Pool,
  { id, attempt }: Pick<Claim, 'id' | 'attempt'>,
  challenge: string | null,
): Promise<void> {
  await pool.query(
    `update book_checkout set state = 'open', claimed_at = null, attempt = null, version = version + 1,
       content = jsonb_set(content, '{challenge}', $3::jsonb)
     where id = $1 and attempt = $2 and state = 'completing'`,
    [id, attempt, JSON.stringify(challenge)],
  );
}

export async function insertCart(pool: Pool, { id, owner, content, expiresAt }: Cart): Promise<void> {
  await pool.query('insert into book_cart (id, owner, content, expires_at) values ($1, $2, $3, $4)', [
    ...[id, owner, JSON.stringify(content), expiresAt],
  ]);
}

export async function readCart(pool: Pool, id: string): Promise<Cart | undefined> {
  const { rows } = await pool.query<Cart>(
    `select id, owner, content, state, expires_at as "expiresAt" from book_cart where id = $1`,
    [id],
  );
  return rows[0];
}

/** What was changed in its checkout, the cart shows too: whoever goes back to the shelves finds it. */
export async function followCheckout(pool: Pool, cartId: string, content: CheckoutRequest): Promise<void> {
  const { lines, codes, buyer } = content;
  await pool.query(`update book_cart set content = content || $2 where id = $1 and state = 'open'`, [
    cartId,
    JSON.stringify({ lines, codes, buyer }),
  ]);
}

/** False: it is open no longer. */
export async function changeCart(
  pool: Pool,
  id: string,
  { content, state = 'open' }: { content?: CheckoutRequest; state?: Cart['state'] },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update book_cart set content = coalesce($2, content), state = $3 where id = $1 and state = 'open'`,
    [id, content === undefined ? null : JSON.stringify(content), state],
  );
  return rowCount === 1;
}

/** Left behind by attempts that broke off, when their time is over: who pays may have to get it back. */
export async function readAbandoned(pool: Pool, now: Date, brokenBefore: Date): Promise<{ id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from book_checkout where state = 'completing' and claimed_at < $2 and expires_at < $1 limit 100`,
    [now, brokenBefore],
  );
  return rows;
}

/** Nobody else takes it up while the money goes back; what breaks off here is taken up again later. */
export async function claimAbandoned(
  pool: Pool,
  { id, attempt, now, brokenBefore }: Omit<Claim, 'version'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update book_checkout set claimed_at = $3, attempt = $2 where id = $1 and state = 'completing' and claimed_at < $4`,
    [id, attempt, now, brokenBefore],
  );
  return rowCount === 1;
}

export async function endAbandoned(pool: Pool, { id, attempt }: Pick<Claim, 'id' | 'attempt'>): Promise<void> {
  await pool.query(
    `update book_checkout set state = 'cancelled', attempt = null, version = version + 1 where id = $1 and attempt = $2 and state = 'completing'`,
    [id, attempt],
  );
}

/** What nobody finished, and names and addresses with it. */
export async function forgetUnfinished(pool: Pool, now: Date, before: Date): Promise<void> {
  await pool.query(`update book_checkout set state = 'cancelled' where state = 'open' and expires_at < $1`, [now]);
  await pool.query(`delete from book_checkout where state = 'cancelled' and expires_at < $1`, [before]);
  await pool.query('delete from book_cart where expires_at < $1', [before]);
}
