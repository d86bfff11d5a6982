import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../commands/run-command.ts';
import { clearedCaches, readSince, readToClear } from './cache-store.ts';

export type CacheKeeperNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  nodeId: string;
  isKeeping: boolean;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

export type CacheKeeper = {
  keep(stationId: string): Promise<void>;
  /** Of these stations, those that have yet to clear what they remember; null: of all that are online here. */
  toVisit(stationIds: readonly string[] | null): Promise<string[]>;
};

const why = ownReason('person-forgotten');
const answerWithinSeconds = 30;

/** Has stations clear what they remember of tokens. While stations are left alone, what is to be cleared stays in the books. */
export function openCacheKeeper(needs: CacheKeeperNeeds): CacheKeeper {
  const { pool, nodeId, isKeeping } = needs;
  return {
    keep: (stationId) => clearCache(needs, stationId),
    toVisit: async (ids) => (isKeeping ? readToClear(pool, { nodeId, ids }) : []),
  };
}

/** A station that answers at all is done with: one that says no keeps no cache. */
async function clearCache({ pool, ledger, clock, runCommand }: CacheKeeperNeeds, stationId: string): Promise<void> {
  const since = await readSince(pool, stationId);
  if (since === undefined) return;
  const ask = { stationId, name: 'clear-cache', input: {}, actor: system, why, answerWithinSeconds };
  const { outcome } = await runCommand(ask);
  if (outcome?.status !== 'accepted' && outcome?.status !== 'rejected') return;
  await ledger.commit({
    events: [{ kind: 'cache-cleared', stationId, happenedAt: clock.now(), body: { status: outcome.status } }],
    writes: [write(clearedCaches, { stationId, since })],
  });
}
