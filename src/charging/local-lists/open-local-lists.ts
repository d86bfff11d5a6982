import type { KeepLocalList, LocalList, LocalListQuery, LocalListRow } from '#contract/local-list.ts';
import { SigecError } from '#errors.ts';
import { type NewEvent, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { Batcher } from '../batcher.ts';
import { changeEntry } from '../change-entry.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { type Compared, compareLists, listsToVisit } from './compare-lists.ts';
import { type KeepNeeds, keepList } from './keep-list.ts';
import { readKeptStations } from './kept-station-store.ts';
import type { ListMessage } from './list-messages.ts';
import { hasBegun } from './listable-token-store.ts';
import { keptLists, listModes, reportedVersions, type SentRow, sentLists } from './local-list-store.ts';
import { type ListPlan, type PlanWish, planList } from './plan-list.ts';
import { TokenBook } from './token-book.ts';
import { viewLocalList, viewLocalLists } from './view-local-list.ts';

export type { ListEntry, ListMessage } from './list-messages.ts';

export type LocalLists = {
  /** What has to be sent, read from the tokens as they are now. Values are in clear and kept nowhere. */
  plan(wish: PlanWish): Promise<ListPlan>;
  recordTaken(plan: ListPlan, message: ListMessage): Promise<void>;
  recordRefused(plan: ListPlan, code: string): Promise<void>;
  /** The station holds what is wanted, and nothing had to be sent. */
  recordHeld(plan: ListPlan): Promise<void>;
  /** Returns whether it is the version we sent. */
  recordVersion(stationId: string, version: number): Promise<boolean>;

  view(stationId: string): Promise<LocalList>;
  all(query: LocalListQuery): Promise<LocalListRow[]>;
  setMode(stationId: string, wanted: KeepLocalList, actor: Actor): Promise<LocalList>;
};

/** What keeps the lists in step. */
export type ListKeeper = {
  keep(stationId: string, how: { isForced: boolean }): Promise<void>;
  compare(change: { isRemoval: boolean }): Promise<Compared>;
  /** Of stations that arrived, those that have to be visited. */
  toVisit(stationIds: readonly string[]): Promise<string[]>;
  /** Tokens, drivers, groups or sites have changed. */
  renew(): void;
  /** Whether a token began to be valid in this time. */
  hasBegun(time: { after: Date; until: Date }): Promise<boolean>;
};

export type LocalListNeeds = Omit<KeepNeeds, 'book' | 'stations'> & {
  register: StationRegister;
  installationKey: Buffer;
};

export function openLocalLists(given: LocalListNeeds): { localLists: LocalLists; keeper: ListKeeper } {
  const { pool, ledger, clock, register, nodeId } = given;
  const stations = new Batcher(
    async (ids) => new Map((await readKeptStations(pool, { nodeId, ids })).map((one) => [one.place.stationId, one])),
  );
  const needs = { ...given, book: new TokenBook(given), stations };

  async function commit(
    { stationId, pinned }: ListPlan,
    event: Pick<NewEvent, 'kind' | 'body'>,
    end: Pick<SentRow, 'taken' | 'refusal'>,
  ) {
    const at = clock.now();
    await ledger.commit({
      events: [{ ...event, stationId, happenedAt: at }],
      writes: [write(sentLists, { stationId, pinned, at, ...end })],
    });
  }

  const view = (stationId: string) => viewLocalList(needs, stationId);

  const localLists: LocalLists = {
    plan: (wish) => planList(needs, wish),

    async recordTaken(plan, { isFull, version, entries, isLast }) {
      const told = entries.flatMap(({ token, info }) =>
        info === null ? [] : [{ tokenId: token.id, fingerprint: info.fingerprint }],
      );
      const removed = entries.flatMap(({ token, info }) => (info === null ? [token.id] : []));
      const body = { version, isFull, told: told.length, removed: removed.length };
      const taken = { version, isFull, digest: isLast ? plan.wanted.digest : null, told, removed };
      await commit(plan, { kind: 'local-list-sent', body }, { taken, refusal: null });
    },

    recordRefused: (plan, code) =>
      commit(plan, { kind: 'local-list-refused', body: { code } }, { taken: null, refusal: code }),

    async recordHeld({ stationId, pinned, wanted: { digest } }) {
      const row = { stationId, digest, ...(pinned && { wantedTokenIds: pinned }) };
      await ledger.commit({ writes: [write(keptLists, row)] });
    },

    async recordVersion(stationId, version) {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'local-list-version', stationId, happenedAt: at, body: { version } }],
        writes: [write(reportedVersions, { stationId, version, at })],
      });
      const station = await stations.read(stationId);
      return (station?.list.version ?? 0) === Math.max(version, 0);
    },

    view,
    all: (query) => viewLocalLists(needs, query),

    async setMode(stationId, { mode, tokenIds }, actor) {
      await mustBeKnown(register, stationId);
      await mustExist(needs, tokenIds ?? []);
      const body = { mode, tokens: tokenIds?.length ?? null };
      const writes = [write(listModes, { stationId, mode, pinned: tokenIds ?? null })];
      await ledger.commit(
        changeEntry({
          kind: 'local-list-mode-set',
          subject: stationId,
          stationId,
          at: clock.now(),
          actor,
          body,
          writes,
        }),
      );
      return view(stationId);
    },
  };

  return {
    localLists,
    keeper: {
      keep: (stationId, how) => keepList(needs, stationId, how),
      compare: (change) => compareLists(needs, change),
      toVisit: (stationIds) => listsToVisit(needs, stationIds),
      renew: () => needs.book.renew(),
      hasBegun: (time) => hasBegun(pool, time),
    },
  };
}

async function mustExist({ pool }: Pick<LocalListNeeds, 'pool'>, tokenIds: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from unnest($1::text[]) as named (id) where not exists (select from token where token.id = named.id) limit 1`,
    [tokenIds],
  );
  const [unknown] = rows;
  if (unknown === undefined) return;
  throw new SigecError('INVALID_INPUT', `There is no token ${unknown.id}; list the tokens at /api/tokens.`, {
    details: { field: 'tokenIds' },
  });
}
