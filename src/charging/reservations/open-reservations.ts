import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { NewReservation, Reservation, ReservationQuery } from '#contract/access/reservation.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Station } from '#contract/stations/station.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, system } from '#principals/actor.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import type { WireToken } from '../authorization/station-authorization.ts';
import type { KillSwitch } from '../commands/kill-switch.ts';
import type { Ask } from '../commands/run-command.ts';
import type { SessionEvent } from '../sessions/record/session-event.ts';
import type { ConnectorReport } from '../stations/reports.ts';
import { type Cancellation, cancelReservation, createReservation, getReservation } from './change-reservation.ts';
import { type ChangedReservation, changedReservation } from './changed-reservation.ts';
import { endedByStatus } from './ended-by-status.ts';
import { keepReservation, recordAnswer, reservationToKeep, type StationAnswer } from './keep-reservation.ts';
import { OneAfterAnother } from './one-after-another.ts';
import { checkReservation, placeReservation, type ReservationWish } from './place-reservation.ts';
import { ReservationCache } from './reservation-cache.ts';
import { ReservationKeeper } from './reservation-keeper.ts';
import { isGivenUp, readLinks, readOpen, readReservations } from './reservation-store.ts';
import { usedBySession } from './used-by-session.ts';
import { whyExpired } from './why-lost.ts';

export type { ReservationWish } from './place-reservation.ts';

/** A reservation in the books, with what it takes to tell the station. */
export type AskedReservation = {
  id: number;
  evseId: number | null;
  connectorType: string | null;
  expiresAt: Date;
  token: WireToken;
  group: WireToken | null;
};

type Named = { stationId: string; id: number };

export type Reservations = {
  // What people ask.
  /** Throws why it cannot be, before anything is sent; one that begins now has been answered by its station. */
  /** `signal`: calls it off, as far as it has not left for the station. */
  create(wanted: NewReservation, actor: Actor, signal?: AbortSignal): Promise<Reservation>;
  /** From when until when it would be; throws why it cannot be, as far as we know. Writes nothing, asks nobody. */
  check(wanted: NewReservation): Promise<{ startsAt: Date; expiresAt: Date; isPlanned: boolean }>;
  cancel(named: Named, actor: Actor, signal?: AbortSignal): Promise<Cancellation>;
  find(query: ReservationQuery): Promise<Reservation[]>;
  get(named: Named): Promise<Reservation>;

  // What goes to stations, and what they answer.
  /** Writes it down as asked for; what the station answers follows with `answered`. */
  ask(wish: ReservationWish): Promise<AskedReservation>;
  /** One that is in the books, to be asked for now. */
  toKeep(named: Named): Promise<AskedReservation>;
  answered(answer: StationAnswer): Promise<void>;
  /** Whether there is something to tell the station; one that it never heard of is given back at once. */
  isToBeCancelled(named: Named): Promise<boolean>;
  cancelAnswered(answer: StationAnswer): Promise<void>;

  // What stations tell.
  record(change: ChangedReservation): Promise<void>;
  /** What a session's event says about the reservation it uses, to be committed with it. From memory where there is none. */
  usedBy(event: SessionEvent): Promise<Required<Pick<Entry, 'events' | 'writes'>> | undefined>;
  /** Something about a reservation of the station was committed with something else. */
  changed(stationId: string): void;
  /** What a connector's status says about the reservation of its EVSE; from memory where there is none. */
  notice(report: ConnectorReport): Promise<void>;
  /** The station has connected or booted: it is asked again for what it may have lost. */
  returned(stationId: string): void;
};

export type ReservationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  nodeId: string;
  authorization: Pick<Authorization, 'reveal' | 'revealGroup' | 'tryOut'>;
  getStation(stationId: string): Promise<Station>;
  runCommand(ask: Ask): Promise<CommandRecord>;
  killSwitch: Pick<KillSwitch, 'isOn' | 'whenLifted'>;
};

export type OpenReservations = Reservations & {
  /** What the clock brings; done by itself, and by tests that hold its hands. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

export function openReservations(given: ReservationNeeds): OpenReservations {
  const { pool, ledger, clock } = given;
  const open = new ReservationCache({ pool, clock });
  const inTurn = new OneAfterAnother();
  const changedNow = (stationId: string) => {
    open.changed(stationId);
    keeper.lookSoon(stationId);
  };

  async function record(change: ChangedReservation): Promise<void> {
    await ledger.commit({ ...changedReservation(change), whenRefused: 'set-aside' });
    changedNow(change.stationId);
  }

  const needs = {
    ...given,
    inTurn,
    record,
    async commit(stationId: string, entry: Pick<Entry, 'events' | 'writes'>) {
      await ledger.commit(entry);
      changedNow(stationId);
    },
    async place(wish: ReservationWish) {
      const placed = await placeReservation({ ...given, inTurn }, wish);
      changedNow(wish.stationId);
      return placed;
    },
    noteAsked: (named: Named) => keeper.noteAsked(named),
  };
  const keeper = new ReservationKeeper({
    ...needs,
    isKillSwitchOn: () => given.killSwitch.isOn,
    hasOpen: async (stationId) => (await open.of(stationId)).length > 0,
    expire: (reservation, link) =>
      record({
        ...reservation,
        ...(isGivenUp(reservation)
          ? { why: reservation.status === 'removed' ? null : 'Its time was over before the station could be told.' }
          : { status: 'expired', why: whyExpired(reservation, link) }),
        at: reservation.expiresAt,
        isByClock: true,
      }),
    keep: (reservation) => keepReservation(needs, reservation),
    tellCancel: async ({ stationId, id }) => {
      const input = { reservationId: id };
      const why = 'It is over, and the station has not been told yet.';
      return (await given.runCommand({ stationId, name: 'cancel-reservation', input, actor: system, why })).outcome;
    },
  });
  given.killSwitch.whenLifted(() => keeper.goOn());

  return {
    check: ({ startsAt, ...wanted }) =>
      checkReservation(given, { ...wanted, ...(startsAt !== undefined && { startsAt: new Date(startsAt) }) }),
    create: (wanted, actor, signal) => createReservation(needs, wanted, { actor, signal }),
    cancel: (named, actor, signal) => cancelReservation(needs, named, { actor, signal }),
    find: (query) => readReservations(pool, query, clock.now()),
    get: (named) => getReservation(needs, named),

    async ask(wish) {
      const placed = await needs.place(wish);
      needs.noteAsked(placed);
      return placed;
    },
    toKeep: (named) => reservationToKeep(needs, named),
    answered: (answer) => recordAnswer(needs, answer),
    async isToBeCancelled(named) {
      const [reservation] = await readOpen(pool, named);
      if (reservation?.status !== 'planned') return true;
      await record({ ...named, status: 'cancelled', at: clock.now() });
      return false;
    },
    async cancelAnswered({ stationId, id, isAccepted, code }) {
      const [reservation] = await readOpen(pool, { stationId, id });
      if (reservation === undefined) return;
      const isRemoved = reservation.status === 'removed'; // and stays so
      const why = isAccepted || isRemoved ? null : 'The station knew nothing of it any more.';
      await record({ stationId, id, status: isRemoved ? 'removed' : 'cancelled', code, why, at: clock.now() });
    },

    record,
    usedBy: async (event) => usedBySession(pool, await open.of(event.stationId), event),
    changed: changedNow,
    async notice(report) {
      const { stationId } = report;
      for (const reservation of await open.of(stationId)) {
        const now = clock.now();
        const ended = endedByStatus(reservation, report, now);
        if (ended === null || (await readLinks(pool, [stationId])).get(stationId)?.version !== '1.6') continue;
        const { status } = ended;
        // One that is lost may still be kept by the station, which hears that nobody counts on it.
        await record({ ...reservation, ...ended, isCancelUntold: status === 'removed', at: now });
        if (status === 'removed') keeper.tellSoon({ ...reservation, status });
      }
    },
    returned: (stationId) => keeper.returned(stationId),
    async sweep() {
      await keeper.sweep();
      await inTurn.settled();
    },
    close: () => keeper.close(),
  };
}
