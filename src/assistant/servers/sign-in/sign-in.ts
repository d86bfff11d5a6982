import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AuthProvider,
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type InsufficientScopeError,
} from '@modelcontextprotocol/client';
import { isLoopback } from '#base/hosts.ts';
import type { OAuthSettings } from '../servers.ts';
import { SignInProblem } from '../trouble.ts';
import { OAuthClient } from './oauth-client.ts';
import type { SignInStore } from './sign-in-store.ts';

const path = '/callback';
const goodbye =
  'You may close this window and go back to the conversation. · Pode fechar esta janela e voltar à conversa.';

/** Where the browser comes back to after a sign-in: on this machine, for one sign-in, and only with the word that we gave along. */
class CallbackListener implements AsyncDisposable {
  /** Comes back unchanged; whoever does not know it began another sign-in. */
  readonly state = randomBytes(24).toString('base64url');
  private readonly server: Server;
  private readonly returned = Promise.withResolvers<URLSearchParams>();

  static async open(port: number): Promise<CallbackListener> {
    const listener = new CallbackListener();
    listener.server.listen(port, '127.0.0.1');
    await once(listener.server, 'listening'); // rejects when the port is taken
    return listener;
  }

  private constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://here');
      const isOurs = url.pathname === path && url.searchParams.get('state') === this.state;
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(isOurs ? goodbye : '');
      if (isOurs) this.returned.resolve(url.searchParams);
    });
  }

  get redirectUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  async callback(signal: AbortSignal): Promise<URLSearchParams> {
    const givenUp = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(new Error('Nobody signed in.'));
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
    return Promise.race([this.returned.promise, givenUp]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}

type Needs = {
  server: string;
  settings: OAuthSettings;
  store: SignInStore;
  /** Shows a person where to go; absent: nobody is there. */
  show: ((url: string) => void | Promise<void>) | undefined;
  /** Whoever waits for the server has to wait for the person now. */
  pause(): () => void;
  closing: AbortSignal;
};

type SignInRequest = { scope: string | undefined; metadata: URL | undefined; isForced: boolean };

const patienceMs = 5 * 60_000;

export class SignIn implements AuthProvider {
  private readonly needs: Needs;
  private underway: Promise<void> | undefined;
  /** What was asked for so far: a further sign-in must not lose it. */
  private scope: string | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  async token(): Promise<string | undefined> {
    return (await this.needs.store.read(this.needs.server)).tokens?.access_token;
  }

  /** The server has refused us, and the request is sent again afterwards. */
  async onUnauthorized({ response }: { response: Response }): Promise<void> {
    const { resourceMetadataUrl: metadata, scope } = extractWWWAuthenticateParams(response);
    this.scope = computeScopeUnion(this.scope, scope);
    await this.once({ scope: this.scope, metadata, isForced: false });
  }

  /** What was granted is not enough for this: a person grants more. */
  async stepUp({ requiredScope, resourceMetadataUrl: metadata }: InsufficientScopeError): Promise<void> {
    const { tokens } = await this.needs.store.read(this.needs.server);
    this.scope = computeScopeUnion(this.scope, tokens?.scope, requiredScope);
    await this.once({ scope: this.scope, metadata, isForced: true });
  }

  /** Several requests may be refused at once; a person signs in once. */
  private async once(asked: SignInRequest): Promise<void> {
    this.underway ??= this.run(asked).finally(() => {
      this.underway = undefined;
    });
    await this.underway;
  }

  private async run(asked: SignInRequest): Promise<void> {
    const { store, server, show } = this.needs;
    const { tokens } = await store.read(server);
    if (show === undefined && (asked.isForced || tokens?.refresh_token === undefined))
      throw new SignInProblem('sign-in-needed');
    const resume = this.needs.pause();
    try {
      await this.authorise(asked);
    } catch (error) {
      throw error instanceof SignInProblem ? error : new SignInProblem('sign-in-failed', error);
    } finally {
      resume();
    }
  }

  private async authorise({ scope, metadata, isForced }: SignInRequest): Promise<void> {
    const { server, settings, store } = this.needs;
    await using listener = await CallbackListener.open(settings.callbackPort ?? 0);
    const { redirectUrl, state } = listener;
    const client = new OAuthClient({ server, settings, store, redirectUrl, state, show: (url) => this.show(url) });
    const options = {
      // Not the fetch of the server: whoever it names for signing in is somebody else, and gets none of the headers in its entry.
      serverUrl: server,
      forceReauthorization: isForced,
      fetchFn: fetch,
      ...(scope !== undefined && { scope }),
      ...(metadata && { resourceMetadataUrl: metadata }),
    };
    if ((await auth(client, options)) === 'AUTHORIZED') return;
    const patience = AbortSignal.any([AbortSignal.timeout(patienceMs), this.needs.closing]);
    const back = await listener.callback(patience);
    const [code, iss] = [back.get('code'), back.get('iss')];
    // What else came back was written by who knows whom: it is not shown.
    if (code === null) throw new SignInProblem('sign-in-failed');
    await auth(client, { ...options, authorizationCode: code, ...(iss !== null && { iss }) });
  }

  private async show(url: URL): Promise<void> {
    const { show } = this.needs;
    if (show === undefined) throw new SignInProblem('sign-in-needed');
    if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new SignInProblem('sign-in-failed');
    await show(url.href);
  }
}
