import type { Pool } from 'pg';
import type { Clock } from '#clock.ts';
import type { NewTariff, SessionCost, StationTariffs, Tariff, TariffText } from '#contract/tariff.ts';
import { SigecError } from '#errors.ts';
import { type DerivedWrite, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { Batcher } from '../batcher.ts';
import { Snapshot } from '../snapshot.ts';
import { addTariff, retireTariff } from './change-tariffs.ts';
import { type PricedSession, readCosts, readPricedSessions, sessionTariffs } from './session-cost-store.ts';
import {
  priceOf,
  recordStationCost,
  recordTold,
  type SessionAt,
  type StationCost,
  tellPrice,
} from './session-costs.ts';
import type { PriceBook, SessionPrice } from './session-price.ts';
import {
  clearedTariffs,
  type ReportedTariff,
  readAllStationTariffs,
  readStationTariffs,
  reportedTariffs,
  stationTariffs,
} from './station-tariff-store.ts';
import { readTariffs } from './tariff-store.ts';
import { textFor } from './text-for.ts';

export type { Tariff, TariffText } from '#contract/tariff.ts';
export type { StationCost } from './session-costs.ts';
export type { SessionPrice } from './session-price.ts';
export type { ReportedTariff } from './station-tariff-store.ts';

export type Tariffs = {
  list(): Promise<Tariff[]>;
  /** In force; undefined when there is none or it was retired. */
  find(tariffId: string): Promise<Tariff | undefined>;
  /** The same, for whoever cannot go on without it. */
  get(tariffId: string): Promise<Tariff>;
  /** What a driver is shown about it. */
  textFor(tariff: Tariff, language: string | null): TariffText;
  add(wanted: NewTariff, actor: Actor): Promise<Tariff>;
  /** Nobody gets it any more; what it priced keeps it. */
  retire(tariffId: string, actor: Actor): Promise<Tariff>;

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
  /** Another price from now on. `isTold`: the station knows it already. */
  changeForSession(change: SessionAt & { tariffId: string; isTold: boolean }): Promise<void>;
  /** By its tariff until now; undefined: it has none, or there is no such session. */
  priceOf(session: SessionAt): Promise<SessionPrice | undefined>;
  /** The same, written down, since the station is told with the answer it gets. */
  tellPrice(session: SessionAt): Promise<SessionPrice | undefined>;
  /** What the station was told in a message of its own. */
  recordTold(told: SessionAt & { total: string; price: SessionPrice | undefined }): Promise<void>;
  recordStationCost(cost: StationCost): Promise<void>;
  costs(stationId: string, limit: number): Promise<SessionCost[]>;
};

export type TariffNeeds = { pool: Pool; ledger: Ledger; clock: Clock };

export type BoundNeeds = TariffNeeds & { book: Snapshot<PriceBook>; sessions: Batcher<PricedSession> };

export function openTariffs(given: TariffNeeds): Tariffs {
  const { pool, ledger, clock } = given;
  const book = new Snapshot({ read: () => readBook(pool), clock });
  const sessions = new Batcher((keys) => readPricedSessions(pool, keys));
  const needs: BoundNeeds = { ...given, book, sessions };

  async function find(tariffId: string): Promise<Tariff | undefined> {
    const tariff = (await book.get()).tariffs.get(tariffId);
    return tariff?.retiredAt === null ? tariff : undefined;
  }

  async function commit(event: Omit<NewEvent, 'happenedAt'>, ...writes: DerivedWrite[]): Promise<void> {
    await ledger.commit({ events: [{ ...event, happenedAt: clock.now() }], writes, whenRefused: 'set-aside' });
    book.renew();
  }

  return {
    list: async () => [...(await book.get()).tariffs.values()],
    find,
    async get(tariffId) {
      const tariff = await find(tariffId);
      if (tariff !== undefined) return tariff;
      throw new SigecError('NOT_FOUND', `There is no tariff ${tariffId} in force; list them at /api/tariffs.`);
    },
    textFor,
    add: (wanted, actor) => addTariff(needs, wanted, actor),
    retire: (tariffId, actor) => retireTariff(needs, tariffId, actor),

    setForStation: ({ stationId, evseId, tariffId }) =>
      commit(
        { kind: 'tariff-set', stationId, body: { evseId, tariffId } },
        write(stationTariffs, { stationId, evseId, tariffId, setAt: clock.now() }),
      ),
    clearForStation: ({ stationId, ...what }) =>
      commit({ kind: 'tariffs-cleared', stationId, body: what }, write(clearedTariffs, { stationId, ...what })),
    recordReported: (stationId, tariffs) =>
      commit(
        { kind: 'tariffs-reported', stationId, body: { tariffIds: tariffs.map(({ tariffId }) => tariffId) } },
        write(reportedTariffs, { stationId, at: clock.now(), tariffs }),
      ),
    ofStation: (stationId) => readStationTariffs(pool, stationId),

    changeForSession: ({ stationId, ref, tariffId, isTold }) =>
      commit(
        { kind: 'session-tariff-changed', stationId, body: { sessionRef: ref, tariffId } },
        write(sessionTariffs, { stationId, sessionRef: ref, tariffId, changedAt: clock.now(), isTold }),
      ),
    priceOf: (session) => priceOf(needs, session),
    tellPrice: (session) => tellPrice(needs, session),
    recordTold: (told) => recordTold(needs, told),
    recordStationCost: (cost) => recordStationCost(needs, cost),
    costs: (stationId, limit) => readCosts(pool, stationId, limit),
  };
}

async function readBook(pool: Pool): Promise<PriceBook> {
  const [tariffs, places] = await Promise.all([readTariffs(pool), readAllStationTariffs(pool)]);
  return {
    tariffs: new Map(tariffs.map((tariff) => [tariff.id, tariff])),
    places: new Map(places.map(({ stationId, evseId, tariffId }) => [`${stationId}\n${evseId}`, tariffId])),
  };
}
