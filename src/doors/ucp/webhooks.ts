import type { Pool } from 'pg';
import { asError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { readOrder } from '#bookshop/order-store.ts';
import type { UcpNeeds } from './needs.ts';
import { profilePathOf } from './profile.ts';
import { showOrder } from './show-order.ts';
import { detachedSignature, type ShopKey, signedRequestHeaders } from './signing.ts';
import { isFirst, isKnownVersion } from './versions.ts';

/** How long after each attempt the next one comes; after the last it is given up. */
const pausesMs = [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000];
/** How long an attempt keeps others away from the same row. */
const holdMs = 60_000;
const atOnce = 20;

type Due = { id: string; orderId: string; url: string; version: string; event: string; attempts: number; madeAt: Date };

type Needs = UcpNeeds & { fetch: GuardedFetch; key: ShopKey };

/** Tells platforms about their orders until they have heard it. What is told is the order as it is at that moment. */
export function openWebhooks(needs: Needs, everyMs = 2_000): { deliver(): Promise<void>; close(): Promise<void> } {
  const closing = new AbortController();
  const { log } = needs;
  const sending = every({ task: 'send webhooks', everyMs, log, run: () => deliverDue(needs, closing.signal) });
  return {
    deliver: () => sending.now(),
    close() {
      closing.abort();
      return sending.close();
    },
  };
}

async function deliverDue(needs: Needs, signal: AbortSignal): Promise<void> {
  const due = await takeDue(needs.pool, needs.clock.now());
  await Promise.all(due.map((each) => deliverOne(needs, each, signal)));
}

/** Several nodes share the work: whoever takes a row holds it for a minute. */
async function takeDue(pool: Pool, now: Date): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `update ucp_webhook set next_at = $2, attempts = attempts + 1
     where id in (select id from ucp_webhook where next_at <= $1 order by next_at limit $3 for update skip locked)
     returning id, order_id as "orderId", url, version, event, attempts, made_at as "madeAt"`,
    [now, new Date(now.getTime() + holdMs), atOnce],
  );
  return rows;
}

async function deliverOne(needs: Needs, due: Due, signal: AbortSignal): Promise<void> {
  const { pool, clock, log } = needs;
  const trouble = await send(needs, due, signal).catch((error: unknown) => asError(error).message);
  const now = clock.now();
  if (trouble === undefined) {
    const text = 'update ucp_webhook set next_at = null, delivered_at = $2, trouble = null where id = $1';
    return void (await pool.query(text, [due.id, now]));
  }
  const wait = pausesMs[due.attempts - 1];
  const next = wait === undefined ? null : new Date(now.getTime() + wait);
  const values = [due.id, next, trouble.slice(0, 300)];
  await pool.query('update ucp_webhook set next_at = $2, trouble = $3 where id = $1', values);
  const facts = { order: due.orderId, attempts: due.attempts, reason: trouble };
  if (next === null) log.warn(facts, 'a platform was not told about its order, and nobody tries again');
  else log.debug(facts, 'a platform could not be told about its order');
}

/** What went wrong; undefined: it was heard. */
async function send(needs: Needs, due: Due, signal: AbortSignal): Promise<string | undefined> {
  const order = await readOrder(needs.pool, due.orderId);
  if (order === undefined || !isKnownVersion(due.version)) return 'the order is gone';
  const body = JSON.stringify(showOrder(needs.show, { version: due.version, language: 'pt-BR' }, order));
  const headers = headersFor(needs, due, body);
  const { status } = await needs.fetch(due.url, { method: 'POST', body, headers, signal });
  return status >= 200 && status < 300 ? undefined : `it answered with status ${status}`;
}

function headersFor({ key, show }: Needs, { id, url, version, madeAt }: Due, body: string): Record<string, string> {
  const seconds = String(Math.floor(madeAt.getTime() / 1000));
  const known = isKnownVersion(version) ? version : '2026-04-08';
  const named = {
    'ucp-agent': `profile="${show.baseUrl}${profilePathOf(known)}"`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
  };
  const signed = signedRequestHeaders(key, { url: new URL(url), body, headers: named });
  return isFirst(known) ? { ...signed, 'request-signature': detachedSignature(key, body) } : signed;
}
