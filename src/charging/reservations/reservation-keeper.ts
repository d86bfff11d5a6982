import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { OneAfterAnother } from './one-after-another.ts';
import { isGivenUp, type OpenReservation, readLinks, readOpen, type StationLink } from './reservation-store.ts';

export type KeeperNeeds = {
  pool: Pool;
  clock: Clock;
  log: Log;
  nodeId: string;
  inTurn: OneAfterAnother;
  /** While the kill switch is on no station is asked. */
  isKillSwitchOn(): boolean;
  /** What nothing can happen to is not looked for: from memory. */
  hasOpen(stationId: string): Promise<boolean>;
  expire(reservation: OpenReservation, link: StationLink | undefined): Promise<void>;
  /** Asks the station to keep it, for the first time or again; null: that was not necessary any more. */
  keep(reservation: OpenReservation): Promise<Outcome | null>;
  tellCancel(reservation: OpenReservation): Promise<Outcome | null>;
};

const tickMs = 1_000;
/** Other nodes may have placed some that we do not know of. */
const lookAgainMs = 30_000;
/** A station that did not answer is asked again, while the time lasts. */
const tryAgainMs = 60_000;
/** After it connected a station has its boot and its statuses to tell; after it booted it needs a moment too. */
const settleMs = 1_000;

/**
 * What happens to reservations by the clock, and when their stations come back: planned ones are asked for, those whose time is over
 * end, and a station that booted or was away is asked to keep what it may have lost.
 */
export class ReservationKeeper {
  private readonly needs: KeeperNeeds;
  private readonly timer: NodeJS.Timeout;
  private readonly settling = new Map<string, NodeJS.Timeout>();
  /** When a station was last asked about each, by a clock that is never set. */
  private readonly askedAt = new Map<string, number>();
  private readonly tryAgainAt = new Map<string, number>();
  private nextLookAt = 0;
  /** Stations of which something has changed since they were looked at. */
  private changed = new Set<string>();
  private isLooking = false;
  private isClosed = false;

  constructor(needs: KeeperNeeds) {
    this.needs = needs;
    this.timer = setInterval(() => this.tick(), tickMs).unref();
  }

  /** Something changed there: there may be something to do earlier than was thought. */
  lookSoon(stationId: string): void {
    this.changed.add(stationId);
  }

  tellSoon(reservation: OpenReservation): void {
    if (!this.isClosed) this.carryOnSoon(reservation);
  }

  noteAsked(reservation: Pick<OpenReservation, 'stationId' | 'id'>): void {
    this.askedAt.set(keyOf(reservation), performance.now());
  }

  returned(stationId: string): void {
    if (this.isClosed) return;
    const since = performance.now();
    clearTimeout(this.settling.get(stationId));
    const timer = setTimeout(() => {
      this.settling.delete(stationId);
      void this.keepAll(stationId, since);
    }, settleMs);
    this.settling.set(stationId, timer.unref());
  }

  goOn(): void {
    const now = this.now();
    for (const key of this.tryAgainAt.keys()) this.tryAgainAt.set(key, now);
    this.nextLookAt = now;
  }

  /** One look at everything open of the stations that are ours or nobody's. Never rejects. */
  sweep(): Promise<void> {
    return this.lookInTurn(() => this.lookAtAll());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const timer of this.settling.values()) clearTimeout(timer);
    await this.needs.inTurn.settled();
  }

  private tick(): void {
    if (this.isLooking) return;
    if (this.now() >= this.nextLookAt) void this.sweep();
    else if (this.changed.size > 0) void this.lookInTurn(() => this.lookAtChanged());
  }

  private async lookInTurn(look: () => Promise<void>): Promise<void> {
    this.isLooking = true;
    try {
      await this.needs.inTurn.run('look', look);
    } catch (error) {
      willRetry(this.needs.log, 'look after reservations', error);
    } finally {
      this.isLooking = false;
    }
  }

  private async lookAtChanged(): Promise<void> {
    const stationIds = [...this.changed];
    this.changed.clear();
    await this.look(await readOpen(this.needs.pool, { stationId: stationIds }));
  }

  private async lookAtAll(): Promise<void> {
    this.changed.clear();
    this.nextLookAt = this.now() + lookAgainMs;
    const open = await readOpen(this.needs.pool);
    this.forgetAllBut(open);
    await this.look(open);
  }

  private async look(open: readonly OpenReservation[]): Promise<void> {
    const { pool, nodeId } = this.needs;
    const now = this.now();
    const links = await readLinks(pool, [...new Set(open.map(({ stationId }) => stationId))]);
    const over: Promise<void>[] = [];
    for (const reservation of open) {
      const link = links.get(reservation.stationId);
      const node = link?.node ?? null;
      if (node !== null && node !== nodeId) continue;
      if (reservation.expiresAt.getTime() <= now) over.push(this.needs.expire(reservation, link));
      else {
        const dueAt = node === null ? Infinity : this.dueAt(reservation, now);
        if (dueAt <= now) this.carryOnSoon(reservation);
        this.lookAt(Math.min(reservation.expiresAt.getTime(), dueAt <= now ? now + tryAgainMs : dueAt));
      }
    }
    await Promise.all(over);
  }

  /** When there is something to do about it beside its end, as long as its station is there. */
  private dueAt(reservation: OpenReservation, now: number): number {
    const again = this.tryAgainAt.get(keyOf(reservation));
    if (again !== undefined) return again;
    if (reservation.status === 'planned') return reservation.startsAt.getTime();
    if (reservation.status === 'active') return Infinity;
    // Asked or given back, and its station has not answered yet: whoever asked may still be waiting.
    this.tryAgainAt.set(keyOf(reservation), now + tryAgainMs);
    return now + tryAgainMs;
  }

  private async keepAll(stationId: string, since: number): Promise<void> {
    try {
      if (this.isClosed || !(await this.needs.hasOpen(stationId))) return;
      const now = this.now();
      const asked = (reservation: OpenReservation) => this.askedAt.get(keyOf(reservation)) ?? -Infinity;
      const open = (await readOpen(this.needs.pool, { stationId })).filter(
        (one) => asked(one) < since && one.startsAt.getTime() <= now && one.expiresAt.getTime() > now,
      );
      for (const reservation of open) this.carryOnSoon(reservation);
    } catch (error) {
      willRetry(this.needs.log, 'look after reservations', error, { stationId });
      this.returned(stationId);
    }
  }

  /** Stations do not wait for each other, and nobody waits for one that does not answer. */
  private carryOnSoon(reservation: OpenReservation): void {
    const { stationId, id } = reservation;
    this.tryAgainAt.set(keyOf(reservation), this.now() + tryAgainMs);
    this.needs.inTurn
      .run(`kept ${stationId}`, () => this.carryOn(reservation))
      .catch((error: unknown) =>
        willRetry(this.needs.log, 'look after reservations', error, { stationId, reservationId: id }),
      );
  }

  private async carryOn(reservation: OpenReservation): Promise<void> {
    if (this.isClosed || this.needs.isKillSwitchOn()) return; // it is tried again
    const { keep, tellCancel } = this.needs;
    const outcome = await (isGivenUp(reservation) ? tellCancel(reservation) : keep(reservation));
    if (outcome?.status === 'no-answer' || outcome?.status === 'not-sent') return; // it is tried again
    this.tryAgainAt.delete(keyOf(reservation));
    this.lookSoon(reservation.stationId);
  }

  private lookAt(time: number): void {
    this.nextLookAt = Math.min(this.nextLookAt, time);
  }

  private forgetAllBut(open: readonly OpenReservation[]): void {
    const keys = new Set(open.map(keyOf));
    for (const map of [this.askedAt, this.tryAgainAt])
      for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
  }

  private now(): number {
    return this.needs.clock.now().getTime();
  }
}

function keyOf({ stationId, id }: Pick<OpenReservation, 'stationId' | 'id'>): string {
  return `${stationId}\n${id}`;
}
