import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Version } from '../version.ts';
import { chooseVersion } from '../versions.ts';

/** Reports, certificates and profiles fit; a frame larger than this is no OCPP message. */
const largestFrame = 512 * 1024;

/** No context is kept between messages and the window is small, so that a socket's memory stays bounded. */
const compression = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: 12,
  threshold: 1024,
  concurrencyLimit: 4,
};

/** Only OCPP 2.x stations that ask for it get compression (2.1-J §3.4); it costs five times the work and invites bombs. */
export function webSocketServers(): { for(version: Version | undefined): WebSocketServer } {
  const plain = webSocketServer(false);
  const compressed = webSocketServer(compression);
  return { for: (version) => (version === undefined || version.name === '1.6' ? plain : compressed) };
}

function webSocketServer(perMessageDeflate: false | typeof compression): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: largestFrame, // holds for the inflated size too
    perMessageDeflate,
    handleProtocols: (offered) => chooseVersion(offered)?.subprotocol ?? false,
  });
}

/** How long a visitor gets to read that it is refused. */
const refusalMs = 2_000;

export type UpgradeRefusal = { status: keyof typeof statusTexts; reason: string };

const statusTexts = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export function refuseUpgrade(socket: Duplex, { status }: UpgradeRefusal): void {
  const challenge = status === 401 ? 'WWW-Authenticate: Basic realm="SIGEC-VE"\r\n' : '';
  const retry = status === 503 || status === 429 ? 'Retry-After: 10\r\n' : '';
  // A visitor that never closes its side would hold the socket for ever.
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), refusalMs).unref();
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\n${challenge}${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
