import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { system } from '#principals/actor.ts';
import { type Credentials, type DeviceNode, openDeviceNode } from '../../../../test/support/device-node.ts';
import { flood, maskedFrame, rawSocketOf } from '../../../../test/support/flood.ts';
import { connectDevice, connectMqttDevice } from '../../../../test/support/scripted-device.ts';

const lamp = 'aa:bb:cc:00:00:01';
const quiet = 'aa:bb:cc:00:00:02';
const tool = { name: 'self.light.on', description: 'Turns it on', inputSchema: { type: 'object', properties: {} } };

/** Another device that is called again and again while the flood lasts; returns the longest answer. */
async function slowestCall(node: DeviceNode, isOver: () => boolean): Promise<number> {
  await using device = await connectDevice(node, await node.activate(quiet));
  await device.introduce([tool]);
  await expect.poll(async () => (await node.devices.get(quiet)).tools.length).toBe(1);
  let slowestMs = 0;
  do {
    const askedAt = performance.now();
    const calling = node.devices.call({ deviceId: quiet, tool: tool.name, arguments: {} });
    const { id } = await device.nextCall('tools/call');
    device.text(id, 'true');
    expect(await calling).toMatchObject({ status: 'done' });
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
  } while (!isOver());
  return slowestMs;
}

const cutOff = { isOnline: false, reason: 'it says too much' };

async function webSocketOf(node: DeviceNode, { deviceId, clientId, token }: Credentials): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${token}`, 'device-id': deviceId, 'client-id': clientId };
  const socket = new WebSocket(`${node.address}/xiaozhi/v1/`, { headers });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'hello', version: 1, features: { mcp: true }, transport: 'websocket' }));
  await expect.poll(async () => (await node.devices.get(deviceId)).link.isOnline).toBe(true);
  return socket;
}

test.each([
  ['frames without a type', maskedFrame(1, '{"x":1}')],
  ['binary frames', maskedFrame(2, 'voice')],
  ['pings', maskedFrame(9)],
  ['talk', maskedFrame(1, '{"type":"listen"}')],
])('a flood of %s ends with the connection, and another device does not notice', async (_name, piece) => {
  await using node = await openDeviceNode();
  const socket = await webSocketOf(node, await node.activate(lamp));
  const flooding = flood(rawSocketOf(socket), piece);
  const slowestMs = await slowestCall(node, () => socket.readyState !== socket.OPEN);
  await flooding;
  expect(slowestMs).toBeLessThan(5_000);
  await expect.poll(async () => (await node.devices.get(lamp)).link).toMatchObject(cutOff);
});

test.each([
  ['pings', Buffer.from([0xc0, 0])],
  ['publications', Buffer.concat([Buffer.from([0x30, 17, 0, 13]), Buffer.from('device-server{}')])],
  ['subscriptions', Buffer.concat([Buffer.from([0x82, 8, 0, 1, 0, 3]), Buffer.from('a/b'), Buffer.from([0])])],
])('a flood of MQTT %s ends with the connection, and another device does not notice', async (_name, piece) => {
  await using node = await openDeviceNode();
  await using device = await connectMqttDevice(node, await node.activate(lamp));
  await expect.poll(async () => (await node.devices.get(lamp)).link.isOnline).toBe(true);
  let isOver = false;
  const flooding = flood(device.client.stream as Socket, piece).finally(() => {
    isOver = true;
  });
  const slowestMs = await slowestCall(node, () => isOver);
  await flooding;
  expect(slowestMs).toBeLessThan(5_000);
  await expect.poll(async () => (await node.devices.get(lamp)).link).toMatchObject(cutOff);
});

test('a flood of a user’s own MCP server ends with the connection', async () => {
  await using node = await openDeviceNode();
  const { id, address } = await node.devices.addServer({ id: 'shelf' }, system);
  const socket = new WebSocket(address);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  await flood(rawSocketOf(socket), maskedFrame(2, 'noise'));
  await expect.poll(async () => (await node.devices.get(id)).link).toMatchObject(cutOff);
});

test('who was cut off is told by an event and a count, and is cut off again when it comes at once', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  for (let times = 0; times < 2; times += 1)
    await flood(rawSocketOf(await webSocketOf(node, credentials)), maskedFrame(9));
  const refusals = await node.ledger.read({ limit: 1_000, kinds: ['device-refused'] });
  expect(refusals.map(({ body }) => body['reason'])).toContain('over-budget-frames');
  expect(await node.metrics.metrics()).toContain('sigec_device_cut_total{budget="frames"} 2');
});

test('a device that speaks for a minute is not cut off', async () => {
  await using node = await openDeviceNode();
  const socket = await webSocketOf(node, await node.activate(lamp));
  for (let at = 0; at < 1_000; at += 1) socket.send(Buffer.alloc(400));
  const calling = slowestCall(node, () => true);
  await calling;
  expect((await node.devices.get(lamp)).link.isOnline).toBe(true);
  socket.terminate();
});
