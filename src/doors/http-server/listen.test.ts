import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { cannotListen, listen } from './listen.ts';

const address = { host: '127.0.0.1', port: 0, setting: 'API_PORT' };

test('a port is opened, and its number is returned', async () => {
  const server = createServer();
  const port = await listen(server, address);
  expect(port).toBeGreaterThan(0);
  await expect(listen(createServer(), { ...address, port })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: `Port ${port} (API_PORT) is in use by another program. Stop that program, or set API_PORT to a free port.`,
  });
  server.close();
});

test.each([
  ['EACCES', 'Port 80 (API_PORT) may not be opened by this user. Set API_PORT to a port above 1023.'],
  ['EADDRNOTAVAIL', /^HOST is "127.0.0.1", which is no address of this machine/],
  ['ENOTFOUND', /^HOST is "127.0.0.1"/],
  ['EMFILE', 'Port 80 (API_PORT) cannot be opened on 127.0.0.1: EMFILE happened.'],
])('%s is explained', (code, sentence) => {
  const cause = Object.assign(new Error(`${code} happened`), { code });
  expect(() => {
    throw cannotListen(cause, { ...address, port: 80 });
  }).toThrow(sentence);
});
