import { expect, test } from 'vitest';
import { system } from '#principals/actor.ts';
import { openDeviceNode } from '../../../../test/support/device-node.ts';
import { connectDevice } from '../../../../test/support/scripted-device.ts';

const lamp = 'aa:bb:cc:00:00:01';
const turnOn = { name: 'self.lamp.turn_on', description: 'On', inputSchema: { type: 'object', properties: {} } };

test('a device that is blocked after its token was checked, and before its hello, gets no further', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  await using device = await connectDevice(node, credentials, { isSilent: true });
  await node.devices.change(lamp, { isBlocked: true }, system);
  device.send(JSON.stringify({ type: 'hello', version: 1, features: { mcp: true }, transport: 'websocket' }));
  await device.closed;
  await expect.poll(() => node.links.find(lamp)).toBe(undefined);
  await expect
    .poll(async () => (await node.devices.get(lamp)).link)
    .toMatchObject({ isOnline: false, reason: 'it may no longer come in' });
});

test('a device whose tools change while they are listed is asked once more, and not once for every time it says so', async () => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([]);
  const changed = () => device.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  changed();
  const first = await device.nextCall('tools/list');
  for (let count = 0; count < 40; count += 1) changed();
  device.answer(first.id, { tools: [] });
  device.answer((await device.nextCall('tools/list')).id, { tools: [turnOn] });
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  const calling = node.devices.call({ deviceId: lamp, tool: turnOn.name, arguments: {} });
  device.text((await device.nextCall()).id, 'true'); // and no third list before it
  expect((await calling).status).toBe('done');
});
