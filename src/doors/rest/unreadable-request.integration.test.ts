import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseUnreadable } from './unreadable-request.ts';

let server: Server;
let answers: ServerResponse[];
beforeAll(async () => {
  answers = [];
  const patience = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 };
  server = createServer(patience, (_request, response) => {
    answers.push(response);
    response.write('the first half, ');
  });
  server.on('clientError', refuseUnreadable);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function open(words: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined); // it is cut, which may show as a reset
  await once(socket, 'connect');
  if (words !== '') socket.write(words);
  return socket;
}
/** Everything until the end. */
const said = (socket: Socket) => text(socket).catch(() => 'reset');

test('a connection that asks nothing is closed without a word, since the next request would take it for its answer', async () => {
  expect(await said(await open(''))).toBe('');
});

test('half a request is told that it came too late', async () => {
  const answer = await said(await open('GET /api/sites HTTP/1.1\r\nHost: x\r\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*Connection: close\r\n\r\n\{"code":"INVALID_INPUT"/);
});

test('what is no request is told so, and headers without end too', async () => {
  expect(await said(await open('hello\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const long = await open(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}`);
  expect(await said(long)).toMatch(/^HTTP\/1\.1 431 /);
});

test('a download that is under way is cut, never continued by a refusal', async () => {
  const socket = await open('GET /api/reports/sessions HTTP/1.1\r\nHost: x\r\n\r\n');
  const all = said(socket);
  await expect.poll(() => answers.length).toBe(1);
  socket.write('GET /api/si'); // the next request, begun and never ended
  const answer = await all;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*the first half, \r\n$/);
  expect(answer).not.toContain('408');
});
