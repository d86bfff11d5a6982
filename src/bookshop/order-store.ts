import type { ClientBase, Pool } from 'pg';
import { Overtaken, type Projection } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { NewOrder, Order, OrderStep } from './orders.ts';

export type Placing = {
  order: NewOrder;
  attempt: string;
  isFirstPurchase: boolean;
  tell: { url: string; version: string } | null;
};

/** Stock, coupon, checkout and order change together or not at all. */
export const newOrders: Projection<Placing> = {
  name: 'orders of books',
  identity: ({ order }) => order.id,
  async write(client, rows) {
    for (const placing of rows) {
      await takeStock(client, placing.order);
      await useCoupon(client, placing);
      await endCheckout(client, placing);
      await insertOrder(client, placing);
    }
  },
};

/** Locks in one order, so that two buyers with the same books never wait for each other in a ring. */
async function takeStock(client: ClientBase, { lines }: NewOrder): Promise<void> {
  const wanted = new Map<string, { quantity: number; unitCents: number }>();
  for (const { bookId, quantity, unitCents } of lines)
    wanted.set(bookId, { unitCents, quantity: (wanted.get(bookId)?.quantity ?? 0) + quantity });
  const ids = [...wanted.keys()].toSorted();
  const [quantities, prices] = [ids.map((id) => wanted.get(id)?.quantity), ids.map((id) => wanted.get(id)?.unitCents)];
  await client.query('select from book where id = any($1) order by id for update', [ids]);
  const { rowCount } = await client.query(
    `update book set stock = stock - taken.quantity
     from unnest($1::text[], $2::int[], $3::int[]) as taken (id, quantity, price)
     where book.id = taken.id and is_listed and stock >= taken.quantity and price_cents = taken.price`,
    [ids, quantities, prices],
  );
  if (rowCount !== ids.length) throw new Overtaken('a book is sold out or costs something else');
}

async function useCoupon(
  client: ClientBase,
  { order: { coupon, buyer, placedAt }, isFirstPurchase }: Placing,
): Promise<void> {
  if (coupon === null) return;
  const { rowCount } = await client.query(
    `update book_coupon set uses = uses + 1
     where code = $1 and (most_uses is null or uses < most_uses) and (ends_at is null or ends_at > $2)`,
    [coupon, placedAt],
  );
  if (rowCount !== 1) throw new Overtaken('the coupon is used up or over');
  if (!isFirstPurchase) return;
  // Two first purchases at once: the row of the coupon, held since the update above, lets them pass one after the other.
  const earlier = await client.query('select from book_order where buyer = $1 limit 1', [buyer]);
  if (earlier.rowCount !== 0) throw new Overtaken('it is not the first purchase');
}

async function endCheckout(client: ClientBase, { order: { id, checkoutId }, attempt }: Placing): Promise<void> {
  const { rowCount } = await client.query(
    `update book_checkout set state = 'completed', order_id = $2, version = version + 1
     where id = $1 and state = 'completing' and attempt = $3`,
    [checkoutId, id, attempt],
  );
  if (rowCount !== 1) throw new Overtaken('another attempt has taken the checkout over');
  // What a cart held is bought: asked again, it makes no second order.
  await client.query(
    `update book_cart set state = 'cancelled' where id = (select cart_id from book_checkout where id = $1)`,
    [checkoutId],
  );
}

async function insertOrder(client: ClientBase, { order, tell }: Placing): Promise<void> {
  const { id, checkoutId, owner, buyer, lines, totals, coupon, delivery, paymentReference, placedAt, currency } = order;
  await client.query(
    `insert into book_order (id, checkout_id, owner, buyer, lines, totals, coupon, delivery, payment_reference, placed_at, currency)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, checkoutId, owner, buyer, JSON.stringify(lines), JSON.stringify(totals), coupon],
      ...[JSON.stringify(delivery), paymentReference, placedAt, currency],
    ],
  );
  await client.query(
    `insert into book_order_line (order_id, book_id, quantity)
     select $1, book_id, sum(quantity) from unnest($2::text[], $3::int[]) as line (book_id, quantity) group by book_id`,
    [id, lines.map(({ bookId }) => bookId), lines.map(({ quantity }) => quantity)],
  );
  if (tell !== null)
    await client.query(insertWebhook, [uuidv7(placedAt), id, tell.url, tell.version, 'placed', placedAt]);
}

const insertWebhook = `insert into ucp_webhook (id, order_id, url, version, event, made_at, next_at) values ($1, $2, $3, $4, $5, $6, $6)`;

const columns = `id, number::int, checkout_id as "checkoutId", owner, buyer, lines, totals, coupon, delivery,
  payment_reference as "paymentReference", currency, steps, placed_at as "placedAt"`;

export async function readOrder(pool: Pool, id: string): Promise<Order | undefined> {
  const { rows } = await pool.query<Order>(`select ${columns} from book_order where id = $1`, [id]);
  return rows[0];
}

export async function listOrders(
  pool: Pool,
  { owner, limit, before }: { owner?: string | undefined; limit: number; before?: number | undefined },
): Promise<Order[]> {
  const { rows } = await pool.query<Order>(
    `select ${columns} from book_order where ($1::text is null or owner = $1) and ($2::bigint is null or number < $2)
     order by number desc limit $3`,
    [owner ?? null, before ?? null, limit],
  );
  return rows;
}

export type OrderStepRow = {
  orderId: string;
  step: OrderStep;
  tell: { url: string; version: string } | null;
  at: Date;
};

export const orderSteps: Projection<OrderStepRow> = {
  name: 'steps of orders of books',
  identity: ({ step }) => step.id,
  async write(client, rows) {
    for (const { orderId, step, tell, at } of rows) {
      const { rowCount } = await client.query(
        `update book_order set steps = steps || $2::jsonb where id = $1 and not steps @> $3::jsonb`,
        [orderId, JSON.stringify([step]), JSON.stringify([{ kind: step.kind }])],
      );
      if (rowCount !== 1) throw new Overtaken('the order has taken this step already');
      if (tell !== null)
        await client.query(insertWebhook, [uuidv7(at), orderId, tell.url, tell.version, step.kind, at]);
    }
  },
};

/** Where the platform that sold it listens. */
export async function tellOf(pool: Pool, orderId: string): Promise<{ url: string; version: string } | null> {
  const { rows } = await pool.query<{ url: string; version: string }>(
    `select url, version from ucp_webhook where order_id = $1 and event = 'placed'`,
    [orderId],
  );
  return rows[0] ?? null;
}
