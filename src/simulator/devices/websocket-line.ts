import { WebSocket } from 'ws';
import type { DeviceIdentity, Stored } from './boot.ts';
import type { Line, LineEvents } from './line.ts';

/** What a real one can take in one frame. */
const maxBytes = 65_535;

export function openWebSocketLine(
  { url = '', token = '', version = 1 }: Stored,
  { id, clientId }: DeviceIdentity,
  events: LineEvents,
): Promise<Line> {
  const socket = new WebSocket(String(url), {
    headers: {
      ...(token !== '' && { authorization: bearer(String(token)) }),
      'protocol-version': String(Number(version) || 1),
      'device-id': id,
      'client-id': clientId,
      host: new URL(String(url)).hostname, // without its port, as the firmware writes it
    },
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
    maxPayload: maxBytes,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Line>();
  const line: Line = {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(text) {
      if (line.isOpen) socket.send(text);
    },
    sendAudio(bytes) {
      if (line.isOpen) socket.send(bytes, { binary: true });
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
  };
  socket.once('open', () => resolve(line));
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) events.onAudio(data);
    else events.onText(data.toString());
  });
  socket.on('error', (error) => reject(error)); // once open, its close tells
  socket.once('close', (code, reason) => {
    reject(new Error(`closed with ${code}`));
    events.onClosed(line, `${code} ${reason.toString()}`.trim());
  });
  return promise;
}

/** A token with a space in it brings its own scheme. */
function bearer(token: string): string {
  return token.includes(' ') ? token : `Bearer ${token}`;
}
