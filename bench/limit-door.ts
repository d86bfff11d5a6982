import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { fixedAnswer } from './fixed-answers.ts';

type Message = { stationId: string; messageId: string; action: string; text: string };

/** The least a station server can do: `ws`, JSON.parse, a fixed answer. `before` may hold the answer back. */
export async function openLimitDoor(before?: (message: Message, answer: () => void) => void): Promise<number> {
  let count = 0;
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', (socket: WebSocket, request) => {
    const stationId = (request.url ?? '').slice(1);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      const [, messageId, action] = JSON.parse(text) as [2, string, string, unknown];
      count += 1;
      const frame = `[3,"${messageId}",${fixedAnswer(action, count)}]`;
      if (before === undefined) socket.send(frame);
      else before({ stationId, messageId, action, text }, () => socket.send(frame));
    });
  });
  http.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
  await once(http, 'listening');
  return (http.address() as AddressInfo).port;
}
