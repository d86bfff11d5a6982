import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { refuseUpgrade } from './refuse-upgrade.ts';

test('a refusal is a whole answer of HTTP, and ends the connection', async () => {
  const written: string[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  refuseUpgrade(socket, 503, ['Retry-After: 10']);
  await once(socket, 'close');
  expect(written.join('')).toBe(
    'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  );
});
