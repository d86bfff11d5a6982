import type { ClientBase } from 'pg';

/** A few kilobytes each at most. Stations of one make share theirs, so that a large network has some hundreds. */
const mostShapes = 2_000;
/** A unit is free text in OCPP 2.x: a station could invent a shape with every message. An honest one has a handful. */
export const mostNewPerDay = 50;

const dayMs = 86_400_000;

/** The shapes that are known to be in the database, by their words. One that is missing here is written again, which changes nothing. */
export class KnownShapes {
  private readonly ids = new Map<string, string>();
  private readonly broughtBy = new Map<string, number>();
  private day = 0;
  private connection: ClientBase | undefined;

  /** Behind another connection may be another server, such as a standby that took over and never heard of our last shapes. */
  use(connection: ClientBase): void {
    if (connection !== this.connection) this.ids.clear();
    this.connection = connection;
  }

  idOf(words: string): string | undefined {
    return this.ids.get(words);
  }

  /** How many more shapes the station may bring on this day. */
  room(stationId: string, now: Date): number {
    const day = Math.floor(now.getTime() / dayMs);
    if (day > this.day) this.broughtBy.clear();
    this.day = Math.max(day, this.day);
    return mostNewPerDay - (this.broughtBy.get(stationId) ?? 0);
  }

  /** Only after the commit. No id: it stands for other words. */
  add({ words, id, stationId }: { words: string; id: string | undefined; stationId: string }): void {
    this.broughtBy.set(stationId, (this.broughtBy.get(stationId) ?? 0) + 1);
    if (id === undefined) return;
    this.ids.set(words, id);
    for (const oldest of this.ids.keys()) {
      if (this.ids.size <= mostShapes) break;
      this.ids.delete(oldest);
    }
  }
}
