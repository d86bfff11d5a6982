import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '#database/in-transaction.ts';
import type { Party } from '../model/party.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

export type TakenAnswer = 'ACCEPTED' | 'REJECTED' | 'UNKNOWN_SESSION' | 'NOT_SUPPORTED' | 'TOO_OFTEN';
type ToldCommand = { partnerId: string; kind: string; responseUrl: string; requestHash: string };

const repeatMs = 24 * 3_600_000;
/** Where a partner has one `response_url` for all its commands: a driver may want the very same again. */
const sharedRepeatMs = 2 * 60_000;

export function hashOf(kind: string, asked: Record<string, unknown>): string {
  return createHash('sha256')
    .update(`${kind} ${JSON.stringify(asked)}`)
    .digest('hex');
}

/** What was answered to the same words with the same `response_url`: a partner that lost an answer asks again, and means one command. */
export async function findTaken(client: Queryable, told: ToldCommand, now: Date): Promise<TakenAnswer | undefined> {
  const { partnerId, responseUrl, requestHash } = told;
  const { rows } = await client.query<{ answer: TakenAnswer; isRecent: boolean }>(
    `select answer, asked_at > $5 or (answer = 'ACCEPTED' and ended_at is null) as "isRecent" from roaming_command
     where direction = 'in' and partner_id = $1 and response_url = $2 and request_hash = $3
       and (asked_at > $4 or (answer = 'ACCEPTED' and ended_at is null))
     order by asked_at desc limit 1`,
    [partnerId, responseUrl, requestHash, before(now, repeatMs), before(now, sharedRepeatMs)],
  );
  const [known] = rows;
  if (known === undefined) return undefined;
  return known.isRecent || (await isOfOneCommand(client, told)) ? known.answer : undefined;
}

/** The partner makes a `response_url` for each command of this kind, and used this one for nothing else. */
async function isOfOneCommand(
  client: Queryable,
  { partnerId, kind, responseUrl, requestHash }: ToldCommand,
): Promise<boolean> {
  const { rows } = await client.query<{ isSo: boolean }>(
    `select exists (select from roaming_command
         where direction = 'in' and partner_id = $1 and kind = $2 and response_url <> $3)
       and not exists (select from roaming_command
         where direction = 'in' and partner_id = $1 and response_url = $3 and request_hash <> $4) as "isSo"`,
    [partnerId, kind, responseUrl, requestHash],
  );
  return rows[0]?.isSo === true;
}

/** Of two that come at once one is written; the other gets its answer. */
export async function putTaken(
  pool: Pool,
  {
    id,
    answer,
    at,
    from,
    ...told
  }: ToldCommand & {
    id: string;
    answer: TakenAnswer;
    at: Date;
    from?: Party | undefined;
  },
): Promise<TakenAnswer | undefined> {
  const { partnerId, kind, responseUrl, requestHash } = told;
  return transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${partnerId} ${requestHash}`]);
    const other = await findTaken(client, told, at);
    if (other !== undefined) return other;
    await client.query(
      `insert into roaming_command (id, direction, partner_id, kind, response_url, request_hash, request, asked_at, answer)
       values ($1, 'in', $2, $3, $4, $5, $6, $7, $8)`,
      [id, partnerId, kind, responseUrl, requestHash, JSON.stringify({ from }), at, answer],
    );
    return undefined;
  });
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
