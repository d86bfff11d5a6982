import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request and its answer, as they went over the wire. */
export type Recorded = {
  method: string;
  url: string;
  asked: { headers: IncomingHttpHeaders; body: string };
  answered: { status: number; headers: IncomingHttpHeaders; body: string };
};

type WireRecorder = AsyncDisposable & {
  /** The address that others are given. */
  base: string;
  /** Where it leads; known only once who stands there has begun. */
  leadsTo(target: string): void;
  recorded: Recorded[];
};

/** Stands before an installation, passes everything on and remembers it. `only`: the one version that others are shown. */
export async function openWireRecorder(only?: string): Promise<WireRecorder> {
  const recorded: Recorded[] = [];
  let target = '';
  const server = createServer((request, response) => {
    const asked: Buffer[] = [];
    request.on('data', (chunk: Buffer) => asked.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(asked);
      const { method = 'GET', url = '/', headers } = request;
      const onward = send(new URL(url, target), { method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const status = answer.statusCode ?? 0;
          recorded.push({
            method,
            url: `${base}${url}`,
            asked: { headers, body: body.toString() },
            answered: { status, headers: answer.headers, body: text },
          });
          const shown = only !== undefined && url === '/ocpi/versions' ? withOnly(text, only) : text;
          const { connection: _connection, ...kept } = answer.headers;
          response.writeHead(status, { ...kept, 'content-length': Buffer.byteLength(shown) });
          response.end(shown);
        });
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    recorded,
    leadsTo: (given) => (target = given),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function withOnly(text: string, version: string): string {
  const told = JSON.parse(text) as { data?: { version: string }[] };
  return JSON.stringify({ ...told, ...(told.data && { data: told.data.filter((each) => each.version === version) }) });
}
