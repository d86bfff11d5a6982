import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { overBudget } from '../links/device-budgets.ts';

const pingEveryMs = 30_000;
/** Nothing heard for this long, although we asked twice: the other side is gone. */
const silentForMs = 75_000;
/** How long the other side gets to say goodbye. */
const goodbyeMs = 2_000;
const longestReasonBytes = 120;

/** The sockets of one door: pinged, and ended together. */
export class OpenSockets {
  private readonly heard = new Map<WebSocket, number>();
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => this.ping(), pingEveryMs).unref();
  }

  add(socket: WebSocket): void {
    const hear = () => this.heard.set(socket, performance.now());
    hear();
    socket.on('pong', hear);
    socket.on('message', hear);
    socket.once('close', () => this.heard.delete(socket));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(
      [...this.heard.keys()].map(async (socket) => {
        const closed = once(socket, 'close');
        endSocket(socket, 1001, 'the server stopped');
        await closed;
      }),
    );
  }

  private ping(): void {
    const now = performance.now();
    for (const [socket, heardAt] of this.heard) {
      if (now - heardAt > silentForMs) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.ping();
    }
  }
}

/** Says why, and does not wait for ever to be heard. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason.slice(0, longestReasonBytes));
  const impatience = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.once('close', () => clearTimeout(impatience));
}

const cutOffMs = 1_000;
const cut = new WeakSet<WebSocket>();

/** For one that sends far too much: no more is read of it, not even its goodbye. */
export function cutSocket(socket: WebSocket): void {
  cut.add(socket);
  socket.close(1008, overBudget);
  setTimeout(() => socket.terminate(), cutOffMs).unref();
}

/** Why a connection ended, for the book: what the other side says of it is not believed, its code is. */
export function whyClosed(socket: WebSocket, code: number): string {
  if (cut.has(socket)) return overBudget;
  if (code === 1000 || code === 1001 || code === 1005) return 'it closed the connection';
  return code === 1006 ? 'the connection was lost' : `the connection ended with code ${code}`;
}
