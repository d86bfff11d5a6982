import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const path = '/callback';
const goodbye =
  'You may close this window and go back to the conversation. · Pode fechar esta janela e voltar à conversa.';

/** Where the browser comes back to after a sign-in: on this machine, for one sign-in, and only with the word that we gave along. */
export class CallbackListener implements AsyncDisposable {
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

  /** What the browser brought back. */
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
