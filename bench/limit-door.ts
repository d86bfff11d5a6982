import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** What the limit servers say to every message: the same bytes each time, no question asked. */
function fixedAnswer(action: string, count: number): string {
  if (action === 'StartTransaction') return `{"transactionId":${count},"idTagInfo":{"status":"Accepted"}}`;
  return answers[action] ?? '{}';
}

/** The messages that carry energy: limit-pg stores these before it answers. */
export const durableActions: ReadonlySet<string> = new Set([
  'StartTransaction',
  'MeterValues',
  'StopTransaction',
  'TransactionEvent',
]);

const accepted = '"status":"Accepted"';
const time = '"currentTime":"2026-11-01T12:00:00.000Z"';
const answers: Record<string, string> = {
  BootNotification: `{${accepted},${time},"interval":300}`,
  Heartbeat: `{${time}}`,
  Authorize: `{"idTagInfo":{${accepted}},"idTokenInfo":{${accepted}}}`, // a station reads the one of its version
  StopTransaction: `{"idTagInfo":{${accepted}}}`,
};

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
