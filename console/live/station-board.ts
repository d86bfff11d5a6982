import type { Station, StationPage } from '#contract/stations/station.ts';
import { ApiProblem } from '../api/call.ts';
import { pause } from './pause.ts';

export type BoardView = {
  /** In the order of their ids, where CP-2 stands before CP-10; a change of values never changes it. */
  stations: readonly Station[];
  /** How many there are; null until the server said it. */
  total: number | null;
  isComplete: boolean;
  problem: ApiProblem | null;
};

type Needs = {
  readPage(after: string | null, signal: AbortSignal): Promise<StationPage>;
  readStation(id: string, signal: AbortSignal): Promise<Station>;
  retryMs?: number;
};

const gatherMs = 300;
const fewStations = 20;
const byId = new Intl.Collator('en', { numeric: true });

/**
 * All stations as the console knows them. Events only say that a station changed; what changed is gathered for a
 * moment and read together, by one reader, so that an older answer never replaces a newer one.
 */
export class StationBoard {
  view: BoardView = { stations: [], total: null, isComplete: false, problem: null };
  readonly #needs: Needs;
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();
  #stations = new Map<string, Station>();
  readonly #changed = new Set<string>();
  #mustReadAll = false;
  #restMs = gatherMs;
  #isReading = false;

  constructor(needs: Needs, signal: AbortSignal) {
    this.#needs = needs;
    this.#signal = signal;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The first rows, before the connection stands: once it does, everything is read. */
  async begin(): Promise<void> {
    const page = await this.#needs.readPage(null, this.#signal).catch(() => undefined); // the reading that follows tells why
    if (page === undefined || this.#signal.aborted || this.view.total !== null) return;
    for (const station of page.stations) this.#stations.set(station.id, station);
    this.#publish({ total: page.total });
  }

  /** Reads every station again: after a connection was lost, nobody knows what was missed. */
  reload(): void {
    this.#mustReadAll = true;
    void this.#read(); // ends by itself; what fails is shown in the view and tried again
  }

  changed(stationId: string): void {
    this.#changed.add(stationId);
    void this.#read(); // as above
  }

  /** What the server answered to a change made here. */
  put(station: Station): void {
    this.#stations.set(station.id, station);
    this.#publish({ problem: null });
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!this.#signal.aborted && (this.#mustReadAll || this.#changed.size > 0)) {
      if (!this.#mustReadAll) await pause(this.#restMs, this.#signal);
      try {
        if (this.#mustReadAll || this.#changed.size > fewStations) await this.#readAll();
        else await this.#readChanged();
      } catch (thrown) {
        if (this.#signal.aborted) break;
        this.#mustReadAll = true;
        this.#publish({ problem: asProblem(thrown) });
        await pause(this.#needs.retryMs ?? 3_000, this.#signal);
      }
    }
    this.#isReading = false;
  }

  async #readAll(): Promise<void> {
    const begun = performance.now();
    this.#mustReadAll = false;
    this.#changed.clear();
    const fresh = new Map<string, Station>();
    let after: string | null = null;
    do {
      const page: StationPage = await this.#needs.readPage(after, this.#signal);
      for (const station of page.stations) {
        fresh.set(station.id, station);
        this.#stations.set(station.id, station);
      }
      after = page.next;
      if (after !== null) this.#publish({ total: page.total, problem: null }); // the first rows need not wait for the last
    } while (after !== null);
    this.#stations = fresh; // and without those that are gone
    this.#publish({ isComplete: true, total: fresh.size, problem: null });
    // Reading everything takes at most a tenth of the time, however many stations call at once.
    this.#restMs = Math.min(5_000, Math.max(gatherMs, (performance.now() - begun) * 10));
  }

  async #readChanged(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    const read = await Promise.all(ids.map(async (id) => ({ id, station: await this.#readOne(id) })));
    for (const { id, station } of read) {
      if (station === null) this.#stations.delete(id);
      else this.#stations.set(id, station);
    }
    this.#restMs = gatherMs;
    this.#publish({ problem: null, ...(this.view.isComplete ? { total: this.#stations.size } : {}) });
  }

  async #readOne(id: string): Promise<Station | null> {
    try {
      return await this.#needs.readStation(id, this.#signal);
    } catch (thrown) {
      if (thrown instanceof ApiProblem && thrown.code === 'NOT_FOUND') return null;
      throw thrown;
    }
  }

  #publish(news: Partial<BoardView>): void {
    this.view = { ...this.view, ...news, stations: this.#inOrder() };
    for (const listener of this.#listeners) listener();
  }

  #inOrder(): readonly Station[] {
    const before = this.view.stations;
    const sameIds = before.length === this.#stations.size && before.every(({ id }) => this.#stations.has(id));
    if (sameIds) return before.map((station) => this.#stations.get(station.id) ?? station);
    return [...this.#stations.values()].toSorted((one, other) => byId.compare(one.id, other.id));
  }
}

function asProblem(thrown: unknown): ApiProblem {
  return thrown instanceof ApiProblem ? thrown : new ApiProblem('UNREADABLE', String(thrown));
}
