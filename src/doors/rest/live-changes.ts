import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { SessionsChanged } from '#contract/sessions/session.ts';
import type { StationsChanged } from '#contract/stations/station.ts';
import type { Ledger } from '#ledger/ledger-types.ts';

type Needs<Name, News> = {
  ledger: Pick<Ledger, 'head' | 'follow'>;
  log: Log;
  /** In the log: what could not be read. */
  subject: string;
  /** What an event changes, with a key by which it is read once however often it changed. */
  nameOf(event: LedgerEvent): { key: string; name: Name } | undefined;
  /** What is so now; undefined: nothing to tell. */
  read(names: Name[]): Promise<News | undefined>;
};
type Listener<News> = (news: News) => void;

/** What changes ten times a second is read twice in it. */
const readEveryMs = 500;
const retryMs = 2_000;
/** Of one read; what is left comes with the next. */
const maxAtOnce = 1_000;

/**
 * Rows as they change, for any number of live readers at the price of one. An event of the ledger tells what a station said; what
 * that made of a row is read from it, once for all readers, and no row is written for it.
 */
export class LiveChanges<Name, News> {
  readonly #needs: Needs<Name, News>;
  readonly #listeners = new Set<Listener<News>>();
  #following: { end: AbortController; begun: Promise<void> } | undefined;

  constructor(needs: Needs<Name, News>) {
    this.#needs = needs;
  }

  /** Until the signal ends it. Resolves once every change from now on will be told. */
  listen(listener: Listener<News>, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#leave(listener), { once: true });
    this.#following ??= this.#begin();
    return this.#following.begun;
  }

  #leave(listener: Listener<News>): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#following?.end.abort();
    this.#following = undefined;
  }

  #begin(): { end: AbortController; begun: Promise<void> } {
    const end = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const touched = new Map<string, Name>();
    void this.#follow(touched, end.signal, resolve);
    void this.#tell(touched, end.signal);
    return { end, begun };
  }

  /** While the database is away there is nothing to tell; afterwards it goes on where it stood. */
  async #follow(touched: Map<string, Name>, signal: AbortSignal, onBegun: () => void): Promise<void> {
    const { ledger, log, subject, nameOf } = this.#needs;
    let since: string | undefined;
    while (!signal.aborted) {
      try {
        since ??= await ledger.head();
        onBegun();
        for await (const event of ledger.follow({ since, signal })) {
          since = event.id;
          const named = nameOf(event);
          if (named !== undefined) touched.set(named.key, named.name);
        }
      } catch (error) {
        onBegun(); // readers of events need not wait for this
        willRetry(log, `follow changes of ${subject}`, error);
        await pause(retryMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
      }
    }
  }

  async #tell(touched: Map<string, Name>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(readEveryMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
      const named = [...touched].slice(0, maxAtOnce);
      if (named.length === 0 || signal.aborted) continue;
      for (const [key] of named) touched.delete(key);
      try {
        const news = await this.#needs.read(named.map(([, name]) => name));
        if (news !== undefined) for (const listener of this.#listeners) listener(news);
      } catch (error) {
        for (const [key, name] of named) touched.set(key, name);
        this.#needs.log.warn(
          { cause: asError(error).message, subject: this.#needs.subject },
          'changes could not be read',
        );
      }
    }
  }
}

type DoorNeeds = {
  ledger: Pick<Ledger, 'head' | 'follow'>;
  log: Log;
  charging: Pick<Charging, 'stationsNamed'> & { sessions: Pick<Charging['sessions'], 'listed'> };
};

export type SessionChanges = LiveChanges<{ stationId: string; ref: string }, SessionsChanged>;
export type StationChanges = LiveChanges<string, StationsChanged>;

export function sessionChanges({ ledger, log, charging }: DoorNeeds): SessionChanges {
  return new LiveChanges({
    ledger,
    log,
    subject: 'sessions',
    nameOf({ kind, stationId, body: { ref } }) {
      if (stationId === null || !kind.startsWith('session-') || typeof ref !== 'string') return undefined;
      return { key: `${stationId}\n${ref}`, name: { stationId, ref } };
    },
    async read(names) {
      const sessions = await charging.sessions.listed(names);
      return sessions.length > 0 ? { sessions } : undefined;
    },
  });
}

/** Kinds of events after which a station looks different. */
const changesStation: ReadonlySet<LedgerEvent['kind']> = new Set([
  'station-connected',
  'station-went-offline',
  'station-booted',
  'connector-status',
  'station-accepted',
  'station-rejected',
  'station-pending',
  'station-placed',
  'station-taken-away',
] as const);

export function stationChanges({ ledger, log, charging }: DoorNeeds): StationChanges {
  return new LiveChanges({
    ledger,
    log,
    subject: 'stations',
    nameOf: ({ kind, stationId }) =>
      stationId !== null && changesStation.has(kind) ? { key: stationId, name: stationId } : undefined,
    async read(ids) {
      const stations = await charging.stationsNamed(ids);
      const found = new Set(stations.map(({ id }) => id));
      return { stations, gone: ids.filter((id) => !found.has(id)) };
    },
  });
}
