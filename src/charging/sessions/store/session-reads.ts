import type { Pool } from 'pg';
import { Batcher } from '../../batcher.ts';
import type { SessionFact } from '../record/session-fact.ts';
import { type KeptFact, wholeFact } from './kept-fact.ts';
import { readSessionFacts } from './session-facts.ts';
import { readRunning, readStartKeys } from './session-store.ts';
import { identityOf } from './touched-session.ts';

/** What recording an event has to look up, kept narrow so that a model can stand in for PostgreSQL. */
export type SessionReads = {
  factUnder(stationId: string, key: string): Promise<SessionFact | undefined>;
  startKeys(stationId: string, refs: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  facts(stationId: string, ref: string): Promise<readonly SessionFact[]>;
  running(stationId: string): Promise<[ref: string, evseId: number][]>;
  hasEnded(stationId: string, ref: string): Promise<boolean>;
};

export function postgresSessionReads(pool: Pool): SessionReads {
  const taken = new Batcher((identities) => readStartKeys(pool, identities)); // a morning's starts come together
  const running = new Batcher((stationIds) => readRunning(pool, stationIds));
  return {
    async factUnder(stationId, key) {
      const { rows } = await pool.query<{ body: KeptFact }>(
        'select body_of(event) as body from event where station_id = $1 and key = $2',
        [stationId, key],
      );
      return rows[0] && wholeFact(rows[0].body);
    },
    async startKeys(stationId, refs) {
      const found = await Promise.all(refs.map((ref) => taken.read(identityOf({ stationId, ref }))));
      return new Map(refs.flatMap((ref, index) => (found[index] ? [[ref, found[index].startKey] as const] : [])));
    },
    facts: (stationId, ref) => readSessionFacts(pool, { stationId, ref }),
    running: async (stationId) => (await running.read(stationId)) ?? [],
    async hasEnded(stationId, ref) {
      const { rowCount } = await pool.query(
        'select from session where station_id = $1 and ref = $2 and ended_at is not null',
        [stationId, ref],
      );
      return rowCount === 1;
    },
  };
}
