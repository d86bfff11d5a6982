import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { NewReservation, ReservationQuery } from '#contract/access/reservation.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { Station } from '#contract/stations/station.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, system } from '#principals/actor.ts';
import type { AtSites } from '../at-sites.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import type { WireToken } from '../authorization/station-authorization.ts';
import type { KillSwitch } from '../commands/kill-switch.ts';
import type { Ask } from '../commands/run-command.ts';
import type { SessionEvent } from '../sessions/record/session-event.ts';
import type { ConnectorReport } from '../stations/station-facts.ts';
import { cancelReservation, createReservation, getReservation } from './change-reservation.ts';
import { type ChangedReservation, changedReservation } from './changed-reservation.ts';
import { readSkillsOf } from './conflict-facts.ts';
import { endedByStatus } from './ended-by-status.ts';
import { reservationUsedBy } from './holder.ts';
import { keepReservation, recordAnswer, reservationToKeep, type StationAnswer } from './keep-reservation.ts';
import { OneAfterAnother } from './one-after-another.ts';
import { checkReservation, placeReservation, type ReservationWish } from './place-reservation.ts';
import { ReservationKeeper } from './reservation-keeper.ts';
import {
  hasUsedOne,
  isGivenUp,
  type OpenReservation,
  readEvseOf,
  readLinks,
  readOpen,
  readReservations,
  readStationsWithOpen,
} from './reservation-store.ts';
import { whyExpired } from './why-lost.ts';

export type AskedReservation = {
  id: number;
  evseId: number | null;
  connectorType: string | null;
  expiresAt: Date;
  token: WireToken;
  group: WireToken | null;
};

type Named = { stationId: string; id: number };

export type Reservations = ReturnType<typeof openReservations>;

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

export function openReservations(given: ReservationNeeds) {
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
      const why = ownReason('reservation-over');
      return (await given.runCommand({ stationId, name: 'cancel-reservation', input, actor: system, why })).outcome;
    },
  });
  given.killSwitch.whenLifted(() => keeper.goOn());

  return {
    /** From when until when it would be; throws why it cannot be, as far as we know. Writes nothing, asks nobody. */
    check: ({ startsAt, ...wanted }: NewReservation) =>
      checkReservation(given, { ...wanted, ...(startsAt !== undefined && { startsAt: new Date(startsAt) }) }),
    // What people ask.
    /** Throws why it cannot be, before anything is sent; one that begins now has been answered by its station. */
    /** `signal`: calls it off, as far as it has not left for the station. */
    create: (wanted: NewReservation, actor: Actor, signal?: AbortSignal) =>
      createReservation(needs, wanted, { actor, signal }),
    cancel: (named: Named, actor: Actor, signal?: AbortSignal) => cancelReservation(needs, named, { actor, signal }),
    find: (query: ReservationQuery & AtSites) => readReservations(pool, query, clock.now()),
    get: (named: Named) => getReservation(needs, named),
    /** Which of the stations keep reservations, by what they have told of themselves. */
    async offeredAt(stationIds: readonly string[]): Promise<ReadonlySet<string>> {
      const skills = await readSkillsOf(pool, stationIds);
      return new Set(stationIds.filter((id) => skills.get(id)?.hasReservations === true));
    },
    // What goes to stations, and what they answer.
    /** Writes it down as asked for; what the station answers follows with `answered`. */
    async ask(wish: ReservationWish): Promise<AskedReservation> {
      const placed = await needs.place(wish);
      needs.noteAsked(placed);
      return placed;
    },
    toKeep: (named: Named) => reservationToKeep(needs, named),
    answered: (answer: StationAnswer) => recordAnswer(needs, answer),
    /** Whether there is something to tell the station; one that it never heard of is given back at once. */
    async isToBeCancelled(named: Named): Promise<boolean> {
      const [reservation] = await readOpen(pool, named);
      if (reservation?.status !== 'planned') return true;
      await record({ ...named, status: 'cancelled', at: clock.now() });
      return false;
    },
    async cancelAnswered({ stationId, id, isAccepted, code }: StationAnswer): Promise<void> {
      const [reservation] = await readOpen(pool, { stationId, id });
      if (reservation === undefined) return;
      const isRemoved = reservation.status === 'removed'; // and stays so
      const why = isAccepted || isRemoved ? null : 'The station knew nothing of it any more.';
      await record({ stationId, id, status: isRemoved ? 'removed' : 'cancelled', code, why, at: clock.now() });
    },
    // What stations tell.
    record,
    /** What a session's event says about the reservation it uses, to be committed with it. From memory where there is none. */
    usedBy: async (event: SessionEvent) => usedBySession(pool, await open.of(event.stationId), event),
    changed: changedNow,
    /** What a connector's status says about the reservation of its EVSE; from memory where there is none. */
    async notice(report: ConnectorReport): Promise<void> {
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
    /** The station has connected or booted: it is asked again for what it may have lost. */
    returned: (stationId: string): void => keeper.returned(stationId),
    async sweep() {
      await keeper.sweep();
      await inTurn.settled();
    },
    close: () => keeper.close(),
  };
}

/**
 * What is open at a station, from memory: nearly every event that asks comes from a station without any. A change is read again for
 * its station alone; what other processes change is seen when all are looked at again, a few seconds later.
 */
class ReservationCache {
  private readonly pool: Pool;
  private readonly known = new Map<string, Promise<OpenReservation[]>>();
  private readonly stations: Cache<ReadonlySet<string>>;

  constructor({ pool, clock }: { pool: Pool; clock: Clock }) {
    this.pool = pool;
    this.stations = new Cache({ read: () => this.lookAgain(), clock, lastsMs: 10_000 });
  }

  async of(stationId: string): Promise<readonly OpenReservation[]> {
    const stations = await this.stations.get();
    return this.known.get(stationId) ?? (stations.has(stationId) ? this.read(stationId) : []);
  }

  changed(stationId: string): void {
    void this.read(stationId).catch(() => undefined); // whoever asks next reads again
  }

  private async lookAgain(): Promise<ReadonlySet<string>> {
    const before = [...this.known]; // read earlier than what follows
    const stations = await readStationsWithOpen(this.pool);
    for (const [stationId, reading] of before) this.forget(stationId, reading);
    return stations;
  }

  private read(stationId: string): Promise<OpenReservation[]> {
    const reading = readOpen(this.pool, { stationId });
    this.known.set(stationId, reading);
    reading.catch(() => {
      this.forget(stationId, reading);
      this.stations.forgetAll();
    });
    return reading;
  }

  private forget(stationId: string, reading: Promise<OpenReservation[]>): void {
    if (this.known.get(stationId) === reading) this.known.delete(stationId);
  }
}

/** What an event of a session says about the reservation it uses (H03), to be committed with it; undefined: nothing. */
async function usedBySession(
  pool: Pool,
  open: readonly OpenReservation[],
  event: SessionEvent,
): Promise<Required<Pick<Entry, 'events' | 'writes'>> | undefined> {
  const { stationId, reservationId, ref, at } = event;
  const named = open.find(({ id }) => id === reservationId);
  const found = named ?? (await unnamed(pool, open, event));
  // A number that is none of the open ones may be that of one which had ended.
  const id = found?.id ?? (isPossible(reservationId) ? reservationId : undefined);
  return id === undefined ? undefined : changedReservation({ stationId, id, status: 'used', sessionRef: ref, at });
}

async function unnamed(
  pool: Pool,
  open: readonly OpenReservation[],
  { stationId, ref, kind, trigger, evseId, token, at }: SessionEvent,
): Promise<OpenReservation | undefined> {
  const tokenHash = token?.hash ?? null;
  // In 2.x the vehicle may be plugged in before its driver is known; a token that ends a session begins nothing.
  const isBeginning = kind === 'started' || (kind === 'updated' && beginnings.has(trigger ?? ''));
  if (open.length === 0 || tokenHash === null || !isBeginning) return undefined;
  const place = evseId ?? (await readEvseOf(pool, { stationId, ref }));
  const found = await reservationUsedBy(pool, open, { evseId: place, tokenHash, at });
  const hasOne = found !== undefined && kind === 'updated' && (await hasUsedOne(pool, { stationId, ref }));
  return hasOne ? undefined : found;
}

/** Numbers that we give. 0 and -1 mean none to some stations, and some fill the field with whatever they have. */
function isPossible(id: number | null): id is number {
  return id !== null && id >= 1 && id < 2 ** 31;
}

const beginnings: ReadonlySet<string> = new Set(['Authorized', 'RemoteStart']);
