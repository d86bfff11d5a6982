// A process that opens connections over TLS and asks for a WebSocket that it has no right to, at a given rate.
import { setPriority } from 'node:os';
import { connect } from 'node:tls';

export type Flood = {
  port: number;
  stationId: string;
  perSecond: number;
  seconds: number;
  addresses: readonly string[];
};
/** `answered`: it was told no. The others were cut off before, or were not begun since too many were under way. */
export type Flooded = { begun: number; answered: number; skipped: number };

const lowestPriority = 19;
const tickMs = 10;
/** As many as a machine has ports for. */
const maxUnderWay = 5_000;

process.on('disconnect', () => process.exit());
process.once('message', (flood: Flood) => {
  setPriority(lowestPriority);
  const flooded: Flooded = { begun: 0, answered: 0, skipped: 0 };
  const startedAt = performance.now();
  let underWay = 0;
  const begin = () => {
    flooded.begun += 1;
    underWay += 1;
    badUpgrade(flood, flooded.begun, () => (flooded.answered += 1)).once('close', () => (underWay -= 1));
  };
  const ticking = setInterval(() => {
    const elapsed = Math.min(flood.seconds, (performance.now() - startedAt) / 1000);
    while (flooded.begun + flooded.skipped < elapsed * flood.perSecond)
      if (underWay < maxUnderWay) begin();
      else flooded.skipped += 1;
    if (elapsed < flood.seconds) return;
    clearInterval(ticking);
    process.send?.(flooded, () => process.exit());
  }, tickMs);
});

function badUpgrade({ port, stationId, addresses }: Flood, turn: number, answered: () => void) {
  const localAddress = addresses[turn % addresses.length];
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }), rejectUnauthorized: false });
  const path = turn % 2 === 0 ? stationId : `no/such/${turn}`;
  const password = Buffer.from(`${stationId}:wrong-password-${turn}`).toString('base64');
  socket.on('error', () => undefined);
  socket.once('secureConnect', () =>
    socket.write(
      `GET /${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ocpp2.0.1\r\n` +
        `Authorization: Basic ${password}\r\n\r\n`,
    ),
  );
  socket.once('data', () => {
    answered();
    socket.destroy();
  });
  return socket;
}
