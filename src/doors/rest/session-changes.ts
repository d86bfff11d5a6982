import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { Ledger } from '#ledger/ledger-types.ts';

type Needs = {
  ledger: Pick<Ledger, 'head' | 'follow'>;
  charging: { sessions: Pick<Charging['sessions'], 'listed'> };
  log: Log;
};
type Listener = (sessions: ListedSession[]) => void;
type Named = { stationId: string; ref: string };

/** A session that reports ten times a second is read twice in it. */
const readEveryMs = 500;
const retryMs = 2_000;
/** Of one read; what is left comes with the next. */
const maxAtOnce = 1_000;

/**
 * Sessions as they change, for any number of live readers at the price of one. An event of the ledger tells what the station
 * said; what that made of the session (its energy, its state, its power) is read from its row, and no row is written for it.
 */
export class SessionChanges {
  readonly #needs: Needs;
  readonly #listeners = new Set<Listener>();
  #following: { end: AbortController; begun: Promise<void> } | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Until the signal ends it. Resolves once every change from now on will be told. */
  listen(listener: Listener, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#leave(listener), { once: true });
    this.#following ??= this.#begin();
    return this.#following.begun;
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#following?.end.abort();
    this.#following = undefined;
  }

  #begin(): { end: AbortController; begun: Promise<void> } {
    const end = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const touched = new Map<string, Named>();
    void this.#follow(touched, end.signal, resolve);
    void this.#tell(touched, end.signal);
    return { end, begun };
  }

  /** While the database is away there is nothing to tell; afterwards it goes on where it stood. */
  async #follow(touched: Map<string, Named>, signal: AbortSignal, onBegun: () => void): Promise<void> {
    const { ledger, log } = this.#needs;
    let since: string | undefined;
    while (!signal.aborted) {
      try {
        since ??= await ledger.head();
        onBegun();
        for await (const { id, kind, stationId, body } of ledger.follow({ since, signal })) {
          since = id;
          const { ref } = body;
          if (stationId !== null && kind.startsWith('session-') && typeof ref === 'string')
            touched.set(`${stationId}\n${ref}`, { stationId, ref });
        }
      } catch (error) {
        onBegun(); // readers of events need not wait for this
        willRetry(log, 'follow changes of sessions', error);
        await pause(retryMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
      }
    }
  }

  async #tell(touched: Map<string, Named>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(readEveryMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
      const named = [...touched].slice(0, maxAtOnce);
      if (named.length === 0 || signal.aborted) continue;
      for (const [identity] of named) touched.delete(identity);
      try {
        const sessions = await this.#needs.charging.sessions.listed(named.map(([, name]) => name));
        if (sessions.length > 0) for (const listener of this.#listeners) listener(sessions);
      } catch (error) {
        for (const [identity, name] of named) touched.set(identity, name);
        this.#needs.log.warn({ cause: asError(error).message }, 'changed sessions could not be read');
      }
    }
  }
}
