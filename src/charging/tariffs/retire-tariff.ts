import type { Pool } from 'pg';
import type { Tariff } from '#contract/billing/tariff.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { problemOf } from '../problem.ts';
import { commitTariff } from './change-tariffs.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import { type PriceSnapshot, shownTariff } from './price-snapshot.ts';
import { tariffs } from './tariff-store.ts';

type Retiring = { tariffId: string; isForced: boolean; actor: Actor };

/** Gives it to nobody any more. Where it still holds, charging would become free without a word, so somebody has to say that it may. */
export async function retireTariff(needs: BoundNeeds, { tariffId, isForced, actor }: Retiring): Promise<Tariff> {
  needs.book.forgetAll();
  const book = await needs.book.get();
  const tariff = book.tariffs.get(tariffId);
  if (tariff === undefined) throw problemOf('NOT_FOUND', sentenceOf('no-tariff', { tariffId }));
  const now = needs.clock.now();
  const uses = await usesOf(needs.pool, { book, tariffId, now });
  if (tariff.retiredAt === null && !isForced && uses.words.length > 0) {
    throw problemOf('CONFLICT', sentenceOf('tariff-used', { tariffId, uses: uses.words }), uses.named);
  }
  const retired = { ...tariff, retiredAt: tariff.retiredAt ?? now.toISOString() };
  const { assignmentIds, stationIds, tokens } = uses.named;
  await commitTariff(needs, actor, {
    kind: 'tariff-retired',
    body: { tariffId, assignments: assignmentIds.length, stations: stationIds.length, tokens },
    writes: [write(tariffs, retired)],
  });
  return shownTariff(retired, now);
}

const maxNamed = 5;

async function usesOf(
  pool: Pool,
  { book, tariffId, now }: { book: PriceSnapshot; tariffId: string; now: Date },
): Promise<{
  words: Sentence[];
  named: { assignmentIds: string[]; stationIds: string[]; tokenIds: string[]; tokens: number };
}> {
  const assignmentIds = book.assignments
    .filter(
      ({ removedAt, validTo, ...one }) => one.tariffId === tariffId && removedAt === null && isToCome(validTo, now),
    )
    .map(({ id }) => id);
  const stationIds = [...book.given].flatMap(([stationId, given]) =>
    given.some((one) => one.tariffId === tariffId && one.clearedAt === null) ? [stationId] : [],
  );
  const { rows } = await pool.query<{ id: string; count: number }>(
    'select id, (count(*) over ())::integer as count from token where tariff_id = $1 order by id limit $2',
    [tariffId, maxNamed],
  );
  const tokenIds = rows.map(({ id }) => id);
  const tokens = rows[0]?.count ?? 0;
  const words = [
    wordsOf('holds-by-assignments', assignmentIds),
    wordsOf('holds-by-stations', stationIds),
    wordsOf('holds-by-tokens', tokenIds, tokens),
  ].filter((part) => part !== null);
  return { words, named: { assignmentIds, stationIds, tokenIds, tokens } };
}

function isToCome(time: string | null, now: Date): boolean {
  return time === null || Date.parse(time) > now.getTime();
}

/** "token: tok_a, tok_b and 7 more". */
function wordsOf(
  what: 'holds-by-assignments' | 'holds-by-stations' | 'holds-by-tokens',
  ids: readonly string[],
  count = ids.length,
): Sentence | null {
  if (count === 0) return null;
  const named = ids.slice(0, maxNamed);
  const more = count - named.length;
  return sentenceOf(what, { ids: more > 0 ? sentenceOf('and-more', { ids: named, more }) : named });
}
