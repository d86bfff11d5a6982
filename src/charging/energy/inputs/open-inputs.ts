import { asError } from '#base/errors.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import type { ChargingNeed, NeedSource } from '#contract/energy/charging-need.ts';
import { type EnergyTransfer, energyTransfer } from '#contract/energy/energy-transfer.ts';
import type {
  EnergySite,
  MeterReading,
  SeriesImport,
  SeriesKind,
  SiteEnergy,
  TemporaryLimit,
} from '#contract/energy/site-energy.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import type { Actor } from '#principals/actor.ts';
import { StayHistory } from './cars/stay-history.ts';
import type { InputNeeds } from './input-needs.ts';
import { findLimits, type LimitsOfSource, removeLimit, replaceLimits, setLimit } from './limits/change-limits.ts';
import { keepMeters } from './meters/keep-meters.ts';
import { LoadHistory } from './meters/load-history.ts';
import { RecentPowers } from './meters/recent-powers.ts';
import { sampleSites } from './meters/sample-sites.ts';
import { addReadings } from './meters/take-readings.ts';
import { findNeed, removeNeed, saidDepartureOf, setNeed } from './needs/change-needs.ts';
import { importHourly } from './prices/import-hourly.ts';
import { findSeries, importSeries, removeSeries } from './prices/import-series.ts';
import { readSite } from './read-site.ts';
import { mustReadSettings, removeSettings, setSettings } from './settings/change-settings.ts';
import { readAllSettings, readSettings } from './settings/settings-store.ts';

/** `isSaid`: somebody said something of the site; otherwise something happened at a station. */
type ChangeListener = (siteId: string, isSaid: boolean) => void;

const priceLimits = { timeoutMs: 30_000, maxBytes: 2_000_000 };

export type Inputs = ReturnType<typeof openInputs>;

/** What plans rest on: settings of sites, limits for a while, meters, prices, and what cars need. */
export function openInputs(given: InputNeeds) {
  const { pool, clock } = given;
  const listeners = new Set<ChangeListener>();
  const tell = (siteId: string, isSaid: boolean) => {
    for (const listener of listeners) listener(siteId, isSaid);
  };
  const changed = (siteId: string) => tell(siteId, true);
  const needs = {
    ...given,
    changed,
    subscribe: given.subscribeToMeters ?? null,
    fetchPrices: given.fetchPrices ?? guardedFetch({ allowedHosts: given.priceHosts ?? [], limits: priceLimits }),
    lastTold: new Map<string, number>(),
    history: new StayHistory({ pool, clock }),
    loads: new LoadHistory({ pool, clock }),
    recent: new RecentPowers(),
    errors: new Map<string, Sentence>(),
    priceErrors: new Map<string, Sentence>(),
  };
  const meters = keepMeters(needs);
  const samples = sampleSites(needs);
  const imports = importHourly(needs);
  void meters.look();
  void imports.now();
  return {
    list: async (): Promise<EnergySite[]> =>
      (await readAllSettings(pool)).map(({ siteId, mode, changedAt, changedBy }) => ({
        siteId,
        mode,
        changedAt,
        changedBy,
      })),
    get: (siteId: string) => mustReadSettings(needs, siteId),
    async set(siteId: string, settings: SiteEnergy, actor: Actor) {
      const stored = await setSettings(needs, { siteId, settings, actor });
      void meters.look();
      void imports.now();
      return stored;
    },
    remove: (siteId: string, actor: Actor) => removeSettings(needs, siteId, actor),
    limits: (siteId: string) => findLimits(needs, siteId),
    setLimit: (siteId: string, limit: TemporaryLimit, actor: Actor) => setLimit(needs, { siteId, limit, actor }),
    removeLimit: (siteId: string, nodeId: string, actor: Actor) => removeLimit(needs, { siteId, nodeId, actor }),
    /** All limits that a source such as the grid operator wants at a site, in place of those it wanted before; none takes them away. */
    replaceLimits: (wanted: LimitsOfSource) => replaceLimits(needs, wanted),
    addReadings: (siteId: string, readings: readonly MeterReading[]) => addReadings(needs, { siteId, readings }),
    series: (siteId: string) => findSeries(needs, siteId),
    importSeries: (siteId: string, file: SeriesImport, actor: Actor) => importSeries(needs, { siteId, file, actor }),
    removeSeries: (siteId: string, kind: SeriesKind, actor: Actor) => removeSeries(needs, { siteId, kind, actor }),
    need: (sessionId: string) => findNeed(needs, sessionId),
    setNeed: (sessionId: string, need: ChargingNeed, by: { actor: Actor; source: NeedSource }) =>
      setNeed(needs, { sessionId, need, ...by }),
    saidDepartureOf: (sessionId: string) => saidDepartureOf(needs, sessionId),
    removeNeed: (sessionId: string, actor: Actor) => removeNeed(needs, sessionId, actor),
    /** Where an EVSE stands whose station is told what to do; null: nobody steers it. */
    async steeredNode(stationId: string, evseId: number): Promise<{ siteId: string; nodeId: string } | null> {
      const siteId = (await given.sites.placeOf(stationId))?.siteId;
      const settings = siteId === undefined ? undefined : await readSettings(pool, siteId);
      if (siteId === undefined || settings === undefined || settings.isRemoved || settings.mode !== 'control')
        return null;
      const node = settings.tree.nodes.find(({ evse }) => evse?.stationId === stationId && evse.evseId === evseId);
      return node === undefined ? null : { siteId, nodeId: node.id };
    },
    /** All of them where the site lets cars feed back: what becomes of it is for the plan to say. */
    async allowedTransfers(stationId: string): Promise<readonly EnergyTransfer[] | null> {
      try {
        const siteId = (await given.sites.placeOf(stationId))?.siteId;
        const settings = siteId === undefined ? undefined : await readSettings(pool, siteId);
        if (settings === undefined || settings.isRemoved || settings.mode === 'off') return null;
        return settings.allowsDischarge ? energyTransfer.options : null;
      } catch (error) {
        given.log.warn({ stationId, err: asError(error) }, 'whether cars may feed back could not be read');
        return null; // whoever authorizes waits for nothing that charging does not need
      }
    },
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
    onChange(listener: ChangeListener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Something happened at a station, such as a session that began: plans of its site may be out of date. */
    async noticeStation(stationId: string): Promise<void> {
      const place = await given.sites.placeOf(stationId);
      if (place !== null) tell(place.siteId, false);
    },
    /** What is done twice a minute, now: for whoever holds the hands of the clock. */
    async sample() {
      await meters.flush();
      await samples.now();
    },
    async close() {
      listeners.clear();
      await Promise.all([meters.close(), samples.close(), imports.close()]);
    },
  };
}
