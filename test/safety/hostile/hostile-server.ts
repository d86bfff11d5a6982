import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerOf } from './hostile-answers.ts';

/** Everything that a listener was ever sent. */
export type Listener = AsyncDisposable & { url: string; port: number; seen: string[] };

export type Conduct = (
  asked: { request: IncomingMessage; body: string; base: string },
  response: ServerResponse,
) => void;

export async function listen(conduct: Conduct, { host = '127.0.0.1', port = 0 } = {}): Promise<Listener> {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      seen.push(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.rawHeaders)} ${body}`);
      conduct({ request: incoming, body, base: `http://${incoming.headers.host}` }, response);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function say(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Speaks MCP, and our own REST API as far as it is asked for the address of MCP and who we are. */
export const pretends: Conduct = ({ request: { url = '', method }, body, base }, response) => {
  if (url.startsWith('/mcp') && method === 'POST') {
    const answer = answerOf(body);
    if (answer === undefined) return void response.writeHead(202).end();
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  }
  if (url.startsWith('/mcp')) return void response.writeHead(405).end();
  const addresses = { ocpp: 'ws://127.0.0.1:9/', ocppTls: null, mcp: `${base}/mcp`, api: `${base}/api`, devices: null };
  say(response, 200, { version: '0.0.0', addresses, principal: null, mustSignIn: true, proof: 'AAAA' });
};

/** Passes challenges on to the real server, and hopes to be taken for it. */
export const relaysTo =
  (real: string): Conduct =>
  (asked, response) => {
    const { url = '' } = asked.request;
    if (!url.startsWith('/.well-known/')) return pretends(asked, response);
    request(new URL(url, real), (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  };

/** Knows nothing newer than server-sent events. Messages go to `endpoint`; absent: here. */
export const sse = (endpoint?: string): Conduct => {
  const streams: ServerResponse[] = [];
  return ({ request: { url = '', method }, body, base }, response) => {
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const number = streams.push(response) - 1;
      return void response.write(`event: endpoint\ndata: ${endpoint ?? `${base}/messages?${number}`}\n\n`);
    }
    if (!url.startsWith('/messages')) return void response.writeHead(405).end();
    response.writeHead(202).end();
    const answer = answerOf(body);
    const stream = streams[Number(url.split('?')[1])];
    if (answer !== undefined) stream?.write(`event: message\ndata: ${answer}\n\n`);
  };
};

export const redirectsTo =
  (target: string, status: number): Conduct =>
  ({ request: { url = '/' } }, response) =>
    void response.writeHead(status, { location: new URL(url, target).href }).end();

/** Wants a sign-in, and names where. */
export const sendsToSignIn =
  (issuer: string, resource?: string): Conduct =>
  ({ request: { url = '' }, base }, response) => {
    if (url.startsWith('/.well-known/oauth-protected-resource'))
      return say(response, 200, { resource: resource ?? `${base}/mcp`, authorization_servers: [issuer] });
    const metadata = `${base}/.well-known/oauth-protected-resource`;
    return say(response, 401, {}, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
  };

/** An authorization server that registers everybody and grants everything. */
export const grants: Conduct = ({ request: { url = '' }, body, base }, response) => {
  if (url.startsWith('/register')) return say(response, 201, { ...(JSON.parse(body) as object), client_id: 'us' });
  if (url.startsWith('/token'))
    return say(response, 200, { access_token: 'hostile', token_type: 'Bearer', refresh_token: 'again' });
  if (url.startsWith('/.well-known/oauth-authorization-server'))
    return say(response, 200, {
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      registration_endpoint: `${base}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
  return say(response, 404, {});
};

/** Both at once: a server that is its own authorization server. */
export const signsInHere: Conduct = (asked, response) => {
  const { url = '' } = asked.request;
  const isAuthorization = /^\/(?:register|token|\.well-known\/oauth-authorization-server)/.test(url);
  return isAuthorization ? grants(asked, response) : sendsToSignIn(asked.base)(asked, response);
};
