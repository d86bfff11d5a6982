import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { type OpenReservation, readOpen, readStationsWithOpen } from './reservation-store.ts';

/**
 * What is open at a station, from memory: nearly every event that asks comes from a station without any. A change is read again for
 * its station alone; what other processes change is seen when all are looked at again, a few seconds later.
 */
export class ReservationCache {
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

  /** Something of the station was committed. */
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
