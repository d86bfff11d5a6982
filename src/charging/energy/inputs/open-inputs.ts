import type { ChargingNeed, NeedSource } from '#contract/energy/charging-need.ts';
import type { EnergySite, SiteEnergy, TemporaryLimit } from '#contract/energy/site-energy.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import type { Actor } from '#principals/actor.ts';
import { StayHistory } from './cars/stay-history.ts';
import type { InputNeeds } from './input-needs.ts';
import { findLimits, type LimitsOfSource, removeLimit, replaceLimits, setLimit } from './limits/change-limits.ts';
import { LoadHistory } from './meters/load-history.ts';
import { RecentPowers } from './meters/recent-powers.ts';
import { findNeed, removeNeed, setNeed } from './needs/change-needs.ts';
import { readSite } from './read-site.ts';
import { mustReadSettings, removeSettings, setSettings } from './settings/change-settings.ts';
import { readAllSettings } from './settings/settings-store.ts';

export type Inputs = ReturnType<typeof openInputs>;

/** What plans rest on: settings of sites, limits for a while, meters, prices, and what cars need. */
export function openInputs(given: InputNeeds) {
  const { pool, clock } = given;
  const listeners = new Set<(siteId: string) => void>();
  const changed = (siteId: string) => {
    for (const listener of listeners) listener(siteId);
  };
  const needs = {
    ...given,
    changed,
    history: new StayHistory({ pool, clock }),
    loads: new LoadHistory({ pool, clock }),
    recent: new RecentPowers(),
    errors: new Map<string, string>(),
    priceErrors: new Map<string, Sentence>(),
  };
  return {
    list: async (): Promise<EnergySite[]> =>
      (await readAllSettings(pool)).map(({ siteId, mode, changedAt, changedBy }) => ({
        siteId,
        mode,
        changedAt,
        changedBy,
      })),
    get: (siteId: string) => mustReadSettings(needs, siteId),
    set: (siteId: string, settings: SiteEnergy, actor: Actor) => setSettings(needs, { siteId, settings, actor }),
    remove: (siteId: string, actor: Actor) => removeSettings(needs, siteId, actor),
    limits: (siteId: string) => findLimits(needs, siteId),
    setLimit: (siteId: string, limit: TemporaryLimit, actor: Actor) => setLimit(needs, { siteId, limit, actor }),
    removeLimit: (siteId: string, nodeId: string, actor: Actor) => removeLimit(needs, { siteId, nodeId, actor }),
    /** All limits that a source such as the grid operator wants at a site, in place of those it wanted before; none takes them away. */
    replaceLimits: (wanted: LimitsOfSource) => replaceLimits(needs, wanted),
    need: (sessionId: string) => findNeed(needs, sessionId),
    setNeed: (sessionId: string, need: ChargingNeed, by: { actor: Actor; source: NeedSource }) =>
      setNeed(needs, { sessionId, need, ...by }),
    removeNeed: (sessionId: string, actor: Actor) => removeNeed(needs, sessionId, actor),
    /** Sites whose mode is not off. */
    managedSites: async () =>
      (await readAllSettings(pool)).filter(({ mode }) => mode !== 'off').map(({ siteId }) => siteId),
    /** `instead`: needs that would take the place of what was said, for a question what would be. */
    read: (siteId: string, instead?: ReadonlyMap<string, ChargingNeed>) => readSite(needs, siteId, instead),
    /** Stays that ended at the site: what cars to come are expected from. */
    async staysOf(siteId: string) {
      const { timeZone = 'UTC' } = (await given.sites.clockAt(siteId)) ?? {};
      return needs.history.of(await mustReadSettings(needs, siteId), timeZone);
    },
    onChange(listener: (siteId: string) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Something happened at a station, such as a session that began: plans of its site may be out of date. */
    async noticeStation(stationId: string): Promise<void> {
      const place = await given.sites.placeOf(stationId);
      if (place !== null) changed(place.siteId);
    },
    async close() {
      listeners.clear();
    },
  };
}
