import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** A frame as a client of a WebSocket sends it: masked with zeros, so that the payload stands there as it is. */
export function maskedFrame(opcode: number, payload = '', { isFinal = true } = {}): Buffer {
  const bytes = Buffer.from(payload);
  if (bytes.length > 125) throw new Error('The payload is too long for a short frame.');
  return Buffer.concat([Buffer.from([(isFinal ? 128 : 0) | opcode, 128 | bytes.length, 0, 0, 0, 0]), bytes]);
}

export function rawSocketOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

/** Sends the same again and again until the other side hangs up. */
export async function flood(socket: Socket, piece: Buffer): Promise<void> {
  const block = Buffer.concat(Array.from({ length: Math.ceil(65_536 / piece.length) }, () => piece));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined); // the other side hangs up in the middle of it
  while (socket.writable) {
    if (!socket.write(block)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    else await new Promise(setImmediate);
  }
  await closed;
}
