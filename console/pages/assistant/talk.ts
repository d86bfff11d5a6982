import { type AssistantConversation, assistantEvent, type Subject } from '#contract/agents/assistant.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import { serverEvents } from '#contract/server-events.ts';
import { ApiProblem, call, send } from '../../api/call.ts';
import { pause } from '../../live/pause.ts';
import { type Entry, entriesOf, withEvent } from './entries.ts';

export type Asked = { text: string; about: readonly Subject[]; language: 'en' | 'pt-BR' };

export type TalkView = {
  /** null: nothing was asked yet. */
  id: string | null;
  title: string;
  entries: readonly Entry[];
  /** `lost`: the answer goes on at the server, and we are trying to hear it again. */
  state: 'reading' | 'quiet' | 'asking' | 'answering' | 'lost';
  usage: AssistantConversation['usage'];
  /** `asking`: nothing was taken, and what was typed is still there. */
  problem: { error: Error; while: 'reading' | 'asking' } | null;
};

const empty: TalkView = {
  id: null,
  title: '',
  entries: [],
  state: 'quiet',
  problem: null,
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
};
const retryMs = 2_000;
/** The server writes every 15 seconds; a line that died without a word is noticed by its silence. */
const silenceMs = 40_000;
/** Words come faster than anybody reads. */
const showEveryMs = 60;

/** One conversation as this page knows it. It goes on while nobody looks: the panel may be closed, and another page opened. */
export class Talk {
  view: TalkView;
  #listeners = new Set<() => void>();
  #end = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  /** Of the same conversation, before the answer that comes about. */
  #before: Entry[] = [];
  readonly #onId: (id: string) => void;

  constructor(id: string | null, onId: (id: string) => void) {
    this.view = { ...empty, id, state: id === null ? 'quiet' : 'reading' };
    this.#onId = onId;
    if (id !== null) void this.read();
  }

  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Reads what was said, and listens to an answer that comes about. */
  async read(): Promise<void> {
    const { id } = this.view;
    if (id === null || this.view.state === 'asking' || this.view.state === 'answering') return;
    try {
      const found = await call(assistantApi.get, { params: { id }, signal: this.#end.signal });
      this.#take(found);
      if (found.isAnswering) await this.#hearAll(id, await this.#listenAgain(id));
    } catch (problem) {
      this.#fail(problem, 'reading');
    }
  }

  /** Throws nothing. False: it was not taken, and what was typed should stay. */
  async ask({ text, about, language }: Asked): Promise<boolean> {
    if (this.view.state !== 'quiet') return false;
    this.#change({ state: 'asking', problem: null });
    try {
      const id = this.view.id ?? (await this.#begin());
      const body = { text, about: [...about], language };
      const response = await this.#open((signal) => send(assistantApi.ask, { params: { id }, body, signal }));
      this.#heard = 0;
      this.#before = [...this.view.entries];
      this.#change({ state: 'answering', title: this.view.title === '' ? text.slice(0, 80) : this.view.title });
      void this.#hearAll(id, response);
      return true;
    } catch (problem) {
      this.#fail(problem, 'asking');
      return false;
    }
  }

  /** What a call that is under way has done stays done. */
  async stop(): Promise<void> {
    const { id } = this.view;
    if (id !== null) await call(assistantApi.cancel, { params: { id } });
  }

  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
  }

  async #begin(): Promise<string> {
    const { id } = await call(assistantApi.start);
    this.#change({ id });
    this.#onId(id);
    return id;
  }

  #take({ title, messages, usage, isAnswering }: AssistantConversation): void {
    const entries = entriesOf(messages);
    // The answer that comes about is heard from its question on.
    const last = isAnswering ? entries.findLastIndex(({ kind }) => kind === 'question') : -1;
    this.#before = last === -1 ? entries : entries.slice(0, last);
    this.#heard = 0;
    this.#change({ title, usage, entries, state: isAnswering ? 'answering' : 'quiet', problem: null });
  }

  /** Until the answer has ended, however often the line is lost. */
  async #hearAll(id: string, first: Response): Promise<void> {
    for (let response = first; ; ) {
      if (await this.#hear(response)) return;
      for (;;) {
        if (this.#end.signal.aborted) return;
        this.#change({ state: 'lost' });
        await pause(retryMs, this.#end.signal);
        try {
          response = await this.#listenAgain(id);
          this.#change({ state: 'answering' });
          break;
        } catch (problem) {
          if (problem instanceof ApiProblem && problem.code !== 'NO_ANSWER') return this.#readEnd(id, problem);
        }
      }
    }
  }

  /** It ended while we were away; its result is kept. */
  async #readEnd(id: string, problem: ApiProblem): Promise<void> {
    if (problem.code !== 'CONFLICT') return this.#fail(problem, 'reading');
    try {
      this.#take({
        ...(await call(assistantApi.get, { params: { id }, signal: this.#end.signal })),
        isAnswering: false,
      });
    } catch (cause) {
      this.#fail(cause, 'reading');
    }
  }

  #listenAgain(id: string): Promise<Response> {
    const headers = { 'last-event-id': String(this.#heard) };
    return this.#open((signal) => send(assistantApi.follow, { params: { id }, headers, signal }));
  }

  #line = new AbortController();
  #open(ask: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    this.#line = new AbortController();
    return ask(AbortSignal.any([this.#end.signal, this.#line.signal]));
  }

  /** True: the answer has ended. */
  async #hear(response: Response): Promise<boolean> {
    if (response.body === null) return false;
    const line = this.#line;
    let heardAt = Date.now();
    const watch = setInterval(() => Date.now() - heardAt > silenceMs && line.abort(), 5_000);
    try {
      for await (const { id, data } of serverEvents(response.body)) {
        heardAt = Date.now();
        if (data === null || Number(id) <= this.#heard) continue;
        this.#heard = Number(id);
        const event = assistantEvent.safeParse(JSON.parse(data)).data; // one that a newer server tells is left out
        if (event === undefined) continue;
        const isFirst = event.type === 'asked';
        const entries = withEvent(isFirst ? this.#before : this.view.entries, event);
        if (event.type !== 'ended') this.#change({ entries }, 'soon');
        else {
          const { inputTokens, outputTokens, cachedTokens } = this.view.usage;
          const usage = {
            inputTokens: inputTokens + event.ending.usage.inputTokens,
            outputTokens: outputTokens + event.ending.usage.outputTokens,
            cachedTokens: cachedTokens + event.ending.usage.cachedTokens,
          };
          this.#change({ entries, usage, state: 'quiet' });
          return true;
        }
      }
      return false;
    } catch {
      return false;
    } finally {
      clearInterval(watch);
    }
  }

  #fail(problem: unknown, doing: 'reading' | 'asking'): void {
    if (this.#end.signal.aborted) return;
    const error = problem instanceof Error ? problem : new Error(String(problem));
    this.#change({ state: 'quiet', problem: { error, while: doing } });
  }

  #change(part: Partial<TalkView>, when: 'now' | 'soon' = 'now'): void {
    this.view = { ...this.view, ...part };
    if (when === 'soon') this.#timer ??= setTimeout(() => this.#tell(), showEveryMs);
    else this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const listener of this.#listeners) listener();
  }
}
