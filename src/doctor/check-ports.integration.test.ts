import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '#base/config.ts';
import { checkPorts } from './check-ports.ts';

async function holding(server: Server): Promise<AsyncDisposable & { port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

const answering =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { connection: 'close' });
    response.end(body);
  };

async function statesOf(changed: Partial<Config>): Promise<string[]> {
  const config = { ...readConfig({}), apiPort: 0, ocppServerPort: 0, mcpServerPort: 0, packs: [], ...changed };
  return (await checkPorts(config)).map(({ state }) => state);
}

test('a free port is fine, and free again afterwards', async () => {
  const held = await holding(createServer());
  await held[Symbol.asyncDispose]();
  for (let turn = 0; turn < 2; turn += 1)
    expect(await statesOf({ apiPort: held.port })).toEqual(['port-free', 'port-any', 'port-any']);
});

test('ports that our own running servers hold are fine', async () => {
  await using api = await holding(createHttpServer(answering(200, '{"status":"alive"}')));
  await using ocpp = await holding(createHttpServer(answering(426, 'This port speaks OCPP over WebSocket')));
  await using mcp = await holding(createHttpServer(answering(200, '{"status":"ok"}')));
  const ports = { apiPort: api.port, ocppServerPort: ocpp.port, mcpServerPort: mcp.port };
  expect(await statesOf(ports)).toEqual(['port-ours', 'port-ours', 'port-ours']);
});

test('a port that another program holds is a problem, whatever it speaks', async () => {
  await using web = await holding(createHttpServer(answering(200, '<html>')));
  await using other = await holding(createServer((socket) => socket.resume().end('220 mail\r\n')));
  expect(await statesOf({ apiPort: web.port, mcpServerPort: other.port })).toEqual([
    'port-taken',
    'port-any',
    'port-taken',
  ]);
});

test('one port for two doors is a problem', async () => {
  const held = await holding(createServer());
  await held[Symbol.asyncDispose]();
  expect(await statesOf({ apiPort: held.port, mcpServerPort: held.port })).toEqual([
    'port-free',
    'port-any',
    'port-twice',
  ]);
});

test('the door for devices is looked at where it opens', async () => {
  await using devices = await holding(createHttpServer(answering(200, '{"status":"ok"}')));
  const states = await statesOf({ devicesPort: devices.port, packs: ['devices'] });
  expect(states).toEqual(['port-any', 'port-any', 'port-any', 'port-ours']);
});

test('an address that this machine does not have is told once', async () => {
  const ports = { apiPort: 8001, ocppServerPort: 9000, mcpServerPort: 8000 };
  expect(await statesOf({ host: '192.0.2.1', ...ports })).toEqual(['host-unknown']);
});
