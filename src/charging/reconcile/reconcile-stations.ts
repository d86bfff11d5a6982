import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { EventBody } from '#contract/events/events.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { CacheKeeper } from '../authorization-caches/keep-caches.ts';
import type { KillSwitch } from '../commands/kill-switch.ts';
import type { SettingKeeper } from '../desired-settings/open-desired-settings.ts';
import type { ListKeeper } from '../local-lists/open-local-lists.ts';
import type { TariffKeeper } from '../tariffs/keep-tariffs.ts';
import { Arrivals } from './arrivals.ts';
import { Gathered } from './gathered.ts';
import { type Errand, StationRounds, type Subject } from './station-rounds.ts';
import { sweep } from './sweep.ts';

export type KeepStationsNeeds = {
  afterCommit: Pick<AfterCommit, 'react'>;
  killSwitch: Pick<KillSwitch, 'isOn' | 'whenLifted'>;
  lists: ListKeeper;
  settings: SettingKeeper;
  prices: TariffKeeper;
  caches: CacheKeeper;
  clock: Clock;
  log: Log;
};

/** Changes come by the thousand when somebody imports tokens. */
const quietMs = 2_000;
const maxQuietMs = 10_000;

/** Keeps lists, settings, prices and caches of stations in sync: when they arrive, when something changes, and now and then. */
export function reconcileStations(needs: KeepStationsNeeds): { close(): Promise<void> } {
  const { lists, settings, prices, caches, log, clock, killSwitch } = needs;
  const ending = new AbortController();
  const rounds = new StationRounds({
    log,
    isKillSwitchOn: () => killSwitch.isOn,
    async visit(stationId, { subjects, isForced }) {
      if (subjects.has('settings')) await settings.keep(stationId);
      if (subjects.has('prices')) await prices.keep(stationId);
      if (subjects.has('list')) await lists.keep(stationId, { isForced });
      if (subjects.has('cache')) await caches.keep(stationId);
    },
  });
  killSwitch.whenLifted(() => rounds.goOn());
  const arrivals = new Arrivals({ log, judge, visit: (stationId, errand) => rounds.now(stationId, errand) });

  /** By the books alone: a station that needs nothing costs a share of these reads. */
  async function judge(stationIds: readonly string[]): Promise<Map<string, Subject[]>> {
    const behind = await Promise.all([
      settings.toVisit(stationIds).then(marked('settings')),
      prices.toVisit(stationIds).then(marked('prices')),
      lists.toVisit(stationIds).then(marked('list')),
      caches.toVisit(stationIds).then(marked('cache')),
    ]);
    const subjects = Map.groupBy(behind.flat(), ({ stationId }) => stationId);
    return new Map([...subjects].map(([stationId, marks]) => [stationId, marks.map(({ subject }) => subject)]));
  }

  function ask(stationIds: readonly string[], errand: Errand): void {
    for (const stationId of stationIds) if (!arrivals.take(stationId, errand)) rounds.now(stationId, errand);
  }

  async function compare(change: { isRemoval: boolean; withAll: boolean }): Promise<void> {
    const { urgent, behind } = await lists.compare(change);
    ask(urgent, { for: ['list'], isForced: true, isFirst: true });
    ask(behind, { for: ['list'] });
    if (!change.withAll) return;
    ask(await settings.toVisit(null), { for: ['settings'] });
    ask(await prices.toVisit(null), { for: ['prices'] });
    ask(await caches.toVisit(null), { for: ['cache'] });
  }

  const changes = new Gathered({
    quietMs,
    maxQuietMs,
    act: (isRemoval) => later(compare({ isRemoval, withAll: true })),
  });

  /** Its owner is the log: what fails is tried again by the next sweep. */
  function later(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!ending.signal.aborted) willRetry(log, 'bring stations in sync', error);
    });
  }

  const arrived = ({ stationId }: NewEvent) => {
    if (stationId !== null) arrivals.note(stationId);
  };
  const renew = () => {
    lists.renew();
    settings.renew();
  };
  const changed = () => {
    renew();
    changes.note(false);
  };
  const removed = () => {
    renew();
    lists.forget();
    changes.note(true);
  };
  const repriced = () => later(prices.toVisit(null).then((ids) => ask(ids, { for: ['prices'] })));
  const askedByHand = ({ stationId }: NewEvent) => {
    if (stationId !== null && !rounds.isVisiting(stationId)) arrivals.note(stationId);
  };
  needs.afterCommit.react({
    'station-connected': arrived,
    'station-booted': arrived,
    'token-added': changed,
    'token-changed': changed,
    'token-removed': removed,
    'token-group-added': changed,
    'token-group-changed': changed,
    'token-group-removed': changed,
    'driver-added': changed,
    'driver-changed': changed,
    'driver-forgotten': removed,
    'site-changed': changed,
    'station-placed': changed,
    'station-taken-away': changed,
    'tariff-version-added': repriced,
    'tariff-retired': repriced,
    'tariff-assigned': repriced,
    'tariff-unassigned': repriced,
    'local-list-mode-set': ({ stationId }) => {
      if (stationId !== null) ask([stationId], { for: ['list'], isForced: true });
    },
    'local-list-sent': askedByHand,
    'local-list-version': askedByHand,
    'variables-set': ({ stationId, body }) => {
      if (stationId === null || !namesOneOf(body, ourComponents)) return;
      // Somebody may have switched lists on. What we set ourselves is looked at once more, and found in sync.
      ask([stationId], { for: ['settings', 'list'], isForced: namesOneOf(body, ['LocalAuthListCtrlr']) });
    },
  });

  const sweeping = sweep({
    clock,
    log,
    hasBegun: (time) => lists.hasBegun(time),
    async compare({ withAll }) {
      renew();
      await compare({ isRemoval: false, withAll });
      if (withAll) await lists.tidy();
    },
    signal: ending.signal,
  });

  return {
    async close() {
      ending.abort();
      changes.close();
      await arrivals.close();
      await Promise.all([rounds.close(), sweeping]);
    },
  };
}

function marked(subject: Subject) {
  return (stationIds: readonly string[]) => stationIds.map((stationId) => ({ stationId, subject }));
}

const ourComponents = ['LocalAuthListCtrlr', 'AuthCtrlr', 'TariffCostCtrlr', 'Vendor'];

function namesOneOf({ variables }: EventBody<'variables-set'>, components: readonly string[]): boolean {
  return variables.some(({ component }) => component !== undefined && components.includes(component));
}
