import type { Pool } from 'pg';
import { hashOf } from '../key-store.ts';

/** What a browser has begun; `details` is what only we know of it. */
export type Step<Details> = { purpose: string; secret: string; details: Details; expiresAt: Date };

const maxSteps = 20_000;

export async function keepStep(pool: Pool, step: Step<object>, now: Date): Promise<void> {
  await pool.query('delete from sign_in_step where expires_at < $1', [now]);
  // Strangers may begin as often as they like: beyond this the oldest are forgotten.
  await pool.query(
    `delete from sign_in_step where hash in (select hash from sign_in_step order by expires_at desc offset ${maxSteps})`,
  );
  await pool.query('insert into sign_in_step (hash, purpose, details, expires_at) values ($1, $2, $3, $4)', [
    hashOf(step.secret),
    step.purpose,
    JSON.stringify(step.details),
    step.expiresAt,
  ]);
}

/** Takes it away in the same breath as it is found: each is used once. */
export async function takeStep<Details>(
  pool: Pool,
  { purpose, secret, now }: { purpose: string; secret: string; now: Date },
): Promise<Details | undefined> {
  const { rows } = await pool.query<{ details: Details }>(
    'delete from sign_in_step where hash = $1 and purpose = $2 and expires_at > $3 returning details',
    [hashOf(secret), purpose, now],
  );
  return rows[0]?.details;
}
