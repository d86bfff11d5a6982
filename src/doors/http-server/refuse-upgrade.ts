import type { Duplex } from 'node:stream';

const statusTexts = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type UpgradeStatus = keyof typeof statusTexts;

/** How long a visitor gets to read that it is refused. */
const refusalMs = 2_000;

/** Answers a request for a WebSocket with a status instead, and ends the connection. */
export function refuseUpgrade(socket: Duplex, status: UpgradeStatus, headers: readonly string[]): void {
  // A visitor that never closes its side would hold the socket for ever.
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), refusalMs).unref();
  const lines = [`HTTP/1.1 ${status} ${statusTexts[status]}`, ...headers, 'Connection: close', 'Content-Length: 0'];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}
