import type { Duplex } from 'node:stream';

const statusTexts = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

/** How long a visitor gets to read that it is refused. */
const refusalMs = 2_000;

export function refuseUpgrade(socket: Duplex, status: keyof typeof statusTexts): void {
  const more = status === 401 ? 'WWW-Authenticate: Bearer\r\n' : 'Retry-After: 10\r\n';
  // A visitor that never closes its side would hold the socket for ever.
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), refusalMs).unref();
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
