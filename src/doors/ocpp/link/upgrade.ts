import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { refuseUpgrade, type UpgradeStatus } from '#doors/http-server/refuse-upgrade.ts';
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

export type UpgradeRefusal = { status: UpgradeStatus; reason: string };

/** `reason` is for our own counts; a stranger reads the status alone. */
export function refuseStation(socket: Duplex, { status }: UpgradeRefusal): void {
  refuseUpgrade(socket, status, [
    ...(status === 401 ? ['WWW-Authenticate: Basic realm="SIGEC-VE"'] : []),
    ...(status === 503 || status === 429 ? ['Retry-After: 10'] : []),
  ]);
}
