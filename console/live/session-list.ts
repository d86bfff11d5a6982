import type { ListedSession, SessionPage } from '#contract/sessions/session.ts';
import { ApiProblem } from '../api/call.ts';
import { pause } from './pause.ts';

export type SessionListView = {
  /** In the order in which they were read; a change of values never changes it, nor does a session that begins or ends. */
  sessions: readonly ListedSession[];
  /** There are more below. */
  hasMore: boolean;
  isLoading: boolean;
  /** So many fit and are not in the list yet; the person decides when they come in. */
  newOnes: number;
  problem: ApiProblem | null;
};

type State = 'running' | 'ended';
type PagePosition = { part: number; after: string | null };
type Rows = Map<string, ListedSession>;

type Needs = {
  readPage(asked: { state: State; limit: number; after: string | null }, signal: AbortSignal): Promise<SessionPage>;
  /** Whether a session belongs to the list: the same rule as the server's. */
  fits(session: ListedSession): boolean;
  /** What the list consists of, one after the other: the running ones and then the others, or one kind alone. */
  parts: readonly State[];
  pageSize?: number;
  retryMs?: number;
};

/** A list of sessions that stays true while one reads it, and in which nothing moves by itself. */
export class SessionList {
  view: SessionListView = { sessions: [], hasMore: true, isLoading: true, newOnes: 0, problem: null };
  readonly #needs: Needs;
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();
  #rows: Rows = new Map(); // by id, in the order of the list
  #place: PagePosition = { part: 0, after: null };
  #lastStart = '';
  readonly #new = new Set<string>();
  /** What was told while a page was being read: the page may be older. */
  #heard: Rows = new Map();
  #wants: { reload: boolean; more: boolean } = { reload: false, more: false };
  #isReading = false;

  constructor(needs: Needs, signal: AbortSignal) {
    this.#needs = needs;
    this.#signal = signal;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Reads as much as is shown anew, with whatever is new: when asked, and after a lost connection, as nobody knows what was missed. */
  reload(): void {
    this.#wants.reload = true;
    this.#publish({ isLoading: true });
    void this.#read(); // ends by itself; what fails is shown in the view and tried again
  }

  /** Somebody came to the end of what is there. */
  more(): void {
    if (!this.view.hasMore || this.view.isLoading) return;
    this.#wants.more = true;
    this.#publish({ isLoading: true });
    void this.#read(); // as above
  }

  /** Sessions as they are now, told by the server. */
  hear(sessions: readonly ListedSession[]): void {
    for (const session of sessions) {
      if (this.#isReading) this.#heard.set(session.id, session);
      if (this.#rows.has(session.id)) this.#rows.set(session.id, session);
      else this.#note(session);
    }
    if (this.#new.size > 0 && this.#rows.size === 0) this.reload(); // nothing there that could jump
    this.#publish({});
  }

  #note(session: ListedSession): void {
    if (this.#needs.fits(session) && this.#isAbovePlace(session)) this.#new.add(session.id);
    else this.#new.delete(session.id); // it ended before anybody wanted to see it run
  }

  /** One that belongs further down, where nobody has read yet, comes with its page. */
  #isAbovePlace({ state, startedAt }: ListedSession): boolean {
    const part = this.#needs.parts.findIndex((one) => one === state);
    if (part === -1) return false;
    if (part !== this.#place.part) return part < this.#place.part;
    return startedAt === null || startedAt >= this.#lastStart; // without a start it is listed by when it was first heard of
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!this.#signal.aborted && (this.#wants.reload || this.#wants.more)) {
      this.#heard.clear();
      this.#publish({ isLoading: true });
      try {
        await this.#readOnce();
      } catch (thrown) {
        if (this.#signal.aborted) break;
        this.#publish({ problem: asProblem(thrown), isLoading: false });
        await pause(this.#needs.retryMs ?? 3_000, this.#signal);
      }
    }
    this.#isReading = false;
  }

  async #readOnce(): Promise<void> {
    const isReload = this.#wants.reload;
    this.#wants = isReload ? { reload: false, more: false } : { ...this.#wants, more: false };
    const { pageSize = 100 } = this.#needs;
    try {
      const read = isReload
        ? await this.#readRows({ part: 0, after: null }, new Map(), Math.max(pageSize, this.#rows.size))
        : await this.#readRows(this.#place, new Map(this.#rows), this.#rows.size + pageSize);
      if (isReload) this.#new.clear();
      this.#take(read);
    } catch (thrown) {
      if (isReload) this.#wants.reload = true;
      else this.#wants.more = true;
      throw thrown;
    }
  }

  /** Goes on from one part of the list to the next until there are as many as wanted. */
  async #readRows(from: PagePosition, rows: Rows, wanted: number): Promise<{ rows: Rows; place: PagePosition }> {
    let place = from;
    while (rows.size < wanted) {
      const { part, after } = place;
      const state = this.#needs.parts[part];
      if (state === undefined) break;
      const limit = Math.min(1_000, wanted - rows.size);
      const page = await this.#needs.readPage({ state, limit, after }, this.#signal);
      // One that ended between two pages stands in both parts, and keeps its first place.
      for (const session of page.sessions) if (!rows.has(session.id)) rows.set(session.id, session);
      place = page.next === null ? { part: part + 1, after: null } : { part, after: page.next };
    }
    return { rows, place };
  }

  #take({ rows, place }: { rows: Rows; place: PagePosition }): void {
    this.#rows = rows;
    this.#place = place;
    this.#lastStart = [...rows.values()].at(-1)?.startedAt ?? '';
    for (const id of rows.keys()) this.#new.delete(id);
    for (const [id, session] of this.#heard) {
      if (rows.has(id)) rows.set(id, session);
      else this.#note(session);
    }
    this.#publish({ isLoading: false, hasMore: place.part < this.#needs.parts.length, problem: null });
  }

  #publish(news: Partial<SessionListView>): void {
    this.view = { ...this.view, ...news, sessions: [...this.#rows.values()], newOnes: this.#new.size };
    for (const listener of this.#listeners) listener();
  }
}

function asProblem(thrown: unknown): ApiProblem {
  return thrown instanceof ApiProblem ? thrown : new ApiProblem('UNREADABLE', String(thrown));
}
