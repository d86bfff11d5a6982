import { WebSocket } from 'ws';
import type { Connection, OnFrame } from './connection.ts';

type Address = { url: string; token: string; id: string; clientId: string };

const pingEveryMs = 30_000;
const closeMs = 2_000;

/** Resolves when the connection is open; rejects with why it is not. */
export function connectWebSocket({ url, token, id, clientId }: Address, onFrame: OnFrame): Promise<Connection> {
  const socket = new WebSocket(url, {
    headers: {
      authorization: `Bearer ${token}`,
      'protocol-version': '1',
      'device-id': id,
      'client-id': clientId,
    },
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
    maxPayload: 1024 * 1024,
  });
  const opened = Promise.withResolvers<Connection>();
  const closed = Promise.withResolvers<string>();
  let isAlive = true;
  // A line that died without a word is noticed by a ping that nothing comes back to.
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingEveryMs);
  socket.once('open', () => {
    opened.resolve({
      send: (frame) => socket.readyState === WebSocket.OPEN && socket.send(frame),
      close() {
        socket.close();
        setTimeout(() => socket.terminate(), closeMs).unref(); // a server that says nothing is not waited for
      },
      closed: closed.promise,
    });
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('message', (data: Buffer, isBinary) => {
    isAlive = true;
    if (!isBinary) onFrame(data.toString()); // sound is not for us
  });
  socket.on('error', (error) => opened.reject(error));
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    const why = `closed with ${code} ${reason.toString()}`.trim();
    opened.reject(new Error(why));
    closed.resolve(why);
  });
  return opened.promise;
}
