import { eventApi } from '#contract/api/events.ts';
import { type LedgerEvent, ledgerEvent } from '#contract/event.ts';
import { serverEvents } from '#contract/server-events.ts';
import { type ListedSession, sessionsChanged } from '#contract/sessions/session.ts';
import { ApiProblem, send } from '../api/call.ts';
import { parsedJson } from '../parts/json.ts';
import { pause } from './pause.ts';

export type LiveStatus = { state: 'connecting' } | { state: 'live'; since: number } | { state: 'lost'; since: number };

type Listener = {
  onEvent?(event: LedgerEvent): void;
  /** Sessions that changed, as they are now. */
  onSessions?(sessions: readonly ListedSession[]): void;
  onLive?(): void;
  onStatus?(): void;
};

const retryMs = 2_000;
/** A connection that died without a word is noticed by its silence: the server writes every 15 seconds. */
const silenceMs = 40_000;

/**
 * The ledger as it grows, over one connection for the whole console. It is read by `fetch` rather than EventSource,
 * which gives up for good on an error status and never notices silence.
 */
export class LiveFeed {
  status: LiveStatus = { state: 'connecting' };
  readonly #listeners = new Set<Listener>();
  #lastEventId: string | null = null;

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Stays connected until the signal ends it; every connection after the first goes on where the last one ended. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ended = await this.#readOnce(signal);
      if (signal.aborted) return;
      if (ended === 'silent') continue;
      this.#lose();
      await pause(retryMs + Math.random() * 500, signal);
    }
  }

  async #readOnce(signal: AbortSignal): Promise<'failed' | 'silent'> {
    const silence = new AbortController();
    const watch = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) silence.abort();
    }, 5_000);
    let heardAt = Date.now();
    try {
      const response = await send(eventApi.follow, {
        query: { sessions: true },
        headers: { accept: 'text/event-stream', ...this.#position() },
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (response.body === null) return 'failed';
      this.#becomeLive();
      for await (const event of serverEvents(response.body)) {
        heardAt = Date.now();
        this.#lastEventId = event.id ?? this.#lastEventId;
        if (event.data !== null) this.#hear(event.kind, event.data);
      }
      return 'failed';
    } catch (thrown) {
      // A position that the server cannot read is of another database; what is missed is read again anyway.
      if (thrown instanceof ApiProblem && thrown.code === 'INVALID_INPUT') this.#lastEventId = null;
      return silence.signal.aborted ? 'silent' : 'failed';
    } finally {
      clearInterval(watch);
    }
  }

  #position(): Record<string, string> {
    return this.#lastEventId === null ? {} : { 'last-event-id': this.#lastEventId };
  }

  #hear(kind: string, data: string): void {
    if (kind === 'sessions-changed') return this.#hearSessions(data);
    const read = ledgerEvent.safeParse(parsedJson(data));
    if (!read.success) return; // a kind of message that a newer server sends and this page does not know
    for (const listener of this.#listeners) listener.onEvent?.(read.data);
  }

  #hearSessions(data: string): void {
    const read = sessionsChanged.safeParse(parsedJson(data));
    if (!read.success) return; // as above
    for (const listener of this.#listeners) listener.onSessions?.(read.data.sessions);
  }

  #becomeLive(): void {
    if (this.status.state !== 'live') this.status = { state: 'live', since: Date.now() };
    this.#tellStatus();
    for (const listener of this.#listeners) listener.onLive?.();
  }

  #lose(): void {
    if (this.status.state === 'lost') return;
    this.status = { state: 'lost', since: Date.now() };
    this.#tellStatus();
  }

  #tellStatus(): void {
    for (const listener of this.#listeners) listener.onStatus?.();
  }
}
