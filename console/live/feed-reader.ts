import { serverEvents } from '#contract/server-events.ts';
import { liveEvents } from '../api/first-requests.ts';
import { pause } from './pause.ts';

export type LiveStatus = { state: 'connecting' } | { state: 'live'; since: number } | { state: 'lost'; since: number };

/** What a reader of the feed hears. `connected`: what was read before may be old. `heard`: as the server wrote it. */
export type FeedNews =
  | { type: 'status'; status: LiveStatus }
  | { type: 'connected' }
  | { type: 'heard'; kind: string; data: string };

const retryMs = 2_000;
/** A connection that died without a word is noticed by its silence: the server writes every 15 seconds. */
const silenceMs = 40_000;

/**
 * Reads the ledger as it grows. By `fetch` rather than EventSource, which gives up for good on an error status
 * and never notices silence; and without the contract's schemas, since this runs in a worker that would load them a second time.
 */
export class FeedReader {
  status: LiveStatus = { state: 'connecting' };
  readonly #tell: (news: FeedNews) => void;
  #lastEventId: string | null = null;
  #connection = new AbortController();

  constructor(tell: (news: FeedNews) => void) {
    this.#tell = tell;
  }

  /** Stays connected until the signal ends it; every connection after the first goes on where the last one ended. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ended = await this.#readOnce(signal);
      if (signal.aborted) return;
      if (ended === 'again') continue;
      this.#lose();
      await pause(retryMs + Math.random() * 500, signal);
    }
  }

  /** Connects anew, as whoever is signed in now. */
  reconnect(): void {
    this.#connection.abort();
  }

  async #readOnce(signal: AbortSignal): Promise<'failed' | 'again'> {
    const connection = new AbortController();
    this.#connection = connection;
    const watch = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) connection.abort();
    }, 5_000);
    let heardAt = Date.now();
    try {
      const response = await fetch(liveEvents, {
        credentials: 'same-origin',
        headers: { accept: 'text/event-stream', ...this.#position() },
        signal: AbortSignal.any([signal, connection.signal]),
      });
      // A position that the server cannot read is of another database; what is missed is read again anyway.
      if (response.status === 400) this.#lastEventId = null;
      if (!response.ok || response.body === null) return 'failed';
      this.#becomeLive();
      for await (const event of serverEvents(response.body)) {
        heardAt = Date.now();
        this.#lastEventId = event.id ?? this.#lastEventId;
        if (event.data !== null) this.#tell({ type: 'heard', kind: event.kind, data: event.data });
      }
      return 'failed';
    } catch {
      return connection.signal.aborted ? 'again' : 'failed';
    } finally {
      clearInterval(watch);
    }
  }

  #position(): Record<string, string> {
    return this.#lastEventId === null ? {} : { 'last-event-id': this.#lastEventId };
  }

  #becomeLive(): void {
    if (this.status.state !== 'live') this.#become({ state: 'live', since: Date.now() });
    this.#tell({ type: 'connected' });
  }

  #lose(): void {
    if (this.status.state !== 'lost') this.#become({ state: 'lost', since: Date.now() });
  }

  #become(status: LiveStatus): void {
    this.status = status;
    this.#tell({ type: 'status', status });
  }
}
