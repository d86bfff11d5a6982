import { createServer, type Server } from 'node:http';
import { listen } from '../../listen.ts';
import { redirectToTls } from '../plain-requests.ts';

const prefix = '/.well-known/acme-challenge/';

/** Answers HTTP-01 (RFC 8555 §8.3), and sends all else on to https: the port is 80 for the world. */
export class HttpChallenges {
  private readonly answers = new Map<string, string>();
  private server: Server | undefined;

  add(token: string, answer: string): void {
    this.answers.set(token, answer);
  }

  remove(token: string): void {
    this.answers.delete(token);
  }

  /** `tlsPort`: where people who come here by mistake are served. Returns the number of the port. */
  async open({ host, port, tlsPort }: { host: string; port: number; tlsPort: number }): Promise<number> {
    const server = createServer(
      { requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 8_192 },
      (request, response) => {
        response.setHeader('connection', 'close');
        const path = request.url?.split('?', 1)[0] ?? '';
        const answer = path.startsWith(prefix) ? this.answers.get(path.slice(prefix.length)) : undefined;
        if (answer !== undefined)
          return void response.setHeader('content-type', 'application/octet-stream').end(answer);
        if (path.startsWith(prefix)) return void response.writeHead(404).end();
        redirectToTls({ request, response, port: tlsPort });
      },
    );
    this.server = server;
    return listen(server, { host, port, setting: 'ACME_HTTP_PORT' });
  }

  async close(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}
