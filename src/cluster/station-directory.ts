import { Contests } from './contests.ts';

/** A station's connection as others see it. Its epoch tells it from the connections before and after. */
export type HeldLink<Link> = { epoch: number; link: Link };

/**
 * Which connection speaks for a station. On one node this is memory; with several, the same questions
 * are asked of whoever holds the station.
 */
export class StationDirectory<Link> {
  /** Which stations are claimed by two connections. */
  readonly contests = new Contests();
  private readonly held = new Map<string, HeldLink<Link>>();
  /** Epochs grow over restarts too, so that a connection of before is never taken for one of now. */
  private lastEpoch = Date.now() * 1000;

  /** The new connection speaks for the station from now on. */
  attach(stationId: string, link: Link): HeldLink<Link> {
    this.lastEpoch += 1;
    const held = { epoch: this.lastEpoch, link };
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

  get size(): number {
    return this.held.size;
  }
}
