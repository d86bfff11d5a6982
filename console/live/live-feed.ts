import { type LedgerEvent, ledgerEvent } from '#contract/event.ts';
import { type ListedSession, sessionsChanged } from '#contract/sessions/session.ts';
import { type StationsChanged, stationsChanged } from '#contract/stations/station.ts';
import { parsedJson } from '../parts/json.ts';
import { FeedReader, type LiveStatus } from './feed-reader.ts';
import type { FeedOrder, WorkerNews } from './feed-worker.ts';

type Listener = {
  onEvent?(event: LedgerEvent): void;
  /** Sessions that changed, as they are now. */
  onSessions?(sessions: readonly ListedSession[]): void;
  /** Stations that changed, as they are now, and those that are gone. */
  onStations?(changed: StationsChanged): void;
  onLive?(): void;
  onStatus?(): void;
  /** In another tab somebody signed in or out. */
  onIdentity?(): void;
};

/** The ledger as it grows, over one connection for all tabs of this browser, or of its own where the browser cannot share one. */
export class LiveFeed {
  status: LiveStatus = { state: 'connecting' };
  readonly #listeners = new Set<Listener>();
  #order: (order: FeedOrder) => void = () => undefined;

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Until the signal ends it. */
  run(signal: AbortSignal): void {
    const hear = (news: WorkerNews) => {
      if (!signal.aborted) this.#hear(news);
    };
    if (typeof SharedWorker === 'undefined') return this.#readAlone(hear, signal);
    const { port } = new SharedWorker(new URL('./feed-worker.ts', import.meta.url), { type: 'module', name: 'feed' });
    this.#order = (order) => port.postMessage(order);
    port.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => hear(data));
    port.start();
    const leave = () => this.#order('leave');
    signal.addEventListener('abort', leave, { once: true });
    globalThis.addEventListener('pagehide', leave, { signal });
    // A page that the browser kept and shows again has left, and reads everything anew.
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });
  }

  /** Somebody has signed in or out here: what is sent depends on it. */
  reconnect(): void {
    this.#order('reconnect');
  }

  #readAlone(hear: (news: WorkerNews) => void, signal: AbortSignal): void {
    const reader = new FeedReader(hear);
    this.#order = (order) => order === 'reconnect' && reader.reconnect();
    void reader.run(signal);
  }

  #hear(news: WorkerNews): void {
    if (news.type === 'status') this.status = news.status;
    for (const listener of this.#listeners) {
      if (news.type === 'status') listener.onStatus?.();
      if (news.type === 'connected') listener.onLive?.();
      if (news.type === 'identity') listener.onIdentity?.();
    }
    if (news.type === 'heard') this.#read(news.kind, parsedJson(news.data));
  }

  /** A kind of message that a newer server sends and this page does not know is left out. */
  #read(kind: string, data: unknown): void {
    if (kind === 'sessions-changed') {
      const changed = sessionsChanged.safeParse(data);
      if (changed.success) for (const listener of this.#listeners) listener.onSessions?.(changed.data.sessions);
      return;
    }
    if (kind === 'stations-changed') {
      const changed = stationsChanged.safeParse(data);
      if (changed.success) for (const listener of this.#listeners) listener.onStations?.(changed.data);
      return;
    }
    const event = ledgerEvent.safeParse(data);
    if (event.success) for (const listener of this.#listeners) listener.onEvent?.(event.data);
  }
}
