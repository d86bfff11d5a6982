import type { Pool } from 'pg';
import type { LocalList } from '#contract/local-list.ts';
import { readSealed, type SealedToken } from '../authorization/token-store.ts';
import { fingerprintOf, type HeldEntry, isListed } from './difference.ts';
import { type ListRow, readHeld, readList } from './local-list-store.ts';

/** Compares what the station should know with what it took from us and with what it says it has. */
export async function viewLocalList({ pool }: { pool: Pool }, stationId: string): Promise<LocalList> {
  const list = await readList(pool, stationId);
  const held = await readHeld(pool, stationId);
  const wanted = (await readSealed(pool, list?.wantedTokenIds ?? null)).filter(isListed);
  const entries = entriesOf(wanted, held, new Set(list?.leftOut));
  const why = whyOutOfStep(list, entries);
  return {
    stationId,
    version: list?.version ?? null,
    sentAt: list?.sentAt?.toISOString() ?? null,
    reportedVersion: list?.reportedVersion ?? null,
    reportedAt: list?.reportedAt?.toISOString() ?? null,
    isInStep: why === null,
    why,
    refusal: list?.refusal ?? null,
    entries,
  };
}

function entriesOf(
  wanted: readonly SealedToken[],
  held: readonly HeldEntry[],
  leftOut: ReadonlySet<string>,
): LocalList['entries'] {
  const known = new Map(held.map(({ tokenId, fingerprint }) => [tokenId, fingerprint]));
  const own = wanted.map((token) => ({
    tokenId: token.id,
    label: token.label,
    state: leftOut.has(token.id) ? ('too-long' as const) : stateOf(token, known.get(token.id)),
  }));
  const kept = new Set(wanted.map(({ id }) => id));
  const surplus = held.filter(({ tokenId }) => !kept.has(tokenId));
  return [...own, ...surplus.map(({ tokenId }) => ({ tokenId, label: null, state: 'surplus' as const }))];
}

function stateOf(token: SealedToken, fingerprint: string | undefined): 'held' | 'missing' | 'outdated' {
  if (fingerprint === undefined) return 'missing';
  return fingerprint === fingerprintOf(token) ? 'held' : 'outdated';
}

function whyOutOfStep(list: ListRow | undefined, entries: LocalList['entries']): LocalList['why'] {
  if (list?.refusal) return 'refused';
  if (!list?.sentAt) return 'never-sent';
  if (!list.isComplete) return 'incomplete';
  const saidLater = list.reportedAt !== null && list.reportedAt > list.sentAt;
  if (saidLater && list.reportedVersion !== list.version) return 'other-version';
  return entries.every(({ state }) => state === 'held' || state === 'too-long') ? null : 'tokens-changed';
}
