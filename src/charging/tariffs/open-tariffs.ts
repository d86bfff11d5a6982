import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';
import type {
  NewTariff,
  NewTariffAssignment,
  Tariff,
  TariffTrial,
  TariffTrialAnswer,
} from '#contract/billing/tariff.ts';
import {
  type DerivedWrite,
  type Entry,
  type EventFact,
  type Ledger,
  type NewEvent,
  write,
} from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { Batcher } from '../batcher.ts';
import { mwhOf } from '../decimal.ts';
import type { SiteClock, Sites } from '../sites/open-sites.ts';
import { addAssignment, checkAssignment, listAssignments, removeAssignment } from './change-assignments.ts';
import { addTariff, addTariffText, type TariffSource } from './change-tariffs.ts';
import { sessionCost } from './cost/session-cost.ts';
import { type KeptTariff, type PriceSnapshot, shownDetail, shownTariff, versionAt } from './price-snapshot.ts';
import { type PricedSession, readPricedSessions } from './priced-session.ts';
import { readPriceSnapshot } from './read-price-snapshot.ts';
import { retireTariff } from './retire-tariff.ts';
import { type CostRow, readCosts, type StationCost, sessionCosts } from './session-cost-store.ts';
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
import { type Applying, type Charged, whichApplies } from './which-applies.ts';

export type Tariffs = ReturnType<typeof openTariffs>;

export type TariffNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  sites: Pick<Sites, 'clockOf' | 'clockAt'>;
};

export type BoundNeeds = TariffNeeds & {
  book: Cache<PriceSnapshot>;
  sessions: Batcher<PricedSession>;
  told: CostNotes;
};

export function openTariffs(given: TariffNeeds) {
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
    list: async (): Promise<Tariff[]> =>
      [...(await book.get()).tariffs.values()].map((tariff) => shownTariff(tariff, clock.now())),
    /** In force; undefined when there is none or it was retired. */
    find,
    get,
    detail: async (tariffId: string) => shownDetail(await kept(tariffId), clock.now()),
    textFor,
    /** A new version; the tariff too, where there is none of that id. */
    add: (wanted: NewTariff, actor: Actor) => addTariff(needs, wanted, actor),
    /** The same from YAML or JSON. Throws INVALID_INPUT with every problem, its line and what to write instead. */
    addText: (source: TariffSource, actor: Actor) => addTariffText(needs, source, actor),
    /** Nobody gets it any more; what it priced keeps it. Throws CONFLICT where it still holds, unless `isForced`. */
    retire: (tariffId: string, options: { isForced: boolean }, actor: Actor) =>
      retireTariff(needs, { tariffId, ...options, actor }),
    tryOut: async (tariffId: string, trial: TariffTrial) => tryTariff(needs, await kept(tariffId), trial),
    // Where they hold.
    assignments: () => listAssignments(needs),
    assign: (wanted: NewTariffAssignment, actor: Actor) => addAssignment(needs, wanted, actor),
    /** How an assignment would look; throws why it cannot be. Writes nothing. */
    checkAssignment: (wanted: NewTariffAssignment, actor: Actor) => checkAssignment(needs, wanted, actor),
    unassign: (id: string, actor: Actor) => removeAssignment(needs, id, actor),
    /** Of a session that begins there and then; null: it costs nothing. */
    async whichApplies(charged: Omit<Charged, 'siteId'>): Promise<Applying | null> {
      const { siteId } = await sites.clockOf(charged.stationId);
      return whichApplies(await book.get(), { ...charged, siteId });
    },
    book: (): Promise<PriceSnapshot> => book.get(),
    clockOf: (stationId: string): Promise<SiteClock> => sites.clockOf(stationId),
    // What a station has. EVSE 0: all that have none of their own.
    setForStation: ({ stationId, evseId, tariffId }: { stationId: string; evseId: number; tariffId: string }) =>
      commit(
        { kind: 'tariff-set', stationId, body: { evseId, tariffId } },
        write(stationTariffs, { stationId, evseId, tariffId, setAt: clock.now() }),
      ),
    clearForStation: ({
      stationId,
      ...what
    }: {
      stationId: string;
      evseId: number | null;
      tariffIds: readonly string[] | null;
    }) =>
      commit(
        { kind: 'tariffs-cleared', stationId, body: what },
        write(clearedTariffs, { stationId, ...what, at: clock.now() }),
      ),
    recordReported: (stationId: string, tariffs: readonly ReportedTariff[]) =>
      commit(
        { kind: 'tariffs-reported', stationId, body: { tariffIds: tariffs.map(({ tariffId }) => tariffId) } },
        write(reportedTariffs, { stationId, at: clock.now(), tariffs }),
      ),
    ofStation: (stationId: string) => readStationTariffs(pool, stationId),
    // What a session costs.
    async getForSession({ tariffId, ...session }: SessionAt & { tariffId: string }): Promise<Tariff> {
      const tariff = await get(tariffId);
      await mustFitSession(needs, session, tariff);
      return tariff;
    },
    /** Another price from now on. `isTold`: the station knows it already. */
    changeForSession: ({ stationId, ref, tariffId, isTold }: SessionAt & { tariffId: string; isTold: boolean }) =>
      commit(
        { kind: 'session-tariff-changed', stationId, body: { sessionRef: ref, tariffId } },
        write(sessionTariffs, { stationId, sessionRef: ref, tariffId, changedAt: clock.now(), isTold }),
      ),
    /** By its tariff until now; undefined: it has none, or there is no such session. */
    priceOf: (session: SessionAt) => priceOf(needs, session),
    /** The same, written down a moment later, since the station is told with the answer it gets. */
    tellPrice: (session: SessionAt) => tellPrice(needs, session),
    recordTold: (what: SessionAt & { total: string; price: SessionPrice | undefined }) => recordTold(needs, what),
    recordStationCost: (cost: StationCost) => recordStationCost(needs, cost),
    costs: (stationId: string, limit: number) => readCosts(pool, stationId, limit),
    close: () => told.close(),
  };
}

/** What was told waits this long for what is told after it. */
const gatherMs = 1_000;

/**
 * What stations were told of costs with the answers they get, and what they told us themselves: many times in a session, and
 * only the last counts. So no answer waits for it, it is written down a moment later, and only the final cost is an event.
 */
class CostNotes {
  readonly #notes: WriteBehind<CostRow>;

  constructor({ ledger, log }: { ledger: Ledger; log: Log }) {
    this.#notes = new WriteBehind<CostRow>({
      task: 'write reported costs',
      everyMs: gatherMs,
      log,
      merge: sessionCosts.merge,
      // Each is an entry of its own, so that one that cannot be stored harms no other; they share a commit.
      async write(rows) {
        await Promise.all([...rows.values()].map((row) => ledger.commit(entryOf(row))));
      },
    });
  }

  note(row: CostRow): void {
    this.#notes.note(sessionCosts.identity(row), row);
  }

  /** It is written down at once by somebody else: what waits is older. */
  supersede(row: CostRow): void {
    this.#notes.remove(sessionCosts.identity(row));
  }

  close(): Promise<void> {
    return this.#notes.close();
  }
}

/** A message that is delivered twice has one final cost. */
function entryOf(row: CostRow): Entry {
  const { stationId, sessionRef, total, currency, isFinal, toldAt } = row;
  const event: NewEvent = {
    kind: 'session-cost-sent',
    stationId,
    key: `final-cost:${sessionRef}:${total}`,
    happenedAt: toldAt,
    body: { sessionRef, total, currency, isFinal },
  };
  return { events: isFinal ? [event] : [], writes: [write(sessionCosts, row)], whenRefused: 'set-aside' };
}

/** What a session would cost that charges evenly and then stays. */
async function tryTariff(
  { sites }: Pick<BoundNeeds, 'sites'>,
  tariff: KeptTariff,
  { startedAt: started, minutes, kwh, idleMinutes, siteId }: TariffTrial,
): Promise<TariffTrialAnswer> {
  const refuse = (field: string, message: string) => new SigecError('INVALID_INPUT', message, { details: { field } });
  if (idleMinutes > minutes)
    throw refuse('idleMinutes', `The vehicle cannot stay longer than the ${minutes} minutes of the session.`);
  const startedAt = new Date(started);
  const version = versionAt(tariff, startedAt);
  if (version === undefined)
    throw refuse('startedAt', `Tariff ${tariff.id} says nothing at that time yet: its first version begins later.`);
  const clock = await sites.clockAt(siteId ?? null);
  if (clock === undefined) throw refuse('siteId', `There is no site ${siteId}; list them at /api/sites.`);
  const until = new Date(startedAt.getTime() + minutes * 60_000);
  const stays = new Date(until.getTime() - idleMinutes * 60_000);
  const cost = sessionCost({
    segments: [{ terms: version.terms, from: null }],
    usage: {
      startedAt,
      until,
      readings: [
        { at: startedAt, mwh: 0 },
        { at: stays, mwh: mwhOf(kwh) },
      ],
      idle: idleMinutes === 0 ? [] : [{ from: stays, to: until }],
      reservation: null,
    },
    timeZone: clock.timeZone,
  });
  return { ...cost, version: version.version, timeZone: clock.timeZone };
}
