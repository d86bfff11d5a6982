import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A bare connection, without a word said: over TLS once its handshake is done, with whomever unless `ca` is named. */
export async function openSocket(url: string, { ca }: { ca?: string } = {}): Promise<Socket> {
  const { hostname, port, protocol } = new URL(url);
  const isTls = protocol === 'wss:';
  const socket = isTls
    ? connectTls({ host: hostname, port: Number(port), ca, rejectUnauthorized: ca !== undefined })
    : connect(Number(port), hostname);
  socket.on('error', () => undefined); // who is cut hears of it by `close`
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error('The connection was cut.')));
    socket.once(isTls ? 'secureConnect' : 'connect', resolve);
  });
  return socket;
}

export type Upgrade = { stationId: string; password?: string; from?: string };

/** Asks for a WebSocket and gives back the head of the answer, and how long it took. */
export async function refusedUpgrade(url: string, { stationId, password, from }: Upgrade) {
  const socket = await openSocket(url);
  const basic = password === undefined ? [] : [`Authorization: Basic ${btoa(`${stationId}:${password}`)}`];
  const forwarded = from === undefined ? [] : [`X-Forwarded-For: ${from}`];
  const startedAt = performance.now();
  const lines = [
    `GET /${stationId} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: ocpp2.0.1'],
    ...[...basic, ...forwarded, '', ''],
  ];
  socket.write(lines.join('\r\n'));
  let answer = '';
  await new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.on('data', (part: Buffer) => {
      answer += part.toString();
      if (answer.includes('\r\n\r\n')) resolve();
    });
  });
  socket.destroy();
  return { answer, tookMs: performance.now() - startedAt };
}
