import type { Station, StationPage, StationsChanged } from '#contract/stations/station.ts';
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
  confirmMs?: number;
};

const byId = new Intl.Collator('en', { numeric: true });

/**
 * All stations as the console knows them: read once, and then told by the server as they change. What is told while everything is
 * read may be newer than what is read, and stands.
 */
export class StationBoard {
  view: BoardView = { stations: [], total: null, isComplete: false, problem: null };
  readonly #needs: Needs;
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();
  #stations = new Map<string, Station>();
  /** Told while everything is read; null: it is gone. */
  readonly #heard = new Map<string, Station | null>();
  #mustRead = false;
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
    this.#mustRead = true;
    void this.#read(); // ends by itself; what fails is shown in the view and tried again
  }

  /** Stations as they are now, told by the server. */
  hear({ stations, gone }: StationsChanged): void {
    const changed = new Map<string, Station | null>(stations.map((station) => [station.id, station]));
    for (const id of gone) changed.set(id, null);
    this.#apply(changed);
    if (this.#isReading) for (const [id, station] of changed) this.#heard.set(id, station);
    this.#publish(this.view.isComplete ? { total: this.#stations.size } : {});
  }

  /** What the server answered to a change made here. We may have been told of something newer before, so it is read once more. */
  put(station: Station): void {
    this.#stations.set(station.id, station);
    this.#publish({ problem: null });
    void this.#confirm(station);
  }

  async #confirm(put: Station): Promise<void> {
    await pause(this.#needs.confirmMs ?? 1_000, this.#signal);
    const station = await this.#needs.readStation(put.id, this.#signal).catch(() => undefined); // its next change is told
    if (station !== undefined && this.#stations.get(put.id) === put) this.hear({ stations: [station], gone: [] });
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!this.#signal.aborted && this.#mustRead) {
      try {
        await this.#readAll();
      } catch (thrown) {
        if (this.#signal.aborted) break;
        this.#mustRead = true;
        this.#publish({ problem: asProblem(thrown) });
        await pause(this.#needs.retryMs ?? 3_000, this.#signal);
      }
    }
    this.#isReading = false;
  }

  async #readAll(): Promise<void> {
    this.#mustRead = false;
    this.#heard.clear();
    const fresh = new Map<string, Station>();
    let after: string | null = null;
    do {
      const page: StationPage = await this.#needs.readPage(after, this.#signal);
      for (const station of page.stations) {
        fresh.set(station.id, station);
        this.#stations.set(station.id, station);
      }
      this.#apply(this.#heard);
      after = page.next;
      if (after !== null) this.#publish({ total: page.total, problem: null }); // the first rows need not wait for the last
    } while (after !== null);
    this.#stations = fresh; // and without those that are gone
    this.#apply(this.#heard);
    this.#publish({ isComplete: true, total: this.#stations.size, problem: null });
  }

  #apply(changed: ReadonlyMap<string, Station | null>): void {
    for (const [id, station] of changed) {
      if (station === null) this.#stations.delete(id);
      else this.#stations.set(id, station);
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
