import type { Clock } from '#base/clock.ts';
import type { ListMode } from '#contract/access/local-list.ts';
import { type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Batcher } from '../batcher.ts';
import { changeEntry } from '../change-entry.ts';
import type { KeptStation } from './kept-station-store.ts';
import { type KeepingRow, keptLists, listModes } from './local-list-store.ts';
import type { ListPlan } from './plan-list.ts';
import type { StoredContents } from './stored-contents.ts';

type RecordNeeds = { ledger: Ledger; clock: Clock; stations: Batcher<KeptStation>; contents: StoredContents };
type Fields = Omit<KeepingRow, 'stationId'>;

/** What is written of the lists that stations are sent: that one is begun, and how it ended. */
export function openListRecords({ ledger, clock, stations, contents }: RecordNeeds) {
  async function commit(stationId: string, row: Fields, event?: EventFact, at = clock.now()) {
    await ledger.commit({
      events: event === undefined ? [] : [{ ...event, stationId, happenedAt: at }],
      writes: [write(keptLists, { stationId, ...row })],
    });
  }

  return {
    /** From now on the station may hold a part of the list: what it held is no base for a difference. */
    async recordBegun({ stationId, wanted }: ListPlan): Promise<void> {
      await contents.save(wanted.digest, () => wanted);
      await commit(stationId, { sendingDigest: wanted.digest });
    },

    async recordTaken(plan: ListPlan, { version, messages }: { version: number; messages: number }): Promise<void> {
      const { stationId, wanted, isFull, steps } = plan;
      const removed = steps.filter(({ fingerprint }) => fingerprint === null).length;
      const body = { version, isFull, told: steps.length - removed, removed, messages };
      const at = clock.now();
      const row = { version, digest: wanted.digest, sendingDigest: null, sentAt: at, refusal: null };
      await commit(stationId, { ...row, ...namedIn(plan) }, { kind: 'local-list-sent', body }, at);
    },

    async recordRefused(plan: ListPlan, { code, isUntouched }: { code: string; isUntouched: boolean }): Promise<void> {
      const row = { refusal: code, ...(isUntouched && { sendingDigest: plan.sendingBefore }), ...namedIn(plan) };
      await commit(plan.stationId, row, { kind: 'local-list-refused', body: { code } });
    },

    async recordHeld(plan: ListPlan): Promise<void> {
      const { wanted, version, stationId } = plan;
      await contents.save(wanted.digest, () => wanted);
      const row = { version, digest: wanted.digest, sendingDigest: null, ...namedIn(plan) };
      await commit(stationId, row);
    },

    /** A version that is not the one it said before is news; the same again is only remembered. */
    async recordVersion(stationId: string, version: number): Promise<boolean> {
      const known = (await stations.read(stationId))?.list;
      const isNews = known?.reportedVersion !== version;
      const event = isNews ? ({ kind: 'local-list-version', body: { version } } as const) : undefined;
      const at = clock.now();
      await commit(stationId, { reportedVersion: version, reportedAt: at }, event, at);
      return (known?.version ?? 0) === Math.max(version, 0);
    },

    async recordMode(
      stationId: string,
      { mode, tokenIds, row = {} }: { mode: ListMode; tokenIds?: readonly string[] | undefined; row?: Fields },
      actor: Actor,
    ): Promise<void> {
      const body = { mode, tokens: tokenIds?.length ?? null };
      const writes = [
        write(listModes, { stationId, mode, pinned: tokenIds ?? null }),
        write(keptLists, { stationId, ...row }),
      ];
      await ledger.commit(
        changeEntry({
          kind: mode === 'manual' ? 'local-list-sent-by-hand' : 'local-list-mode-set',
          subject: stationId,
          stationId,
          at: clock.now(),
          actor,
          body,
          writes: Object.keys(row).length === 0 ? writes.slice(0, 1) : writes,
        }),
      );
    },
  };
}

/** Tokens that somebody names outweigh the rule, but not that the list is to be left alone. */
function namedIn({ pinned, mode }: ListPlan): Fields {
  if (pinned === null) return {};
  return { wantedTokenIds: pinned, ...(mode === 'auto' && { mode: 'pinned' }) };
}
