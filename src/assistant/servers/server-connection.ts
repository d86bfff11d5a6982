/* oxlint-disable unicorn/prefer-add-event-listener -- clients of MCP have one listener each, as a property */
import {
  type CallToolResult,
  type Client,
  InsufficientScopeError,
  ProtocolError,
  SseError,
} from '@modelcontextprotocol/client';
import type { Time } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { AcceptedTools } from './accepted-tools.ts';
import { connectClient, longest } from './connect-client.ts';
import { BackOff, Deadlines, type Retry } from './deadline.ts';
import { foreignLine } from './foreign-text.ts';
import type { OfferedTool } from './offered-tools.ts';
import type { PinStore } from './pins.ts';
import { Questions } from './questions.ts';
import { hasKey } from './read-settings.ts';
import type { CallOptions, ServerSettings, ServerState } from './servers.ts';
import { SignIn } from './sign-in/sign-in.ts';
import type { SignInStore } from './sign-in/sign-in-store.ts';
import { isLost, reasonOf, sentenceOf, statusOf, type Trouble, troubleOf, wasNeverSent } from './trouble.ts';

export type ConnectionNeeds = {
  pins: PinStore;
  signIns: SignInStore;
  /** Shows a person where to sign in; absent: nobody is there. */
  onSignIn: ((asked: { server: string; url: string }) => void | Promise<void>) | undefined;
  onChange(): void;
  time: Time;
  log: Log;
  retry: Retry;
};

const connectMs = 20_000;
const callMs = 600_000;

export class ServerConnection {
  readonly settings: ServerSettings;
  readonly accepted: AcceptedTools;
  private readonly needs: ConnectionNeeds;
  private readonly questions: Questions;
  private readonly signIn: SignIn | undefined;
  private readonly closing = new AbortController();
  private readonly firstTry = Promise.withResolvers<void>();
  private readonly deadlines: Deadlines;
  private client: Client | undefined;
  private connecting: Promise<void> | undefined;
  private status: ServerState['status'] = 'connecting';
  private trouble: Trouble | null = null;
  private signInAt: string | null = null;
  private detail = '';
  private readonly backOff: BackOff;

  constructor(settings: ServerSettings, needs: ConnectionNeeds) {
    this.settings = settings;
    this.needs = needs;
    this.accepted = new AcceptedTools(settings, needs.pins);
    this.questions = new Questions(settings);
    this.backOff = new BackOff(needs.retry, needs.time);
    this.deadlines = new Deadlines(needs.time);
    const { onSignIn } = needs;
    // Our own system wants a key; and who has a key for a server does not sign in as well.
    if (settings.kind !== 'stdio' && !settings.isOwn && !hasKey(settings.headers))
      this.signIn = new SignIn({
        server: settings.url,
        settings: settings.oauth ?? {},
        store: needs.signIns,
        show: onSignIn && (async (url) => this.showSignIn(url, onSignIn)),
        pause: () => this.pauseForSignIn(),
        closing: this.closing.signal,
      });
    void this.connect();
  }

  /** Resolves after the first attempt, whatever the outcome; also when a person has to sign in first. */
  get tried(): Promise<void> {
    return this.firstTry.promise;
  }

  get tools(): readonly OfferedTool[] {
    return this.accepted.current.tools;
  }

  state(): ServerState {
    const { name, isOwn } = this.settings;
    const { status, trouble } = this;
    const { tools, changed } = this.accepted.current;
    return {
      name,
      address: addressOf(this.settings),
      isOwn,
      status,
      trouble,
      retryAt: this.backOff.at,
      reason: this.reason(),
      toolCount: tools.length,
      changedTools: changed.map(({ tool }) => tool),
    };
  }

  async call(
    tool: Pick<OfferedTool, 'tool' | 'hash'>,
    given: Record<string, unknown>,
    { signal, onProgress, ...asking }: CallOptions,
  ): Promise<CallToolResult> {
    const { name, timeoutMs = callMs } = this.settings;
    using deadline = this.deadlines.begin(timeoutMs);
    using _asking = this.questions.during(asking, deadline);
    const over = AbortSignal.any([signal, deadline.signal, this.closing.signal]);
    try {
      return await this.request((client) => {
        this.accepted.mustOffer(tool);
        return client.callTool(
          { name: tool.tool, arguments: given },
          {
            signal: over,
            timeout: longest,
            onprogress({ progress, total, message }) {
              deadline.renew();
              const about = message === undefined ? {} : { about: foreignLine(message, 200) };
              onProgress?.({ done: progress, ...(total !== undefined && { total }), ...about });
            },
          },
        );
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const silence = `${name} said nothing for ${timeoutMs / 1000} s. See what was done before you ask again.`;
      const sentence = deadline.signal.aborted ? silence : this.refusal(error);
      throw new SigecError('CONFLICT', sentence, { cause: error });
    }
  }

  async request<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = this.connected();
    try {
      return await this.granted(() => work(client));
    } catch (error) {
      if (this.closing.signal.aborted || !(isLost(error) || isForgotten(error, client))) throw error;
      if (client === this.client) this.lose(client);
      if (!wasNeverSent(error) && !isForgotten(error, client)) throw this.brokenOff(error);
      await this.connect();
      return await this.granted(() => work(this.connected()));
    }
  }

  async accept(): Promise<void> {
    await this.accepted.accept();
    if (this.client !== undefined) await this.refresh(this.client);
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.backOff.stop();
    await this.connecting;
    await this.client?.close();
    this.firstTry.resolve();
  }

  /** Now, rather than when it is due: also where a person has to sign in. */
  async retry(): Promise<void> {
    if (this.status !== 'connected') await this.connect();
  }

  private connected(): Client {
    if (this.client !== undefined) return this.client;
    const { name } = this.settings;
    throw new SigecError('CONFLICT', `${name} is not connected. ${this.reason() ?? ''}`.trim());
  }

  private async connect(): Promise<void> {
    this.connecting ??= this.tryToConnect().finally(() => {
      this.connecting = undefined;
    });
    await this.connecting;
  }

  private async tryToConnect(): Promise<void> {
    this.backOff.stop();
    const former = this.client;
    // One that is away stays away in the eyes of others until it is back.
    if (former === undefined && this.trouble === null) this.change('connecting', null);
    try {
      using deadline = this.deadlines.begin(connectMs);
      const client = await this.granted(() =>
        connectClient(this.settings, {
          signIn: this.signIn,
          deadline,
          closing: this.closing.signal,
          prepare: (fresh) => this.questions.answerFor(fresh),
          onListChanged: () => void this.listChanged(),
        }),
      );
      this.client = client;
      this.watch(client);
      await this.granted(() => this.refresh(client, AbortSignal.any([deadline.signal, this.closing.signal])));
      this.backOff.succeeded();
      this.change('connected', null);
    } catch (error) {
      await this.failed(error);
    } finally {
      if (former !== undefined && former !== this.client) await former.close().catch(() => undefined);
      this.firstTry.resolve();
    }
  }

  private async failed(thrown: unknown): Promise<void> {
    const { client } = this;
    this.client = undefined;
    this.accepted.clear();
    await client?.close().catch(() => undefined);
    if (this.closing.signal.aborted) return;
    const trouble = troubleOf(thrown);
    this.detail = foreignLine(asError(thrown).message, 120);
    const isTheirs = trouble === 'sign-in-needed' || trouble === 'sign-in-failed';
    // Signing in again is for a person to begin: an authorization server is not asked for ever.
    if (!isTheirs) this.backOff.later(() => void this.connect());
    const facts = { server: this.settings.name, trouble, retryAt: this.backOff.at };
    this.needs.log.warn({ ...facts, cause: foreignLine(String(thrown), 200) }, 'MCP server not connected');
    this.change(isTheirs ? 'sign-in-needed' : 'unreachable', trouble);
  }

  private watch(client: Client): void {
    client.onclose = () => this.lose(client);
    void client.autoOpenedSubscription?.closed.then((how) => {
      if (how !== 'local') this.lose(client);
    });
    // A stream that broke off; the library tries it again by itself, but a server that was started again knows nothing of us.
    client.onerror = (error) => {
      if (error instanceof SseError || isLost(error)) this.lose(client);
    };
  }

  /** Gone, or so it seems: its tools stay until trying again has failed. */
  private lose(client: Client): void {
    if (client !== this.client || this.closing.signal.aborted || this.connecting !== undefined) return;
    this.backOff.later(() => void this.connect());
  }

  /** A list that cannot be read is that of a server which is going. */
  private async listChanged(): Promise<void> {
    const { client } = this;
    if (client === undefined) return;
    await this.refresh(client).catch((error: unknown) => {
      this.needs.log.warn({ server: this.settings.name, cause: String(error) }, 'tools could not be listed again');
      this.lose(client);
    });
  }

  private async refresh(client: Client, signal: AbortSignal = this.closing.signal): Promise<void> {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh', signal, timeout: longest });
    const offer = await this.accepted.judge(tools);
    if (client !== this.client) return;
    this.accepted.use(offer);
    this.needs.onChange();
  }

  /** Where more was granted than before, it is tried once more. */
  private async granted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof InsufficientScopeError) || this.signIn === undefined) throw error;
      await this.signIn.stepUp(error);
      return await work();
    }
  }

  private pauseForSignIn(): () => void {
    const resume = this.deadlines.pauseAll();
    return () => {
      this.signInAt = null;
      resume();
    };
  }

  private async showSignIn(url: string, onSignIn: NonNullable<ConnectionNeeds['onSignIn']>): Promise<void> {
    this.signInAt = url;
    if (this.client === undefined) this.change('sign-in-needed', 'sign-in-needed');
    this.firstTry.resolve();
    await onSignIn({ server: this.settings.name, url });
  }

  private change(status: ServerState['status'], trouble: Trouble | null): void {
    this.status = status;
    this.trouble = trouble;
    this.needs.onChange();
  }

  private reason(): string | null {
    const { trouble, signInAt, detail, settings } = this;
    const offer = this.accepted.current;
    const where = { name: settings.name, address: addressOf(settings) };
    return reasonOf({ ...where, trouble, signInAt, detail, offer, retryAt: this.backOff.at });
  }

  /** A sentence of ours where the cause is known, else the server's own. */
  private refusal(error: unknown): string {
    const detail = foreignLine(asError(error).message, 500);
    if (error instanceof SigecError || error instanceof ProtocolError) return detail;
    return sentenceOf(troubleOf(error), { name: this.settings.name, address: addressOf(this.settings), detail });
  }

  private brokenOff(cause: unknown): SigecError {
    const sentence = `The connection to ${this.settings.name} ended before the answer. See what was done before you ask again.`;
    return new SigecError('CONFLICT', sentence, { cause });
  }
}

/** A server of the older era that was started again does not know our session. */
function isForgotten(error: unknown, client: Client): boolean {
  return statusOf(error) === 404 && client.getProtocolEra() === 'legacy';
}

/** As it is shown; some put a key behind the question mark, or after the command. */
function addressOf(settings: ServerSettings): string {
  if (settings.kind === 'stdio') return settings.command;
  const { origin, pathname } = new URL(settings.url);
  return `${origin}${pathname}`;
}
