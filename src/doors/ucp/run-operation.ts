import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { mustBeBounded } from '#base/bounded-arguments.ts';
import { errorAnswer, type UcpAnswer, unrecoverable } from './answer.ts';
import { refusalAnswer } from './checkout-operations.ts';
import type { UcpNeeds } from './needs.ts';
import type { Operation } from './operations.ts';
import { has, type Platform } from './platform.ts';
import { UcpError } from './ucp-error.ts';

export type OperationInput = { id: string; body: unknown; idempotencyKey: string | undefined };

/** One request of a platform, whatever binding it came by. */
export async function runOperation(
  needs: UcpNeeds,
  operation: Operation,
  platform: Platform,
  { id, body, idempotencyKey }: OperationInput,
): Promise<UcpAnswer> {
  const { root } = operation;
  if (!has(platform, root)) {
    const sentence = `Both parties have to have ${root} in revision ${platform.version}.`;
    const messages = [unrecoverable('capabilities_incompatible', sentence)];
    return errorAnswer(platform, root, { status: 200, messages, continueUrl: needs.show.baseUrl });
  }
  mustBeBounded(body);
  const read = readInput(operation, body);
  const work = async (): Promise<UcpAnswer> => {
    try {
      return await operation.handle(needs, platform, { id, body: read });
    } catch (error) {
      const refusal = refusalAnswer(needs, platform, root, error);
      if (refusal === undefined) throw error;
      return refusal;
    }
  };
  if (!operation.isWrite) return needs.reads.run({ actor: platform.actor, source: platform.owner }, work);
  if (idempotencyKey === undefined) return work();
  if (!/^[\u0020-\u007e]{1,200}$/.test(idempotencyKey))
    throw new UcpError(400, 'invalid_request', 'The idempotency key must be 1 to 200 visible ASCII characters.');
  const digest = createHash('sha256')
    .update(JSON.stringify([operation.name, id, body ?? null]))
    .digest();
  return answerOnce(needs, { owner: platform.owner, key: idempotencyKey, digest }, work);
}

function readInput({ body: schema }: Operation, body: unknown): unknown {
  if (schema === null) return undefined;
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join('.') || 'body';
  throw new UcpError(
    400,
    issue?.message === 'request_too_large' ? 'request_too_large' : 'invalid_request',
    `${place}: ${issue?.message}.`,
  );
}

type Keyed = { owner: string; key: string; digest: Buffer };

const patienceMs = 10_000;
/** What has no answer by then broke off, and is done anew: a payment knows by itself how far it had come. */
const brokenMs = 120_000;

/** The first request with a key does the work; every other one with it gets its answer. */
async function answerOnce({ pool, clock }: UcpNeeds, keyed: Keyed, work: () => Promise<UcpAnswer>): Promise<UcpAnswer> {
  const { owner, key, digest } = keyed;
  const now = clock.now();
  const taken = await pool.query(
    `insert into ucp_answer (owner, key, digest, asked_at) values ($1, $2, $3, $4)
     on conflict (owner, key) do update set asked_at = excluded.asked_at
     where ucp_answer.answer is null and ucp_answer.digest = excluded.digest and ucp_answer.asked_at < $5`,
    [owner, key, digest, now, new Date(now.getTime() - brokenMs)],
  );
  if (taken.rowCount !== 1) return earlierAnswer(pool, keyed);
  try {
    const answer = await work();
    if (answer.isPassing) await forgetUnanswered(pool, keyed);
    else {
      const values = [owner, key, JSON.stringify(answer)];
      await pool.query('update ucp_answer set answer = $3 where owner = $1 and key = $2', values);
    }
    return answer;
  } catch (error) {
    // It came to nothing: the same request may be sent again.
    await forgetUnanswered(pool, keyed).catch(() => undefined);
    throw error;
  }
}

async function forgetUnanswered(pool: Pool, { owner, key }: Keyed): Promise<void> {
  await pool.query('delete from ucp_answer where owner = $1 and key = $2 and answer is null', [owner, key]);
}

async function earlierAnswer(pool: Pool, { owner, key, digest }: Keyed): Promise<UcpAnswer> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(50)) {
    const { rows } = await pool.query<{ digest: Buffer; answer: UcpAnswer | null }>(
      'select digest, answer from ucp_answer where owner = $1 and key = $2',
      [owner, key],
    );
    const [known] = rows;
    if (known === undefined) break; // it came to nothing
    if (!known.digest.equals(digest))
      throw new UcpError(
        409,
        'idempotency_conflict',
        'This Idempotency-Key was used for another request. Take a new one.',
      );
    if (known.answer !== null) return known.answer;
  }
  throw new UcpError(
    409,
    'idempotency_in_progress',
    'The first request with this Idempotency-Key has not ended, or came to nothing. Try again.',
    { retryAfterSeconds: 1 },
  );
}

export async function forgetAnswers(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from ucp_answer where asked_at < $1', [before]);
}
