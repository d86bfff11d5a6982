import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { SessionLimits, SessionLimitView } from '#contract/sessions/limits.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { batchedCache } from '../batcher.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import {
  askedKey,
  askedLimits,
  forceKey,
  type InForce,
  limitsInForce,
  readAsked,
  readInForce,
} from './session-limit-store.ts';

export type SessionLimitRegistry = ReturnType<typeof openSessionLimits>;

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; sessions: Pick<Sessions, 'get'> };

/** Where sessions are to end by themselves (E16, F07). */
export function openSessionLimits({ pool, ledger, clock, sessions }: Needs) {
  const asked = batchedCache<SessionLimits>({ clock, readMany: (keys) => readAsked(pool, keys) });
  const inForce = batchedCache<InForce>({ clock, readMany: (keys) => readInForce(pool, keys) });
  return {
    async ask({ stationId, remoteStartId, limits }: { stationId: string; remoteStartId: number; limits: SessionLimits }): Promise<void> {
      const askedAt = clock.now();
      await ledger.commit({
        events: [{ kind: 'session-limits-asked', stationId, happenedAt: askedAt, body: { remoteStartId, ...limits } }],
        writes: [write(askedLimits, { stationId, remoteStartId, ...limits, askedAt })],
        whenRefused: 'set-aside',
      });
      asked.forget(askedKey(stationId, remoteStartId));
    },
  /** What was asked for, until the station says what holds: whoever is told again and again would report again and again. */
    async toTell({ stationId, sessionRef, remoteStartId }: { stationId: string; sessionRef: string; remoteStartId: number }): Promise<SessionLimits | undefined> {
      const limits = await asked.get(askedKey(stationId, remoteStartId));
      if (limits === undefined) return undefined;
      return (await inForce.get(forceKey(stationId, sessionRef))) === undefined ? limits : undefined;
    },
    async recordInForce({ stationId, sessionRef, limits, at }: { stationId: string; sessionRef: string; limits: SessionLimits; at: Date }): Promise<void> {
      const key = forceKey(stationId, sessionRef);
      if (isDeepStrictEqual((await inForce.get(key))?.limits, limits)) return;
      await ledger.commit({
        events: [{ kind: 'session-limits-set', stationId, happenedAt: at, body: { ref: sessionRef, ...limits } }],
        writes: [write(limitsInForce, { stationId, sessionRef, ...limits, reportedAt: at })],
        whenRefused: 'set-aside',
      });
      inForce.forget(key);
    },
  // What people ask.
    async view(sessionId: string): Promise<SessionLimitView> {
      const { stationId, ref, remoteStartId } = await sessions.get(sessionId);
      const [wanted, holds] = await Promise.all([
        remoteStartId === null ? undefined : asked.get(askedKey(stationId, remoteStartId)),
        inForce.get(forceKey(stationId, ref)),
      ]);
      return { asked: wanted ?? null, inForce: holds?.limits ?? null, inForceSince: holds?.since ?? null };
    },
  };
}
