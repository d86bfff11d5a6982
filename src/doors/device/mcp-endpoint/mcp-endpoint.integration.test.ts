import { expect, test } from 'vitest';
import { system } from '#principals/actor.ts';
import { openDeviceNode } from '../../../../test/support/device-node.ts';
import { connectDevice, dialIn } from '../../../../test/support/scripted-device.ts';

const add = {
  name: 'add',
  description: 'Adds',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
};

test('a server of a user dials in, lists its tools and is called; its pages have plain cursors', async () => {
  await using node = await openDeviceNode();
  const { address } = await node.devices.addServer({ id: 'calculator' }, system);
  await using server = await dialIn(address);
  const { id, params } = await server.nextCall('initialize');
  expect(params).toEqual({
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'sigec', version: expect.any(String) as string },
  });
  server.answer(id, {
    protocolVersion: '2025-06-18',
    capabilities: {},
    serverInfo: { name: 'Calculator', version: '1.9' },
  });
  expect(await server.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const first = await server.nextCall('tools/list');
  expect(first.params).toEqual({});
  server.answer(first.id, { tools: [add], nextCursor: 'p2' });
  const second = await server.nextCall('tools/list');
  expect(second.params).toEqual({ cursor: 'p2' });
  server.answer(second.id, { tools: [{ ...add, name: 'subtract' }] });
  await expect
    .poll(async () => (await node.devices.get('calculator')).tools.map(({ name }) => name))
    .toEqual(['add', 'subtract']);
  expect(await node.devices.get('calculator')).toMatchObject({
    kind: 'server',
    board: 'Calculator',
    link: { transport: 'endpoint' },
  });

  const calling = node.devices.call({ deviceId: 'calculator', tool: 'add', arguments: { a: 1, b: 2 } });
  const call = await server.nextCall('tools/call');
  server.answer(call.id, { content: [{ type: 'text', text: 'cannot' }], isError: true });
  expect(await calling).toMatchObject({ status: 'failed', text: 'cannot' });
});

test('its own requests are answered: a ping, and the rest not found', async () => {
  await using node = await openDeviceNode();
  const { address } = await node.devices.addServer({ id: 'calculator' }, system);
  await using server = await dialIn(address);
  await server.introduce([add]);
  server.say({ jsonrpc: '2.0', id: 'p1', method: 'ping' });
  server.say({ jsonrpc: '2.0', id: 'r1', method: 'roots/list' });
  const answers = [];
  while (answers.length < 2) {
    const heard = await server.next();
    if (heard.method === undefined) answers.push(heard);
  }
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 'p1', result: {} },
    { jsonrpc: '2.0', id: 'r1', error: { code: -32601, message: 'Method not found' } },
  ]);
});

test('its tools are asked for again when it says that they have changed', async () => {
  await using node = await openDeviceNode();
  const { address } = await node.devices.addServer({ id: 'calculator' }, system);
  await using server = await dialIn(address);
  await server.introduce([add]);
  await expect.poll(async () => (await node.devices.get('calculator')).tools.length).toBe(1);
  for (let time = 0; time < 5; time += 1) server.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  const { id } = await server.nextCall('tools/list');
  server.answer(id, { tools: [add, { ...add, name: 'subtract' }] });
  await expect.poll(async () => (await node.devices.get('calculator')).tools.length).toBe(2);
});

test('the token of a device opens no endpoint, and an address that was renewed is worth nothing', async () => {
  await using node = await openDeviceNode();
  const device = await node.activate('aa:bb:cc:00:00:01');
  await expect(dialIn(`${node.address}/mcp_endpoint/mcp?token=${device.token}`)).rejects.toThrow('401');
  await expect(dialIn(`${node.address}/mcp_endpoint/mcp`)).rejects.toThrow('401');
  const { address } = await node.devices.addServer({ id: 'calculator' }, system);
  const serverToken = new URL(address).searchParams.get('token') ?? '';
  await expect(connectDevice(node, { ...device, token: serverToken })).rejects.toThrow('401');
  const server = await dialIn(address);
  const renewed = await node.devices.renewServerAddress('calculator', system);
  await server.closed;
  await expect(dialIn(address)).rejects.toThrow('401');
  await using again = await dialIn(renewed.address);
  await again.introduce([add]);
});
