import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { Upload } from '#charging/log-files/receive-log-file.ts';
import { serveFiles } from './serve-files.ts';

const silentMs = 150;
const path = `/files/logs/${'t'.repeat(32)}`;

/** The door alone; what takes the file does as the test says. */
async function open(receive: (upload: Upload) => Promise<unknown>) {
  const charging = { logFiles: { receive }, firmwareCatalogue: {} } as never;
  const server = createServer(serveFiles({ charging, log: silentLog, silentMs }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}${path}`, [Symbol.dispose]: () => void server.close() };
}

async function whole({ source }: Upload): Promise<number> {
  let bytes = 0;
  for await (const part of source) bytes += part.length;
  return bytes;
}

test('a station that waits while we look through its file is answered, however long that takes', async () => {
  using door = await open(async (upload) => {
    const bytes = await whole(upload);
    await pause(4 * silentMs);
    return { status: 'kept', bytes };
  });
  expect((await fetch(door.url, { method: 'PUT', body: 'a line\n' })).status).toBe(201);
});

test('a station that falls silent within its file is cut off', async () => {
  const broken = Promise.withResolvers<unknown>();
  using door = await open(async (upload) => {
    await whole(upload).catch(broken.resolve);
    return { status: 'refused', refusal: 'unreadable', why: 'it broke off' };
  });
  const socket = connect(door.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf of it`);
  expect(await broken.promise).toBeInstanceOf(Error);
  await once(socket, 'close');
});
