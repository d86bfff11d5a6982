import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { isLoopback } from '#base/hosts.ts';
import { calledHost, callerAddress } from '../connection.ts';

type PlainNeeds = {
  /** The server that speaks TLS at this port. */
  server: Server;
  answer?: RequestListener | undefined;
};

/** What watches over this process from beside it knows no certificate, and what it is told is no secret. */
const probes = ['/healthz', '/readyz'];

/**
 * Answers who speaks plain HTTP at a port that speaks TLS: the right address, and nothing else. Only health checks of this machine are answered
 * as they were asked.
 */
export function plainServer({ server, answer }: PlainNeeds): (socket: Socket) => void {
  const plain = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 8_192 });
  plain.on('request', (request, response) => {
    response.setHeader('connection', 'close');
    if (isLocalProbe(request)) return void server.emit('request', request, response);
    (answer ?? sendOn(server))(request, response);
  });
  plain.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 426 Upgrade Required\r\nUpgrade: TLS/1.2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
  );
  plain.emit('listening'); // it has no port of its own, but its time limits begin to hold
  server.once('close', () => plain.close());
  return (socket) => void plain.emit('connection', socket);
}

function isLocalProbe(request: IncomingMessage): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && probes.includes(request.url ?? '') && isLoopback(callerAddress(request));
}

function sendOn(server: Server): RequestListener {
  return (request, response) => redirectToTls({ request, response, port: (server.address() as AddressInfo).port });
}

/** Kept for good by browsers only once they have been here over TLS: the answer itself could have been forged. */
export function redirectToTls(given: { request: IncomingMessage; response: ServerResponse; port: number }): void {
  const { request, response, port } = given;
  const host = calledHost(request);
  const isUsable = host !== undefined && URL.canParse(`http://${host}`) && /^\/[^\r\n]*$/.test(request.url ?? '');
  if (!isUsable) return void response.writeHead(400).end();
  const { hostname } = new URL(`http://${host}`);
  const place = port === 443 ? hostname : `${hostname}:${port}`;
  response.writeHead(308, { location: `https://${place}${request.url}`, 'content-type': 'text/plain' });
  response.end('This port speaks TLS: use https.\n');
}
