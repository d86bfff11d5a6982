import type { Pool } from 'pg';

export type NewDelivery = {
  id: string;
  /** `webhook:…`, `email:…` or `push:…`, and whose. */
  receiver: string;
  /** What it is about: the same is put in line once. */
  sourceKey: string;
  body: Record<string, unknown>;
  madeAt: Date;
  notBefore: Date;
};

export async function putInLine(pool: Pick<Pool, 'query'>, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const each of deliveries)
    await pool.query(
      `insert into delivery (id, receiver, source_key, body, made_at, not_before) values ($1, $2, $3, $4, $5, $6)
       on conflict (receiver, source_key) do nothing`,
      [each.id, each.receiver, each.sourceKey, JSON.stringify(each.body), each.madeAt, each.notBefore],
    );
}

export type Due = { number: string; id: string; receiver: string; body: Record<string, unknown>; madeAt: Date };

/** Receivers with something due, whose pause after a failure is over; who was not served for longest comes first. */
export async function dueReceivers(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ receiver: string }>(
    `select delivery.receiver from delivery left join delivery_receiver as state on state.receiver = delivery.receiver
     where delivery.delivered_at is null and delivery.given_up_at is null and delivery.not_before <= $1 and (state.next_at is null or state.next_at <= $1)
     group by delivery.receiver order by max(state.next_at) nulls first, min(delivery.number) limit 500`,
    [now],
  );
  return rows.map(({ receiver }) => receiver);
}

/** The first in line of a receiver that may leave now. */
export async function firstDue(pool: Pool, receiver: string, now: Date): Promise<Due | undefined> {
  const { rows } = await pool.query<Due>(
    `select number, id, receiver, body, made_at as "madeAt" from delivery
     where receiver = $1 and delivered_at is null and given_up_at is null and not_before <= $2 order by number limit 1`,
    [receiver, now],
  );
  return rows[0];
}

export async function markDelivered(pool: Pool, { number, receiver }: Due, now: Date): Promise<void> {
  await pool.query('update delivery set delivered_at = $2 where number = $1', [number, now]);
  await pool.query(
    `insert into delivery_receiver (receiver, next_at, delivered_at) values ($1, $2, $2)
     on conflict (receiver) do update set attempts = 0, next_at = excluded.next_at, delivered_at = excluded.delivered_at, failing_since = null, trouble = null`,
    [receiver, now],
  );
}

/** How long after each failure the next attempt comes; the last pause repeats. */
const pausesMs = [5_000, 15_000, 60_000, 300_000, 600_000];

export async function markFailed(
  pool: Pool,
  receiver: string,
  { now, trouble }: { now: Date; trouble: string },
): Promise<void> {
  const { rows } = await pool.query<{ attempts: number }>(
    `insert into delivery_receiver as known (receiver, attempts, next_at, failing_since, trouble) values ($1, 1, $2, $2, $3)
     on conflict (receiver) do update set attempts = known.attempts + 1, failing_since = coalesce(known.failing_since, excluded.failing_since),
       trouble = excluded.trouble returning attempts`,
    [receiver, now, trouble.slice(0, 300)],
  );
  const attempts = rows[0]?.attempts ?? 1;
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0;
  await pool.query('update delivery_receiver set next_at = $2 where receiver = $1', [
    receiver,
    new Date(now.getTime() + pause),
  ]);
}

export async function giveUp(pool: Pool, { number }: Due, now: Date): Promise<void> {
  await pool.query('update delivery set given_up_at = $2 where number = $1', [number, now]);
}

/** What nobody will deliver any more, and what was delivered long ago. */
export async function sweepLine(
  pool: Pool,
  { now, tryForMs, keepMs }: { now: Date; tryForMs: number; keepMs: number },
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rowCount } = await pool.query(
    'update delivery set given_up_at = $1 where delivered_at is null and given_up_at is null and made_at < $2',
    [now, before(tryForMs)],
  );
  await pool.query(
    'delete from delivery where made_at < $1 and (delivered_at is not null or given_up_at is not null)',
    [before(keepMs)],
  );
  return rowCount ?? 0;
}
