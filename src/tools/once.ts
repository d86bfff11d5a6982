import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type ErrorCode, SigecError } from '#base/errors.ts';
import { type DerivedWrite, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { giveKeyBack, type KeptAnswer, type KeyedCall, takeKey, toolAnswers } from './answer-store.ts';
import { canonicalJson } from './canonical-json.ts';
import { storableAnswer } from './storable-answer.ts';
import type { PreparedCall, Tool, ToolAnswer } from './tool.ts';

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
