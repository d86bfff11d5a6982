import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { peerAddress } from './connection.ts';
import { listen } from './listen.ts';
import { readBody } from './read-body.ts';
import { sendJson } from './send-json.ts';

const maxBytes = 100_000;

test.each([
  [10, 200, 'keep-alive'],
  [maxBytes, 200, 'keep-alive'],
  [maxBytes + 1, 413, 'close'],
  [4 * maxBytes, 413, 'close'],
])('a body of %i bytes is answered with %i', async (bytes, status, connection) => {
  const server = createServer((request, response) => {
    void readBody(request, maxBytes).then((body) =>
      sendJson(response, {
        status: body === undefined ? 413 : 200,
        body: { bytes: body?.length, from: peerAddress(request.socket) },
        headers: { 'x-more': 'é' },
      }),
    );
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'API_PORT' });
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(bytes) });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('connection')).toBe(connection);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ ...(status === 200 && { bytes }), from: '127.0.0.1' });
  server.closeAllConnections();
  server.close();
});
