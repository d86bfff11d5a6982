import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type {
  NewTariff,
  NewTariffAssignment,
  SessionCost,
  StationTariffs,
  Tariff,
  TariffAssignment,
  TariffDetail,
  TariffText,
  TariffTrial,
  TariffTrialAnswer,
} from '#contract/billing/tariff.ts';
import { type DerivedWrite, type EventFact, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { Batcher } from '../batcher.ts';
import type { SiteClock, Sites } from '../sites/open-sites.ts';
import { addAssignment, checkAssignment, listAssignments, removeAssignment } from './change-assignments.ts';
import { addTariff, addTariffText, type TariffSource } from './change-tariffs.ts';
import { CostNotes } from './cost-notes.ts';
import { type PriceSnapshot, shownDetail, shownTariff } from './price-snapshot.ts';
import { type PricedSession, readPricedSessions } from './priced-session.ts';
import { readPriceSnapshot } from './read-price-snapshot.ts';
import { retireTariff } from './retire-tariff.ts';
import type { StationCost } from './session-cost-store.ts';
import { readCosts } from './session-cost-store.ts';
import { mustFitSession, priceOf, recordStationCost, recordTold, type SessionAt, tellPrice } from './session-costs.ts';
import type { SessionPrice } from './session-price.ts';
import { sessionTariffs } from './session-tariff-store.ts';
import {
  clearedTariffs,
  type ReportedTariff,
  readStationTariffs,
  reportedTariffs,
  stationTariffs,
} from './station-tariff-store.ts';
import { textFor } from './terms/text-for.ts';
import { tryTariff } from './try-tariff.ts';
import { type Applying, type Charged, whichApplies } from './which-applies.ts';

export type Tariffs = {
  list(): Promise<Tariff[]>;
  /** In force; undefined when there is none or it was retired. */
  find(tariffId: string): Promise<Tariff | undefined>;
  /** The same, for whoever cannot go on without it. */
  get(tariffId: string): Promise<Tariff>;
  /** With all it ever said, in force or not. */
  detail(tariffId: string): Promise<TariffDetail>;
  /** What a driver is shown about it. */
  textFor(tariff: Tariff, language: string | null): TariffText;
  /** A new version; the tariff too, where there is none of that id. */
  add(wanted: NewTariff, actor: Actor): Promise<Tariff>;
  /** The same from YAML or JSON. Throws INVALID_INPUT with every problem, its line and what to write instead. */
  addText(source: TariffSource, actor: Actor): Promise<Tariff>;
  /** Nobody gets it any more; what it priced keeps it. Throws CONFLICT where it still holds, unless `isForced`. */
  retire(tariffId: string, options: { isForced: boolean }, actor: Actor): Promise<Tariff>;
  /** What a made-up session would cost. */
  tryOut(tariffId: string, trial: TariffTrial): Promise<TariffTrialAnswer>;

  // Where they hold.
  assignments(): Promise<TariffAssignment[]>;
  assign(wanted: NewTariffAssignment, actor: Actor): Promise<TariffAssignment>;
  /** How an assignment would look; throws why it cannot be. Writes nothing. */
  checkAssignment(wanted: NewTariffAssignment, actor: Actor): Promise<TariffAssignment>;
  unassign(id: string, actor: Actor): Promise<TariffAssignment>;
  /** Of a session that begins there and then; null: it costs nothing. */
  whichApplies(charged: Omit<Charged, 'siteId'>): Promise<Applying | null>;
  /** The prices as they are now, for whoever asks for many. */
  book(): Promise<PriceSnapshot>;
  /** By whose clock and in whose money it counts. */
  clockOf(stationId: string): Promise<SiteClock>;

  // What a station has. EVSE 0: all that have none of their own.
  setForStation(place: { stationId: string; evseId: number; tariffId: string }): Promise<void>;
  clearForStation(place: {
    stationId: string;
    evseId: number | null;
    tariffIds: readonly string[] | null;
  }): Promise<void>;
  recordReported(stationId: string, tariffs: readonly ReportedTariff[]): Promise<void>;
  ofStation(stationId: string): Promise<StationTariffs>;

  // What a session costs.
  /** A tariff in force that a running session can go on with. */
  getForSession(wanted: SessionAt & { tariffId: string }): Promise<Tariff>;
  /** Another price from now on. `isTold`: the station knows it already. */
  changeForSession(change: SessionAt & { tariffId: string; isTold: boolean }): Promise<void>;
  /** By its tariff until now; undefined: it has none, or there is no such session. */
  priceOf(session: SessionAt): Promise<SessionPrice | undefined>;
  /** The same, written down a moment later, since the station is told with the answer it gets. */
  tellPrice(session: SessionAt): Promise<SessionPrice | undefined>;
  /** What the station was told in a message of its own. */
  recordTold(told: SessionAt & { total: string; price: SessionPrice | undefined }): Promise<void>;
  recordStationCost(cost: StationCost): Promise<void>;
  costs(stationId: string, limit: number): Promise<SessionCost[]>;
};

export type TariffNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  sites: Pick<Sites, 'clockOf' | 'clockAt'>;
};

export type OpenTariffs = Tariffs & { close(): Promise<void> };

export type BoundNeeds = TariffNeeds & {
  book: Cache<PriceSnapshot>;
  sessions: Batcher<PricedSession>;
  told: CostNotes;
};

export function openTariffs(given: TariffNeeds): OpenTariffs {
  const { pool, ledger, clock, sites } = given;
  const book = new Cache({ read: () => readPriceSnapshot(pool), clock, lastsMs: 10_000 });
  const sessions = new Batcher((keys) => readPricedSessions(pool, keys));
  const told = new CostNotes(given);
  const needs: BoundNeeds = { ...given, book, sessions, told };

  async function find(tariffId: string): Promise<Tariff | undefined> {
    const kept = (await book.get()).tariffs.get(tariffId);
    const tariff = kept && shownTariff(kept, clock.now());
    return tariff?.retiredAt === null && tariff.current !== null ? tariff : undefined;
  }

  async function get(tariffId: string): Promise<Tariff> {
    const tariff = await find(tariffId);
    if (tariff !== undefined) return tariff;
    throw new SigecError('NOT_FOUND', `There is no tariff ${tariffId} in force; list them at /api/tariffs.`);
  }

  async function kept(tariffId: string) {
    const tariff = (await book.get()).tariffs.get(tariffId);
    if (tariff !== undefined) return tariff;
    throw new SigecError('NOT_FOUND', `There is no tariff ${tariffId}; list them at /api/tariffs.`);
  }

  async function commit(event: EventFact & Pick<NewEvent, 'stationId'>, ...writes: DerivedWrite[]): Promise<void> {
    await ledger.commit({ events: [{ ...event, happenedAt: clock.now() }], writes, whenRefused: 'set-aside' });
    book.forgetAll();
  }

  return {
    list: async () => [...(await book.get()).tariffs.values()].map((tariff) => shownTariff(tariff, clock.now())),
    find,
    get,
    detail: async (tariffId) => shownDetail(await kept(tariffId), clock.now()),
    textFor,
    add: (wanted, actor) => addTariff(needs, wanted, actor),
    addText: (source, actor) => addTariffText(needs, source, actor),
    retire: (tariffId, options, actor) => retireTariff(needs, { tariffId, ...options, actor }),
    tryOut: async (tariffId, trial) => tryTariff(needs, await kept(tariffId), trial),

    assignments: () => listAssignments(needs),
    assign: (wanted, actor) => addAssignment(needs, wanted, actor),
    checkAssignment: (wanted, actor) => checkAssignment(needs, wanted, actor),
    unassign: (id, actor) => removeAssignment(needs, id, actor),
    async whichApplies(charged) {
      const { siteId } = await sites.clockOf(charged.stationId);
      return whichApplies(await book.get(), { ...charged, siteId });
    },
    book: () => book.get(),
    clockOf: (stationId) => sites.clockOf(stationId),

    setForStation: ({ stationId, evseId, tariffId }) =>
      commit(
        { kind: 'tariff-set', stationId, body: { evseId, tariffId } },
        write(stationTariffs, { stationId, evseId, tariffId, setAt: clock.now() }),
      ),
    clearForStation: ({ stationId, ...what }) =>
      commit(
        { kind: 'tariffs-cleared', stationId, body: what },
        write(clearedTariffs, { stationId, ...what, at: clock.now() }),
      ),
    recordReported: (stationId, tariffs) =>
      commit(
        { kind: 'tariffs-reported', stationId, body: { tariffIds: tariffs.map(({ tariffId }) => tariffId) } },
        write(reportedTariffs, { stationId, at: clock.now(), tariffs }),
      ),
    ofStation: (stationId) => readStationTariffs(pool, stationId),

    async getForSession({ tariffId, ...session }) {
      const tariff = await get(tariffId);
      await mustFitSession(needs, session, tariff);
      return tariff;
    },
    changeForSession: ({ stationId, ref, tariffId, isTold }) =>
      commit(
        { kind: 'session-tariff-changed', stationId, body: { sessionRef: ref, tariffId } },
        write(sessionTariffs, { stationId, sessionRef: ref, tariffId, changedAt: clock.now(), isTold }),
      ),
    priceOf: (session) => priceOf(needs, session),
    tellPrice: (session) => tellPrice(needs, session),
    recordTold: (what) => recordTold(needs, what),
    recordStationCost: (cost) => recordStationCost(needs, cost),
    costs: (stationId, limit) => readCosts(pool, stationId, limit),
    close: () => told.close(),
  };
}
