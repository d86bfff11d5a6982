import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import type { ToolAnswer } from './tool.ts';

/** A call with an idempotency key, by whom and with what. */
export type KeyedCall = { principal: string; key: string; tool: string; argumentDigest: Buffer };

export type KeptAnswer = { tool: string; argumentDigest: Buffer; answer: ToolAnswer | null; askedAt: Date };

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

export type AnswerRow = Pick<KeyedCall, 'principal' | 'key'> & { answer: ToolAnswer };

export const toolAnswers: Projection<AnswerRow> = {
  name: 'answers of tools',
  identity: ({ principal, key }) => `${principal} ${key}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { principal, key, answer } of rows)
      await client.query('update tool_answer set answer = $3 where principal = $1 and key = $2', [
        principal,
        key,
        JSON.stringify(answer),
      ]);
  },
};
