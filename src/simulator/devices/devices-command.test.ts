import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SmallDeviceServer } from '../../../test/support/small-device-server.ts';
import { deviceIds } from './device-fleet.ts';
import { type DevicesCommandOptions, runDevicesCommand } from './devices-command.ts';

test('devices come online, tell what they do, and are counted', async () => {
  await using server = await SmallDeviceServer.start();
  const done = new AbortController();
  const lines: string[] = [];
  const running = runDevicesCommand({ count: '2', url: server.address, signal: done.signal }, (line) =>
    lines.push(line),
  );
  await expect.poll(() => server.hellos, { timeout: 10_000 }).toBe(2);
  await server.ask({ id: 1, method: 'tools/call', params: { name: 'self.get_device_status' } });
  done.abort();
  expect(await running).toBe(0);
  expect(lines[0]).toBe(`Starting 2 devices (light, display) at ${server.address}`);
  expect(lines).toContain('02:5e:00:00:00:01 is online');
  expect(lines.some((line) => line.endsWith('ran self.get_device_status {}'))).toBe(true);
  expect(lines.at(-1)).toBe('2 of 2 devices were online, 1 calls, 0 restarts');
});

test('one that nobody lets in shows its code and how to enter it, and counts as failed', async () => {
  await using server = await SmallDeviceServer.start();
  server.settings = () => ({ activation: { code: '424242', message: 'm', challenge: 'c' } });
  const lines: string[] = [];
  const options = { count: '1', url: server.address, duration: '300ms', language: 'pt-BR' as const };
  expect(await runDevicesCommand(options, (line) => lines.push(line))).toBe(1);
  expect(lines).toContain('02:5e:00:00:00:01 mostra o código 424242: admita-o com: sigec device activate 424242');
  expect(lines.at(-1)).toBe('1 dispositivos aguardam admissão: sigec device list mostra seus códigos');
});

test('with a file they come as the same devices again', async () => {
  await using server = await SmallDeviceServer.start();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-devices-'));
  const keep = join(folder.path, 'devices.json');
  const options = { count: '2', url: server.address, duration: '500ms', keep };
  await runDevicesCommand(options, () => undefined);
  await runDevicesCommand(options, () => undefined);
  const clients = Map.groupBy(server.asked, ({ headers }) => headers['device-id']);
  for (const asked of clients.values()) expect(new Set(asked.map(({ headers }) => headers['client-id'])).size).toBe(1);
  expect(clients.size).toBe(2);
});

test.each<[options: Partial<DevicesCommandOptions>, message: string]>([
  [{ count: 'many' }, 'N cannot be "many"'],
  [{ board: ['toaster'] }, '--board cannot be "toaster"; it accepts light, display, dog, chassis, probe.'],
  [{ transport: 'pigeon' }, '--transport cannot be "pigeon"; it accepts websocket or mqtt.'],
  [{ url: 'ws://here' }, '--url cannot be "ws://here"'],
  [{ firstId: '12' }, '--first-id cannot be "12"'],
  [{ duration: 'long' }, '--duration cannot be "long"'],
])('%j is refused', async (options, message) => {
  await expect(runDevicesCommand({ count: '1', ...options }, () => undefined)).rejects.toThrow(message);
});

test('addresses follow each other', () => {
  expect(deviceIds('02:5e:00:00:00:fe', 3)).toEqual(['02:5e:00:00:00:fe', '02:5e:00:00:00:ff', '02:5e:00:00:01:00']);
});
