import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { canonicalJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type GridEvent, readEvents } from './event.ts';
import { isFor } from './intervals.ts';
import { demandsOf, type SiteDemands } from './site-demands.ts';
import { reportedStretch, type SiteUsage, usageReport } from './usage-report.ts';
import { openVtn, type VtnAddress } from './vtn-client.ts';

export type VenSettings = VtnAddress & {
  /** Only events of this program; null: of all that we may see. */
  programId: string | null;
  venName: string | null;
  everySeconds: number;
};

/** What the sites do with what the grid operator wants. */
export type VenSites = {
  managedSites(): Promise<string[]>;
  get(siteId: string): Promise<StoredSiteEnergy>;
  replaceLimits(siteId: string, limits: SiteDemands['limits']): Promise<void>;
  importSeries(siteId: string, series: SiteDemands['series'][number]): Promise<void>;
  /** What a site drew in a stretch of time; null: nobody measured it. */
  usageWh(siteId: string, from: Date, until: Date): Promise<number | null>;
};

export type VenState = { lastPollAt: Date | null; failure: string | null; problems: readonly VenProblem[] };

/** null: of no site in particular. */
type VenProblem = { siteId: string | null; problem: string };

export type Ven = {
  poll(): Promise<void>;
  state(): VenState;
  /** What an operator of a site has to know of it. */
  warnings(siteId: string): Sentence[];
  close(): Promise<void>;
};

const pageSize = 50;
const maxPages = 40;
const maxWarnings = 5;

/**
 * A virtual end node of OpenADR 3: asks the grid operator's server for events, and hands limits and prices to the sites. While the
 * server cannot be reached, what is known goes on to hold until its end, and charging goes on.
 */
export function openVen(
  settings: VenSettings,
  { sites, fetch, clock, log, isKeeper }: Duty & { sites: VenSites; fetch: GuardedFetch; clock: Clock; log: Log },
): Ven {
  const nowMs = () => clock.now().getTime();
  const vtn = openVtn(settings, fetch, nowMs);
  const handedOn = new Map<string, string>();
  const reported = new Set<string>();
  let state: VenState = { lastPollAt: null, failure: null, problems: [] };

  const readAll = async (): Promise<unknown[]> => {
    const events: unknown[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const found = await vtn.get('/events', {
        ...(settings.programId !== null && { programID: settings.programId }),
        skip: String(page * pageSize),
        limit: String(pageSize),
      });
      if (!Array.isArray(found)) throw new Error('the VTN answered with something that is no list of events');
      events.push(...(found as unknown[]));
      if (found.length < pageSize) break;
    }
    return events;
  };

  const handOn = async (siteId: string, events: readonly GridEvent[]): Promise<string[]> => {
    const { tree } = await sites.get(siteId);
    const demands = demandsOf(events, { siteId, tree, venName: settings.venName }, nowMs());
    // A limit that holds already has begun: only what changes is handed on, so that the ledger is not filled by each look.
    const changed = (part: string, value: unknown) => {
      const key = `${siteId} ${part}`;
      const text = canonicalJson(value);
      if (handedOn.get(key) === text) return false;
      handedOn.set(key, text);
      return true;
    };
    const forget = (part: string) => handedOn.delete(`${siteId} ${part}`);
    try {
      if (changed('limits', demands.limits)) await sites.replaceLimits(siteId, demands.limits);
    } catch (error) {
      forget('limits');
      throw error;
    }
    for (const series of demands.series) {
      try {
        if (changed(series.kind, series)) await sites.importSeries(siteId, series);
      } catch (error) {
        forget(series.kind);
        demands.problems.push(`${series.kind}: ${asError(error).message}`);
      }
    }
    return demands.problems;
  };

  const reportUsage = async (event: GridEvent, siteIds: readonly string[]): Promise<void> => {
    const stretch = reportedStretch(event, nowMs());
    if (stretch === null || reported.has(event.id)) return;
    const usages: SiteUsage[] = [];
    for (const siteId of siteIds.filter((id) => isFor(event, [id, settings.venName ?? id]))) {
      const wattHours = await sites.usageWh(siteId, new Date(stretch.from), new Date(stretch.until));
      if (wattHours !== null) usages.push({ siteId, wattHours });
    }
    if (usages.length > 0)
      await vtn.post('/reports', usageReport(event, stretch, { clientName: settings.venName ?? 'sigec-ve', usages }));
    reported.add(event.id);
  };

  const poll = async (): Promise<void> => {
    const { events, problems: unread } = readEvents(await readAll());
    const problems: VenProblem[] = unread.map((problem) => ({ siteId: null, problem }));
    const siteIds = await sites.managedSites();
    for (const siteId of siteIds) {
      try {
        problems.push(...(await handOn(siteId, events)).map((problem) => ({ siteId, problem })));
      } catch (error) {
        problems.push({ siteId, problem: asError(error).message });
      }
    }
    for (const event of events) {
      try {
        await reportUsage(event, siteIds);
      } catch (error) {
        problems.push({ siteId: null, problem: `report of event ${event.id}: ${asError(error).message}` });
      }
    }
    for (const problem of problems) log.warn(problem, 'an event of the grid operator cannot be followed');
    state = { lastPollAt: clock.now(), failure: null, problems };
  };

  const polling = every({
    task: 'ask the grid operator for events',
    everyMs: settings.everySeconds * 1000,
    log,
    only: isKeeper,
    async run() {
      try {
        await poll();
      } catch (error) {
        state = { ...state, failure: asError(error).message };
        throw error;
      }
    },
  });
  return {
    poll: () => polling.now(),
    state: () => state,
    warnings: (siteId) => [
      ...(state.failure === null ? [] : [sentenceOf('grid-unreachable', { reason: state.failure })]),
      ...state.problems
        .filter((each) => each.siteId === null || each.siteId === siteId)
        .slice(0, maxWarnings)
        .map(({ problem }) => sentenceOf('grid-event-unfollowed', { problem })),
    ],
    close: () => polling.close(),
  };
}
