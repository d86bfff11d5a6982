import type { Pool } from 'pg';
import { columnOf } from '#database/columns.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { disputedAmount, finalTarget, type PaymentBook } from './absorb-reading.ts';

export const openItemKinds = [
  'shortfall',
  'refund-refused',
  'capture-refused',
  'hold-ending',
  'unsettled',
  'claw-back',
  'unknown-movement',
  'missing-movement',
  'different-amount',
  'unbilled-record',
  'terminal-failed',
  'terminal-differs',
] as const;
export type OpenItemKind = (typeof openItemKinds)[number];

/** What a person has to look at. One per key; whatever opened it keeps it open. */
export type OpenItem = {
  key: string;
  kind: OpenItemKind;
  paymentId: string | null;
  provider: string | null;
  movementId: string | null;
  currency: string;
  amount: bigint;
  details: string;
};

const maxRefusals = 5;
const unsettledAfterMs = 24 * 3_600_000;
const holdEndsWithinMs = 12 * 3_600_000;

/** What is odd about a payment, from what is known of it. */
export function itemsOf({ payment, refusals, movements }: PaymentBook, now: Date): OpenItem[] {
  const { id, provider, currency, allocated, received, refunded, refundOwed, authorized, status } = payment;
  const items: OpenItem[] = [];
  const add = (kind: OpenItemKind, amount: bigint, details: string) =>
    items.push({ key: `${kind}:${id}`, kind, paymentId: id, provider, movementId: null, currency, amount, details });
  const { target } = payment;
  const isOver = received > 0n || ['failed', 'canceled', 'expired'].includes(status);
  if (target !== null && target > allocated && isOver)
    add('shortfall', target - allocated, 'The payment covers less than what is to be paid.');
  if (refundOwed > refunded && refusals.refund >= maxRefusals)
    add('refund-refused', refundOwed - refunded, 'The provider does not give the money back; it is asked once a day.');
  if (status === 'held' && refusals.capture >= maxRefusals)
    add(
      'capture-refused',
      target ?? authorized,
      'The provider does not hand out what it holds; it is asked each hour.',
    );
  const holdLeftMs = payment.holdUntil === null ? Infinity : payment.holdUntil.getTime() - now.getTime();
  if (status === 'held' && target === null && holdLeftMs < holdEndsWithinMs)
    add('hold-ending', authorized, 'The hold ends soon, and nobody has said what is to be taken.');
  // By the money, not by the last change: whoever looks at a payment may change it.
  const paidAt = Math.min(...movements.filter(({ kind }) => kind === 'in').map(({ at }) => at.getTime()));
  if (received > 0n && finalTarget(payment) === null && now.getTime() - paidAt > unsettledAfterMs)
    add('unsettled', received, 'It was paid a day ago, and nobody has said what is to be kept.');
  const disputed = disputedAmount(payment);
  if (disputed > 0n) add('claw-back', disputed, 'The provider took money back that had been kept.');
  return items;
}

type ItemsRow = { paymentId: string; items: readonly OpenItem[]; at: Date };

/** The items of a payment as they are now: those that are over are closed, by nobody. */
export const paymentItems: Projection<ItemsRow> = {
  name: 'open items of payments',
  identity: ({ paymentId }) => paymentId,
  async write(client, rows) {
    for (const { paymentId, items, at } of rows) {
      await client.query(
        `update open_item set closed_at = $3, closed_by = null, resolution = 'over'
         where payment_id = $1 and closed_at is null and key <> all($2::text[])
           and kind not in ('unknown-movement', 'missing-movement', 'different-amount')`,
        [paymentId, items.map(({ key }) => key), at],
      );
      await insertItems(client, items, at);
    }
  },
};

type FoundItem = { item: OpenItem; at: Date };

export const foundItems: Projection<FoundItem> = {
  name: 'open items',
  identity: ({ item }) => item.key,
  async write(client, rows) {
    for (const { item, at } of rows) await insertItems(client, [item], at);
  },
};

/** What opened them is so no longer, and nobody had to do anything. */
export const overItems: Projection<{ key: string; at: Date }> = {
  name: 'open items that are over',
  identity: ({ key }) => key,
  async write(client, rows) {
    for (const { key, at } of rows)
      await client.query(
        `update open_item set closed_at = $2, closed_by = null, resolution = 'over' where key = $1 and closed_at is null`,
        [key, at],
      );
  },
};

type ItemClosure = { id: string; by: string; resolution: string; at: Date };

export const closedItems: Projection<ItemClosure> = {
  name: 'closed open items',
  identity: ({ id }) => id,
  async write(client, rows) {
    for (const { id, by, resolution, at } of rows)
      await client.query(
        `update open_item set closed_at = $2, closed_by = $3, resolution = $4 where id = $1 and closed_at is null`,
        [id, at, by, resolution],
      );
  },
};

async function insertItems(client: Pick<Pool, 'query'>, items: readonly OpenItem[], at: Date): Promise<void> {
  for (const item of items)
    await client.query(
      `insert into open_item (id, key, kind, payment_id, provider, movement_id, currency, amount, details, opened_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (key) do update set amount = excluded.amount, details = excluded.details,
         closed_at = case when open_item.closed_by is null then null else open_item.closed_at end,
         resolution = case when open_item.closed_by is null then null else open_item.resolution end`,
      [
        ...[uuidv7(at), item.key, item.kind, item.paymentId, item.provider, item.movementId, item.currency],
        ...[String(item.amount), item.details, at],
      ],
    );
}

export type StoredItem = OpenItem & {
  id: string;
  openedAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  resolution: string | null;
};

const fields = ['id', 'key', 'kind', 'paymentId', 'provider', 'movementId', 'currency', 'amount', 'details'];
const columns = [...fields, 'openedAt', 'closedAt', 'closedBy', 'resolution']
  .map((name) => `${columnOf(name)} as "${name}"`)
  .join(', ');

export async function readOpenItems(
  pool: Pool,
  { isOpen, id, paymentId, limit }: { isOpen?: boolean | undefined; id?: string; paymentId?: string; limit: number },
): Promise<StoredItem[]> {
  const { rows } = await pool.query<Omit<StoredItem, 'amount'> & { amount: string }>(
    `select ${columns} from open_item where ($1::boolean is null or (closed_at is null) = $1) and ($2::uuid is null or id = $2)
       and ($3::uuid is null or payment_id = $3) order by opened_at desc, id desc limit $4`,
    [isOpen ?? null, id ?? null, paymentId ?? null, limit],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
