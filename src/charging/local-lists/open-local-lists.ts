import type { Pool } from 'pg';
import type { Clock } from '#clock.ts';
import type { LocalList } from '#contract/local-list.ts';
import { type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { readList, reportedVersions, type SentRow, sentLists } from './local-list-store.ts';
import { type ListMessage, type ListPlan, type ListWish, planList } from './plan-list.ts';
import { viewLocalList } from './view-local-list.ts';

export type { ListEntry, ListMessage } from './plan-list.ts';

export type LocalLists = {
  /** What has to be sent, read from the tokens as they are now. Values are in clear and kept nowhere. */
  plan(wish: ListWish): Promise<ListPlan>;
  recordTaken(plan: ListPlan, message: ListMessage): Promise<void>;
  recordRefused(plan: ListPlan, code: string): Promise<void>;
  /** Returns whether it is the version we sent. */
  recordVersion(stationId: string, version: number): Promise<boolean>;
  view(stationId: string): Promise<LocalList>;
};

export type LocalListNeeds = { pool: Pool; ledger: Ledger; clock: Clock; installationKey: Buffer };

export function openLocalLists(needs: LocalListNeeds): LocalLists {
  const { pool, ledger, clock } = needs;

  async function commit(
    plan: ListPlan,
    event: Pick<NewEvent, 'kind' | 'body'>,
    end: Pick<SentRow, 'taken' | 'refusal'>,
  ) {
    const { stationId, wantedTokenIds, leftOut } = plan;
    const at = clock.now();
    await ledger.commit({
      events: [{ ...event, stationId, happenedAt: at }],
      writes: [write(sentLists, { stationId, wantedTokenIds, leftOut, at, ...end })],
    });
  }

  return {
    plan: (wish) => planList(needs, wish),

    async recordTaken(plan, { isFull, version, entries, isLast }) {
      const told = entries.flatMap(({ token, info }) =>
        info === null ? [] : [{ tokenId: token.id, fingerprint: info.fingerprint }],
      );
      const removed = entries.flatMap(({ token, info }) => (info === null ? [token.id] : []));
      const body = { version, isFull, told: told.length, removed: removed.length };
      const taken = { version, isFull, isComplete: isLast, told, removed };
      await commit(plan, { kind: 'local-list-sent', body }, { taken, refusal: null });
    },

    recordRefused: (plan, code) =>
      commit(plan, { kind: 'local-list-refused', body: { code } }, { taken: null, refusal: code }),

    async recordVersion(stationId, version) {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'local-list-version', stationId, happenedAt: at, body: { version } }],
        writes: [write(reportedVersions, { stationId, version, at })],
      });
      return ((await readList(pool, stationId))?.version ?? 0) === Math.max(version, 0);
    },

    view: (stationId) => viewLocalList(needs, stationId),
  };
}
