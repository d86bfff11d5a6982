import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SmallDeviceServer } from '../../../test/support/small-device-server.ts';
import { lightBoard } from './boards/light.ts';
import { chassisBoard } from './boards/robots.ts';
import { type DeviceEvent, type DeviceSettings, SimulatedDevice } from './simulated-device.ts';

test('it shows its code, proves its challenge, asks again when it is activated, and prefers MQTT', async () => {
  await using server = await SmallDeviceServer.start();
  const keyHex = '0f'.repeat(32);
  let polls = 0;
  server.activation = () => (++polls < 3 ? 202 : 200);
  server.settings = () =>
    polls < 3
      ? { activation: { code: '123456', message: 'enter it', challenge: 'ch-1' }, websocket: server.websocket() }
      : { websocket: server.websocket(), mqtt: server.mqtt() };
  await using device = deviceAt(server, { serial: { number: 'SN-1', keyHex } });
  device.start();
  await device.until(() => device.isOnline);
  expect(device.events).toContainEqual(expect.objectContaining({ kind: 'shows-code', code: '123456' }));
  expect(device.transport).toBe('mqtt');
  expect(server.asked.map(({ path }) => path)).toEqual([
    '/xiaozhi/ota/',
    ...Array.from({ length: 3 }, () => '/xiaozhi/ota/activate'),
    '/xiaozhi/ota/',
  ]);
  expect(server.asked[0]?.headers).toMatchObject({
    'activation-version': '2',
    'device-id': device.id,
    'client-id': device.identity.clientId,
    'serial-number': 'SN-1',
    'user-agent': 'sigec-light/2.4.2',
  });
  const hmac = createHmac('sha256', Buffer.from(keyHex, 'hex')).update('ch-1').digest('hex');
  expect(JSON.parse(server.asked[1]?.body ?? '')).toEqual({
    algorithm: 'hmac-sha256',
    serial_number: 'SN-1',
    challenge: 'ch-1',
    hmac,
  });
});

test('over WebSocket it names itself in the handshake, says hello without a session, and carries the one it is given', async () => {
  await using server = await SmallDeviceServer.start();
  await using device = deviceAt(server);
  device.start();
  await device.until(() => device.sessionId !== '');
  expect(server.handshakes[0]).toMatchObject({
    authorization: 'Bearer token-1',
    'protocol-version': '1',
    'device-id': device.id,
    'client-id': device.identity.clientId,
    host: '127.0.0.1',
  });
  expect(server.frames[0]).toEqual({
    type: 'hello',
    version: 1,
    features: { mcp: true, glyph_push: false },
    transport: 'websocket',
    audio_params: { format: 'opus', sample_rate: 16_000, channels: 1, frame_duration: 60 },
  });
  expect(await server.ask({ id: 3, method: 'ping' })).toMatchObject({ session_id: 'session-1', type: 'mcp' });
});

test('a hello without transport makes it start again; one for another transport is as good as none', async () => {
  await using server = await SmallDeviceServer.start();
  server.hello = () => (server.hellos === 1 ? { type: 'hello', session_id: 'x' } : { type: 'hello', transport: 'udp' });
  await using device = deviceAt(server);
  device.start();
  await device.until(() => device.events.some(({ kind }) => kind === 'restarted'));
  await device.until(() => device.troubles().includes('No hello came back.'));
  expect(server.asked).toHaveLength(2); // it booted again
  expect(device.sessionId).toBe('');
});

test('over MQTT it never subscribes, answers before any hello, and keeps a stale session id after a loss', async () => {
  await using server = await SmallDeviceServer.start();
  server.settings = () => ({ mqtt: server.mqtt() });
  await using device = deviceAt(server);
  device.start();
  await device.until(() => device.isOnline);
  expect(await server.ask({ id: 1, method: 'ping' })).toMatchObject({ session_id: '' });
  await device.openChannel();
  expect(await server.ask({ id: 2, method: 'ping' })).toMatchObject({ session_id: 'session-1' });
  expect(server.frames.find(({ type }) => type === 'hello')).toMatchObject({ version: 3, transport: 'udp' });
  device.loseNetwork();
  await device.until(() => !device.isOnline);
  await device.until(() => device.isOnline);
  expect(await server.ask({ id: 3, method: 'ping' })).toMatchObject({ session_id: 'session-1' });
  expect(server.subscriptions).toEqual([]);
});

test('told to reboot, it forgets its session and asks for its settings again', async () => {
  await using server = await SmallDeviceServer.start();
  server.settings = () => ({ mqtt: server.mqtt() });
  await using device = deviceAt(server);
  device.start();
  await device.until(() => device.isOnline);
  await device.openChannel();
  server.send({ type: 'system', command: 'reboot' });
  await device.until(() => server.asked.length === 2 && device.isOnline);
  expect(await server.ask({ id: 1, method: 'ping' })).toMatchObject({ session_id: '' });
});

test('its camera sends question and photo in chunks to the address that initialize named', async () => {
  await using server = await SmallDeviceServer.start();
  await using device = deviceAt(server, { board: chassisBoard() });
  device.start();
  await device.until(() => device.sessionId !== '');
  const vision = { url: `${server.address}/explain`, token: 'eye-1' };
  await server.ask({ id: 1, method: 'initialize', params: { capabilities: { vision } } });
  const params = { name: 'self.camera.take_photo', arguments: { question: 'Is the bay free?' } };
  await server.ask({ id: 2, method: 'tools/call', params });
  const photo = server.asked.find(({ path }) => path === '/explain');
  expect(photo?.headers).toMatchObject({ authorization: 'Bearer eye-1', 'transfer-encoding': 'chunked' });
  expect(photo?.body).toMatch(
    /name="question"\r\n\r\nIs the bay free\?[^]*name="file"; filename="camera.jpg"[^]*\xff\xd8/,
  );
});

function deviceAt(server: SmallDeviceServer, settings: Partial<DeviceSettings> = {}) {
  const events: DeviceEvent[] = [];
  const device = new SimulatedDevice({
    id: 'aa:bb:cc:dd:ee:01',
    otaUrl: server.otaUrl,
    board: lightBoard(),
    secondMs: 10,
    wakeEverySeconds: 5,
    onEvent: (event) => void events.push(event),
    ...settings,
  });
  return Object.assign(device, {
    events,
    async until(holds: () => boolean) {
      await expect.poll(holds, { timeout: 10_000, interval: 5 }).toBe(true);
    },
    troubles: () => events.flatMap((event) => (event.kind === 'trouble' ? [event.reason] : [])),
  });
}
