import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { AddressRefused, guardedFetch, isPublicAddress } from './guarded-fetch.ts';

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...['192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::',
    'nonsense',
  ],
])('%s is not on the open net', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const at =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test.each([
  ['http', 'http://shop.example/p', at('8.8.8.8')],
  ['a name of this machine', 'https://shop.example/p', at('127.0.0.1')],
  ['a name with one public and one private address', 'https://shop.example/p', at('8.8.8.8', '10.0.0.1')],
  ['the address of cloud metadata', 'https://169.254.169.254/latest/meta-data', at()],
  ['an address in another spelling', 'https://0x7f.1/p', at()],
  ['an address as one number', 'https://2130706433/p', at()],
  ['an address of six groups', 'https://[::1]/p', at()],
  ['a user in the address', 'https://user@shop.example/p', at('8.8.8.8')],
  ['another kind of address', 'ftp://shop.example/p', at('8.8.8.8')],
])('%s is refused before anything is sent', async (_what, url, resolve) => {
  await expect(guardedFetch({ isLoopbackFine: false, resolve })(url)).rejects.toBeInstanceOf(AddressRefused);
});

test('on loopback this machine may be asked, and nothing else inside', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end('moved'),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const fetch = guardedFetch({ isLoopbackFine: true });
  expect(await fetch(`http://127.0.0.1:${port}/p`)).toMatchObject({ status: 302, body: Buffer.from('moved') }); // and it goes no further
  await expect(fetch('https://10.0.0.1/p')).rejects.toBeInstanceOf(AddressRefused);
  // The connection goes to the address that was looked at, whatever the name means a moment later.
  const names: string[] = [];
  const pinned = guardedFetch({
    isLoopbackFine: true,
    resolve: (name) => Promise.resolve((names.push(name), [{ address: '127.0.0.1', family: 4 }])),
  });
  expect((await pinned(`http://shop.example:${port}/p`)).status).toBe(302);
  expect(names).toEqual(['shop.example']);
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test('a host inside may be asked once the operator names it, and http where what comes is signed', async () => {
  const server = createServer((_request, response) => response.end('yes'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const resolve = at('127.0.0.1');
  const named = guardedFetch({ isHttpFine: true, allowedHosts: [`OCSP.lan:${port}`], resolve });
  expect((await named(`http://ocsp.lan:${port}/`)).body.toString()).toBe('yes');
  await expect(named(`http://other.lan:${port}/`)).rejects.toThrow('does not stand on the open net');
  const unnamed = guardedFetch({ isHttpFine: true, resolve });
  await expect(unnamed(`http://ocsp.lan:${port}/`)).rejects.toThrow('does not stand on the open net');
  await new Promise((done) => {
    server.close(done);
  });
});

test('who answers too much, or never, is left', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/much') response.end('x'.repeat(2_000));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetch = guardedFetch({ isLoopbackFine: true, limits: { timeoutMs: 200, maxBytes: 1_000 } });
  await expect(fetch(`${here}/much`)).rejects.toThrow(/longer than 1000 bytes/);
  await expect(fetch(`${here}/never`)).rejects.toThrow();
  const silent = guardedFetch({
    isLoopbackFine: true,
    limits: { timeoutMs: 50, maxBytes: 1_000 },
    resolve: () => new Promise(() => {}),
  });
  await expect(silent('https://shop.example/')).rejects.toThrow(/too long/);
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test('a kept connection is used again for what may be repeated, and one that was closed meanwhile is replaced', async () => {
  const connections = new Set<Socket>();
  let answered = 0;
  const server = createServer((request, response) => {
    connections.add(request.socket);
    answered += 1;
    response.end('ok');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p`;
  const fetch = guardedFetch({ isLoopbackFine: true, isReusing: true });
  for (const method of ['GET', 'PUT', 'DELETE'] as const) expect((await fetch(url, { method })).status).toBe(200);
  expect(connections.size).toBe(1);
  await fetch(url, { method: 'POST' });
  expect(connections.size).toBe(2);
  // Whoever closes without a word looks open until something is sent.
  const [kept] = connections;
  server.prependOnceListener('request', () => kept?.resetAndDestroy());
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200);
  expect([connections.size, answered]).toEqual([3, 6]);
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
