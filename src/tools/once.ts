import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type ErrorCode, SigecError } from '#base/errors.ts';
import { canonicalJson } from '#base/json.ts';
import { storableValue } from '#database/storable-text.ts';
import { type DerivedWrite, type Projection, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { PreparedCall, Tool, ToolAnswer } from './tool.ts';

const maxCharacters = 65_536;

/**
 * An answer as a table can keep it, or undefined when it is too large: what has happened must not fail to be written down because of what
 * a station said.
 */
export function storableAnswer({ text, data }: ToolAnswer): ToolAnswer | undefined {
  const json = JSON.stringify({ text, data });
  return json.length <= maxCharacters ? storableValue(JSON.parse(json) as ToolAnswer) : undefined;
}

type KeyedCall = { principal: string; key: string; tool: string; argumentDigest: Buffer };

type KeptAnswer = { tool: string; argumentDigest: Buffer; answer: ToolAnswer | null; askedAt: Date };

/** Takes the key for this call; otherwise says what has it already. */
export async function takeKey(pool: Pool, call: KeyedCall, now: Date): Promise<KeptAnswer | undefined> {
  const { principal, key, tool, argumentDigest } = call;
  const { rowCount } = await pool.query(
    `insert into tool_answer (principal, key, tool, argument_digest, asked_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [principal, key, tool, argumentDigest, now],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await pool.query<KeptAnswer>(
    `select tool, argument_digest as "argumentDigest", answer, asked_at as "askedAt" from tool_answer where principal = $1 and key = $2`,
    [principal, key],
  );
  return rows[0] ?? takeKey(pool, call, now); // given back in between: it is free after all
}

/** The call did nothing: the key may be used again. */
export async function giveKeyBack(pool: Pool, { principal, key }: KeyedCall): Promise<void> {
  await pool.query('delete from tool_answer where principal = $1 and key = $2 and answer is null', [principal, key]);
}

export async function forgetAnswers(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from tool_answer where asked_at < $1', [before]);
}

type AnswerRow = Pick<KeyedCall, 'principal' | 'key'> & { answer: ToolAnswer };

const toolAnswers: Projection<AnswerRow> = {
  name: 'answers of tools',
  identity: ({ principal, key }) => `${principal} ${key}`,
  async write(client, rows) {
    for (const { principal, key, answer } of rows)
      await client.query('update tool_answer set answer = $3 where principal = $1 and key = $2', [
        principal,
        key,
        JSON.stringify(answer),
      ]);
  },
};

type Keyed = { tool: Tool; prepared: PreparedCall; actor: Actor };
type Needs = { pool: Pool; clock: Clock };

export type Once<Done> = { done: Done; keeping?: DerivedWrite } | { earlier: ToolAnswer };

/** With an idempotency key a call is done once, however often it comes. `keeping` is committed with the call's own entry. */
export async function once<Done extends { answer: ToolAnswer }>(
  { pool, clock }: Needs,
  { tool, prepared, actor }: Keyed,
  act: () => Promise<Done>,
): Promise<Once<Done>> {
  const { idempotencyKey: key, isDryRun } = prepared;
  if (key === undefined || isDryRun) return { done: await act() };
  const argumentDigest = createHash('sha256').update(canonicalJson(prepared.arguments)).digest();
  const call: KeyedCall = { principal: actorName(actor), key, tool: tool.name, argumentDigest };
  const known = await takeKey(pool, call, clock.now());
  if (known !== undefined) return { earlier: earlierAnswer(call, known) };
  try {
    const done = await act();
    const { principal } = call;
    const answer = storableAnswer(done.answer);
    return answer === undefined ? { done } : { done, keeping: write(toolAnswers, { principal, key, answer }) };
  } catch (thrown) {
    // What was refused did nothing. Of a call that broke off nobody knows what it did: its key stays taken.
    if (thrown instanceof SigecError && didNothing.has(thrown.code))
      await giveKeyBack(pool, call).catch(() => undefined); // then it stays taken
    throw thrown;
  }
}

const didNothing = new Set<ErrorCode>([
  ...(['INVALID_INPUT', 'NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT', 'STATION_OFFLINE', 'TOO_MANY_REQUESTS'] as const),
]);

function earlierAnswer({ tool, argumentDigest }: KeyedCall, known: KeptAnswer): ToolAnswer {
  if (known.tool !== tool || !known.argumentDigest.equals(argumentDigest)) {
    throw new SigecError('CONFLICT', 'This idempotency_key was used for another call. Take a new one for a new call.');
  }
  if (known.answer !== null) return known.answer;
  throw new SigecError(
    'CONFLICT',
    'The first call with this idempotency_key has not ended, or broke off. See what it did before you ask again with a new key.',
  );
}
