import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import type { Limiter } from '#base/limiter.ts';
import { hashOf } from '../key-store.ts';
import type { Browser } from '../sign-in.ts';

/** A sign-in that a browser has begun; `details` stay on the server. */
export type Step<Details> = { purpose: string; secret: string; details: Details; expiresAt: Date };

/** Of one purpose: whoever begins without end in one way keeps nobody from ending in another. */
const maxSteps = 20_000;

/** What strangers of one network may begin: an office that comes in the morning, and not all that we remember. */
export const beginningBudget = { perSecond: 5, burst: 200 };

/** Throws TOO_MANY_REQUESTS where a network begins more than it could end. */
export function mustHaveRoom({ beginnings }: { beginnings: Limiter }, { address }: Browser): void {
  const network = networkOf(address);
  if (beginnings.take(network)) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(beginnings.waitMs(network) / 1_000));
  throw new SigecError('TOO_MANY_REQUESTS', `Too many begin to sign in from this address; try again in a moment.`, {
    details: { retryAfterSeconds },
  });
}

export async function keepStep(pool: Pool, step: Step<object>, now: Date): Promise<void> {
  await pool.query('delete from sign_in_step where expires_at < $1', [now]);
  // Strangers may begin as often as they like: beyond this the oldest are forgotten.
  await pool.query(
    `delete from sign_in_step where hash in
       (select hash from sign_in_step where purpose = $1 order by expires_at desc offset ${maxSteps})`,
    [step.purpose],
  );
  await pool.query('insert into sign_in_step (hash, purpose, details, expires_at) values ($1, $2, $3, $4)', [
    hashOf(step.secret),
    step.purpose,
    JSON.stringify(step.details),
    step.expiresAt,
  ]);
}

/** Finds a step and removes it at once, since each is used once. */
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
