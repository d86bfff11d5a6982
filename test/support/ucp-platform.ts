import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Told = { headers: IncomingHttpHeaders; body: string; path: string };

/** A shopping platform: profiles under any path, and an ear for webhooks. */
export type TestPlatform = AsyncDisposable & {
  url: string;
  /** Serves a document there from now on; a number: a status and nothing else. */
  put(path: string, document: unknown): string;
  told: Told[];
  /** How the next webhooks are answered; after those with 200. */
  answers: number[];
};

export async function openPlatform(): Promise<TestPlatform> {
  const documents = new Map<string, unknown>();
  const told: Told[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        told.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), path });
        response.writeHead(answers.shift() ?? 200).end('{}');
      });
      return;
    }
    const document = documents.get(path);
    if (document === undefined || typeof document === 'number') return void response.writeHead(document ?? 404).end();
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' });
    response.end(typeof document === 'string' ? document : JSON.stringify(document));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    told,
    answers,
    put(path, document) {
      documents.set(path, document);
      return `${url}${path}`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const shopping = 'dev.ucp.shopping';
/** Those of other fields than shopping bear their whole name. */
const nameOf = (name: string) => (name.startsWith('dev.') ? name : `${shopping}.${name}`);
export const allCapabilities = [
  'checkout',
  'cart',
  'order',
  'discount',
  'fulfillment',
  'buyer_consent',
  'catalog.search',
  'catalog.lookup',
];

type Wanted = {
  version: string;
  capabilities?: readonly string[];
  webhookUrl?: string;
  signingKeys?: readonly object[];
};

/** A profile in the shape of its revision. */
export function platformProfile({
  version,
  capabilities = allCapabilities,
  webhookUrl,
  signingKeys = [],
}: Wanted): object {
  const configOf = (name: string) =>
    name === 'order' && webhookUrl !== undefined ? { config: { webhook_url: webhookUrl } } : {};
  const told =
    version === '2026-01-11'
      ? capabilities.map((name) => ({ name: nameOf(name), version, ...configOf(name) }))
      : Object.fromEntries(capabilities.map((name) => [nameOf(name), [{ version, ...configOf(name) }]]));
  return {
    ucp: { version, services: {}, capabilities: told, payment_handlers: {} },
    [version >= '2026-08-25' ? 'keys' : 'signing_keys']: signingKeys,
  };
}
