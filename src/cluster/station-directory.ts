import { Contests } from './contests.ts';

/** A station's connection as others see it. Its epoch tells it from the connections before and after. */
export type HeldLink<Link> = { epoch: number; link: Link };

/** Which connection of this node speaks for a station. Which node does stands in PostgreSQL (`station-hold.ts`). */
export class StationDirectory<Link> {
  /** Which stations are claimed by two connections. */
  readonly contests = new Contests();
  private readonly held = new Map<string, HeldLink<Link>>();
  /** Epochs grow over restarts too, so that a connection of before is never taken for one of now. */
  private lastEpoch = Date.now() * 1000;

  /** The new connection speaks for the station from now on. `epoch`: as PostgreSQL has given it; absent: the next one here. */
  attach(stationId: string, link: Link, epoch?: number): HeldLink<Link> {
    this.lastEpoch = Math.max(this.lastEpoch + 1, epoch ?? 0);
    const held = { epoch: epoch ?? this.lastEpoch, link };
    this.held.set(stationId, held);
    return held;
  }

  /** Removes the connection of that epoch and no other: the late end of an old socket must not remove the new one. */
  detach(stationId: string, epoch: number): boolean {
    if (this.held.get(stationId)?.epoch !== epoch) return false;
    return this.held.delete(stationId);
  }

  find(stationId: string): HeldLink<Link> | undefined {
    return this.held.get(stationId);
  }

  all(): Iterable<HeldLink<Link>> {
    return this.held.values();
  }

  epochs(): Map<string, number> {
    return new Map([...this.held].map(([stationId, { epoch }]) => [stationId, epoch]));
  }

  get size(): number {
    return this.held.size;
  }
}
