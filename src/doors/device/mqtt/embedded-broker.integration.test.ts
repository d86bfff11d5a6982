import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect } from 'mqtt';
import { expect, test } from 'vitest';
import { type Credentials, openDeviceNode } from '../../../../test/support/device-node.ts';
import { connectMqttDevice } from '../../../../test/support/scripted-device.ts';

const lamp = 'aa:bb:cc:00:00:01';
const other = 'aa:bb:cc:00:00:02';
const on = { name: 'self.lamp.turn_on', description: 'On', inputSchema: { type: 'object', properties: {} } };

test('a device that never subscribes is spoken to before it says hello', async () => {
  await using node = await openDeviceNode();
  await using device = await connectMqttDevice(node, await node.activate(lamp));
  await device.introduce([on]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  expect((await node.devices.get(lamp)).link).toMatchObject({ isOnline: true, transport: 'mqtt' });
  const calling = node.devices.call({ deviceId: lamp, tool: on.name, arguments: {} });
  const { id } = await device.nextCall('tools/call');
  device.text(id, 'true');
  expect(await calling).toMatchObject({ status: 'done', text: 'true' });
});

test('the hello for audio is answered, and announces no sound where none is served', async () => {
  await using node = await openDeviceNode();
  await using device = await connectMqttDevice(node, await node.activate(lamp));
  device.send(JSON.stringify({ type: 'hello', version: 3, transport: 'udp', features: { mcp: true } }));
  await expect
    .poll(() => device.frames[0])
    .toEqual({
      type: 'hello',
      version: 3,
      transport: 'udp',
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      udp: {
        server: '127.0.0.1',
        port: 9,
        encryption: 'aes-128-ctr', // nobody listens; a hello without it is ignored
        key: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        nonce: expect.stringMatching(/^01000000[0-9a-f]{8}0{16}$/) as string,
      },
    });
  device.send(JSON.stringify({ type: 'goodbye', session_id: 'whatever' }));
  await device.introduce([on]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
});

test('what one device publishes reaches no other, whatever it subscribes to', async () => {
  await using node = await openDeviceNode();
  await using spy = await connectMqttDevice(node, await node.activate(other));
  for (const topic of ['#', 'device-server', 'heard', `devices/p2p/${lamp.replaceAll(':', '_')}`])
    await expect(spy.client.subscribeAsync(topic)).rejects.toThrow('Subscribe error');
  await spy.client.subscribeAsync(`devices/p2p/${other.replaceAll(':', '_')}`);
  await spy.introduce([]);
  await using device = await connectMqttDevice(node, await node.activate(lamp));
  await device.introduce([on]);
  await device.client.publishAsync(
    `devices/p2p/${other.replaceAll(':', '_')}`,
    '{"type":"system","command":"reboot"}',
    { qos: 1, retain: true },
  );
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  expect(spy.frames).toEqual([]);
});

test('a device that connects again takes over, and one whose connection is lost is offline', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  const first = await connectMqttDevice(node, credentials);
  await first.introduce([on]);
  await using second = await connectMqttDevice(node, credentials);
  await first.closed;
  await second.introduce([on]);
  await expect.poll(async () => (await node.devices.get(lamp)).link.isOnline).toBe(true);
  expect(node.links.count('mqtt')).toBe(1);
  second.drop();
  await expect.poll(async () => (await node.devices.get(lamp)).link.isOnline).toBe(false);
  expect(node.links.count('mqtt')).toBe(0);
});

test.for<[string, (own: Credentials, others: Credentials) => Credentials['mqtt']]>([
  ['a wrong password', (own) => ({ ...own.mqtt, password: 'guess' })],
  ['the account of another', (own, others) => ({ ...own.mqtt, clientId: others.mqtt.clientId })],
  ['none', (own) => ({ clientId: own.mqtt.clientId, username: '', password: '' })],
])('nobody comes in with %s', async ([, change]) => {
  await using node = await openDeviceNode();
  const account = change(await node.activate(lamp), await node.activate(other));
  await expect(connectMqttDevice(node, { mqtt: account })).rejects.toThrow(/not authorized/i);
  expect(node.links.count('mqtt')).toBe(0);
});

test('a stranger that announces a packet of 200 MB is cut off at once', async () => {
  await using node = await openDeviceNode();
  const socket = connectTcp(node.mqttPort, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x64]));
  const startedAt = performance.now();
  await once(socket, 'close');
  expect(performance.now() - startedAt).toBeLessThan(9_000); // not by running out of time
});

test('whoever asks for MQTT 5 is told that it is not spoken here', async () => {
  await using node = await openDeviceNode();
  const client = connect(`mqtt://127.0.0.1:${node.mqttPort}`, { protocolVersion: 5, reconnectPeriod: 0 });
  const error = await new Promise<Error>((resolve) => client.once('error', resolve));
  expect(error.message).toMatch(/unacceptable protocol version/i);
  await client.endAsync(true);
});

test('what a device says in the same breath as its password is heard', async () => {
  await using node = await openDeviceNode();
  const { mqtt } = await node.activate(lamp);
  const socket = connectTcp(node.mqttPort, '127.0.0.1');
  const cleanWithPassword = Buffer.from([4, 0xc2, 0, 60]);
  const account = [mqtt.clientId, mqtt.username, mqtt.password].map(field);
  const said = '{"type":"mcp","payload":{"jsonrpc":"2.0","method":"notifications/here"}}';
  socket.write(
    Buffer.concat([
      packet(0x10, field('MQTT'), cleanWithPassword, ...account),
      packet(0x30, field('device-server'), Buffer.from(said)),
    ]),
  );
  await expect
    .poll(async () => (await node.events(lamp, 'device-notified')).map(({ body }) => body['method']))
    .toEqual(['notifications/here']);
  socket.destroy();
});

function field(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)]);
}

function packet(kind: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([kind, (body.length % 128) | 128, Math.floor(body.length / 128)]), body]);
}
