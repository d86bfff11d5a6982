import type { SessionReads } from '../../store/session-reads.ts';

/** More run at no station: what is beyond was forgotten by it. */
const maxPerStation = 200;

/**
 * At which EVSE the running sessions of a station stand, as far as this process knows: what ran before it began is read once for
 * each station. What is outdated here costs a look at the session.
 */
export class RunningPlaces {
  private readonly stations = new Map<string, Promise<Map<string, number>>>();
  private readonly reads: Pick<SessionReads, 'running'>;

  constructor(reads: Pick<SessionReads, 'running'>) {
    this.reads = reads;
  }

  /** Adds a session, and gives back those that run at its EVSE already. */
  async others({ stationId, ref, evseId }: { stationId: string; ref: string; evseId: number }): Promise<string[]> {
    const places = await this.of(stationId);
    const others = [...places].filter(([other, place]) => place === evseId && other !== ref).map(([other]) => other);
    places.delete(ref);
    places.set(ref, evseId);
    const [oldest] = places.keys();
    if (places.size > maxPerStation && oldest !== undefined) places.delete(oldest);
    return others;
  }

  async at(stationId: string, evseId: number): Promise<string[]> {
    const places = await this.of(stationId);
    return [...places].filter(([, place]) => place === evseId).map(([ref]) => ref);
  }

  remove(stationId: string, ref: string): void {
    void this.stations.get(stationId)?.then((places) => places.delete(ref));
  }

  private of(stationId: string): Promise<Map<string, number>> {
    const known = this.stations.get(stationId);
    if (known !== undefined) return known;
    const read = this.reads.running(stationId).then((running) => new Map(running));
    this.stations.set(stationId, read);
    read.catch(() => this.stations.delete(stationId));
    return read;
  }
}
