import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { system } from '#principals/actor.ts';
import { openDeviceNode } from '../../../../test/support/device-node.ts';
import { connectDevice } from '../../../../test/support/scripted-device.ts';

const lamp = 'aa:bb:cc:00:00:01';
const setRgb = {
  name: 'self.light.set_rgb',
  description: 'Sets the RGB colour',
  inputSchema: {
    type: 'object',
    properties: {
      r: { type: 'integer', minimum: 0, maximum: 255 },
      g: { type: 'integer', minimum: 0, maximum: 255 },
      b: { type: 'integer', minimum: 0, maximum: 255 },
    },
    required: ['r', 'g', 'b'],
  },
};
const reboot = {
  name: 'self.reboot',
  description: 'Reboots',
  inputSchema: { type: 'object', properties: {} },
  annotations: { audience: ['user'] },
};

test('hello both ways, initialize, three pages of tools with those for users, and a call', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  await using device = await connectDevice(node, credentials);
  const { id } = await device.nextCall('initialize');
  expect(device.frames).toEqual([
    { type: 'hello', transport: 'websocket', session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
  ]);
  device.answer(id, {
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'esp-hi', version: '2.4.1' },
  });
  expect(await device.next()).toMatchObject({ method: 'notifications/initialized' });
  const pages = [
    { cursor: '', tools: [setRgb], nextCursor: 'self.dog.forward' },
    { cursor: 'self.dog.forward', tools: [{ ...setRgb, name: 'self.dog.forward' }], nextCursor: 'self.reboot' },
    { cursor: 'self.reboot', tools: [reboot] },
  ];
  for (const { cursor, ...page } of pages) {
    const asked = await device.nextCall('tools/list');
    expect(asked.params).toEqual({ cursor, withUserTools: true });
    device.answer(asked.id, page);
  }
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(3);
  const known = await node.devices.get(lamp);
  expect(known).toMatchObject({ firmware: '2.4.1', link: { isOnline: true, transport: 'websocket' } });
  expect(known.tools.find(({ name }) => name === 'self.reboot')?.isForUsersOnly).toBe(true);

  const calling = node.devices.call({ deviceId: lamp, tool: setRgb.name, arguments: { r: 255, g: 0, b: 12 } });
  const call = await device.nextCall('tools/call');
  expect(call.params).toEqual({ name: setRgb.name, arguments: { r: 255, g: 0, b: 12 } });
  device.text(call.id, 'true');
  expect(await calling).toMatchObject({ status: 'done', text: 'true', images: [], reason: null });
});

test('a device that leaves is offline, its tools stay, and a call says since when', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  const device = await connectDevice(node, credentials);
  await device.introduce([setRgb]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  device.drop();
  await expect.poll(async () => (await node.devices.get(lamp)).link.isOnline).toBe(false);
  const known = await node.devices.get(lamp);
  expect(known.link.reason).toBe('the connection was lost');
  const answer = await node.devices.call({ deviceId: lamp, tool: setRgb.name, arguments: { r: 1, g: 1, b: 1 } });
  expect(answer.status).toBe('offline');
  expect(answer.reason).toContain(known.lastSeenAt);
});

test('a call of a connection that is lost ends at once, and the next connection is another one', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  const first = await connectDevice(node, credentials);
  await first.introduce([setRgb]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  const call = { deviceId: lamp, tool: setRgb.name, arguments: { r: 1, g: 1, b: 1 } };
  const lost = node.devices.call(call);
  const sent = await first.nextCall('tools/call');
  await using second = await connectDevice(node, credentials); // without a goodbye, as after a power cut
  expect(await lost).toMatchObject({ status: 'no-answer', reason: 'The connection ended: it connected again.' });
  await first.closed;
  await second.introduce([setRgb]);
  const calling = node.devices.call(call);
  const { id } = await second.nextCall('tools/call');
  expect(id).not.toBe(sent.id);
  second.text(sent.id, 'too late'); // the answer to the call before, with a session id of before
  second.say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'in time' }] } }, 'a-stale-session');
  expect(await calling).toMatchObject({ status: 'done', text: 'in time' });
  expect((await node.devices.get(lamp)).link.isOnline).toBe(true);
});

test('audio and talk are taken and ignored, and a notification becomes an event', async () => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([setRgb]);
  device.send(JSON.stringify({ session_id: '', type: 'listen', state: 'start', mode: 'auto' }));
  device.send(randomBytes(120));
  device.say({
    jsonrpc: '2.0',
    method: 'notifications/state_changed',
    params: { newState: 'idle', oldState: 'connecting' },
  });
  await expect
    .poll(async () => (await node.events(lamp, 'device-notified')).map(({ body }) => body))
    .toMatchObject([{ method: 'notifications/state_changed', params: { newState: 'idle', oldState: 'connecting' } }]);
  expect((await node.devices.get(lamp)).link.isOnline).toBe(true);
});

test.for([
  ['a translated envelope', `{"session_id":"","type":"mcp","carga útil":{}}`, /"carga útil"/],
  ['no JSON', 'hello?', /not valid JSON/],
  ['no type', '{}', /without a type/],
  ['a translated answer', `{"type":"mcp","payload":{"jsonrpc":"2.0","id":1,"resultado":{}}}`, /"resultado"/],
] as const)('a frame that no device sends is kept as an event: %s', async ([, frame, problem]) => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([]);
  device.send(frame);
  await expect
    .poll(async () => (await node.events(lamp, 'device-notified')).map(({ body }) => body))
    .toMatchObject([{ method: 'protocol-error', params: { problem: expect.stringMatching(problem) as string } }]);
});

test('an error that is not escaped fails its call at once, with what the device wrote', async () => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([setRgb]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  const calling = node.devices.call({ deviceId: lamp, tool: setRgb.name, arguments: { r: 1, g: 1, b: 1 } });
  const { id } = await device.nextCall('tools/call');
  device.send(
    `{"session_id":"","type":"mcp","payload":{"jsonrpc":"2.0","id":${id},"error":{"message":"servo "A" jammed"}}}`,
  );
  expect(await calling).toMatchObject({
    status: 'failed',
    text: 'servo "A" jammed',
    reason: 'The device answered with a frame that is not valid JSON.',
  });
});

test('a wrong token, no token and another device are answered with 401', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  await node.activate('aa:bb:cc:00:00:02');
  const statusOf = async (headers: Record<string, string>) => {
    const socket = new WebSocket(`${node.address}/xiaozhi/v1/`, { headers });
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number; resume(): void },
    ];
    response.resume();
    return response.statusCode;
  };
  const own = { 'device-id': lamp, 'client-id': credentials.clientId };
  expect(await statusOf(own)).toBe(401);
  expect(await statusOf({ ...own, authorization: `Bearer ${credentials.token.slice(0, -1)}` })).toBe(401);
  const authorization = `Bearer ${credentials.token}`;
  expect(await statusOf({ ...own, authorization, 'device-id': 'aa:bb:cc:00:00:02' })).toBe(401);
});

test('a device that is blocked is cut off', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  await using device = await connectDevice(node, credentials);
  await device.introduce([setRgb]);
  await node.devices.change(lamp, { isBlocked: true }, { principal: null, door: 'system' });
  await device.closed;
  await expect.poll(async () => (await node.devices.get(lamp)).link.isOnline).toBe(false);
  await expect(connectDevice(node, credentials)).rejects.toThrow('401');
});

test('a device that says nothing but listens is kept awake with data, since pings are none', async () => {
  await using node = await openDeviceNode({ keepAliveMs: 100 });
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([]);
  const methods: (string | undefined)[] = [];
  while (methods.length < 3) methods.push((await device.next()).method);
  expect(methods.slice(-2)).toEqual(['notifications/keep_alive', 'notifications/keep_alive']);
});

test('the camera is told where to send its photos, when somebody looks at them', async () => {
  await using node = await openDeviceNode({ visionUrl: 'http://127.0.0.1:8003/mcp/vision/explain' });
  await using device = await connectDevice(node, await node.activate(lamp));
  const { params = {} } = await device.nextCall('initialize');
  const { vision } = params['capabilities'] as { vision: { url: string; token: string } };
  expect(vision.url).toBe('http://127.0.0.1:8003/mcp/vision/explain');
  expect(await node.book.admitVision({ deviceId: lamp, token: vision.token, address: '' })).toMatchObject({
    status: 'admitted',
  });
});

test('a device that never stops talking is cut off, and its ledger stays small', async () => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([]);
  for (let count = 0; count < 6_000; count += 1)
    device.say({ jsonrpc: '2.0', method: 'notifications/x', params: { count } });
  await device.closed;
  await expect.poll(async () => (await node.devices.get(lamp)).link.reason).toBe('it says too much');
  expect((await node.events(lamp, 'device-notified')).length).toBeLessThan(100);
});

test('a list of tools that goes round in circles or breaks off leaves what was known', async () => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  await device.introduce([setRgb, reboot]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(2);

  const circling = node.devices.refreshTools(lamp);
  circling.catch(() => undefined);
  for (let page = 0; page < 2; page += 1)
    device.answer((await device.nextCall('tools/list')).id, { tools: [setRgb], nextCursor: 'again' });
  await expect(circling).rejects.toMatchObject({ code: 'CONFLICT' });

  const broken = node.devices.refreshTools(lamp);
  broken.catch(() => undefined);
  device.answer((await device.nextCall('tools/list')).id, {
    tools: [{ ...setRgb, name: 'self.light.off' }],
    nextCursor: 'nope',
  });
  const message = 'Failed to add tool  because of payload size limit';
  device.say({ jsonrpc: '2.0', id: (await device.nextCall('tools/list')).id, error: { message } });
  await expect(broken).rejects.toMatchObject({ code: 'CONFLICT' });
  const names = (await node.devices.get(lamp)).tools.map(({ name }) => name);
  expect(names.toSorted()).toEqual(['self.light.off', 'self.light.set_rgb', 'self.reboot']);

  const whole = node.devices.refreshTools(lamp);
  device.answer((await device.nextCall('tools/list')).id, { tools: [setRgb] });
  expect((await whole).map(({ name }) => name)).toEqual(['self.light.set_rgb']);
});

test('a device that never answers keeps nobody else waiting', async () => {
  await using node = await openDeviceNode();
  await using silent = await connectDevice(node, await node.activate(lamp));
  await silent.introduce([setRgb]);
  await using quick = await connectDevice(node, await node.activate('aa:bb:cc:00:00:02'));
  await quick.introduce([setRgb]);
  await expect.poll(async () => (await node.devices.list()).map(({ tools }) => tools.length)).toEqual([1, 1]);
  const call = { tool: setRgb.name, arguments: { r: 1, g: 1, b: 1 } };
  const unanswered = node.devices.call({ ...call, deviceId: lamp, timeoutMs: 1_500 });
  const answered = node.devices.call({ ...call, deviceId: 'aa:bb:cc:00:00:02' });
  quick.text((await quick.nextCall('tools/call')).id, 'true');
  expect(await Promise.race([answered, unanswered])).toMatchObject({ status: 'done' });
  expect(await unanswered).toMatchObject({ status: 'no-answer', reason: 'The device did not answer within 1.5 s.' });
});

test('what would not fit into a device does not leave', async () => {
  await using node = await openDeviceNode();
  await using device = await connectDevice(node, await node.activate(lamp));
  const say = {
    name: 'self.say',
    description: 'Says it',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  };
  await device.introduce([say]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  const call = (bytes: number) =>
    node.devices.call({ deviceId: lamp, tool: say.name, arguments: { text: 'x'.repeat(bytes) } });
  await expect(call(65_000)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const calling = call(60_000);
  const { id, params = {} } = await device.nextCall('tools/call');
  expect((params['arguments'] as { text: string }).text).toHaveLength(60_000);
  device.text(id, 'true');
  expect((await calling).status).toBe('done');
  await expect(node.devices.call({ deviceId: lamp, tool: 'self.none', arguments: {} })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a device that connects without end is told to wait, not that it is a stranger', async () => {
  await using node = await openDeviceNode();
  const { deviceId, clientId, token } = await node.activate(lamp);
  const headers = { authorization: `Bearer ${token}`, 'device-id': deviceId, 'client-id': clientId };
  const connect = () =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${node.address}/xiaozhi/v1/`, { headers });
      socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
      socket.on('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('error', () => undefined);
    });
  const answers = new Set<number>();
  for (let count = 0; count < 70; count += 1) answers.add(await connect());
  expect(answers).toEqual(new Set([101, 429]));
});

test('a text for its screen is sent as the firmware shows one, and to a device that is away it is not', async () => {
  await using node = await openDeviceNode();
  const credentials = await node.activate(lamp);
  const alert = { title: 'Pátio', message: 'A estação "CP-7" está em manutenção', emotion: 'sad' } as const;
  expect(await node.devices.alert({ deviceId: lamp, ...alert })).toMatchObject({
    status: 'offline',
    reason: expect.stringContaining('is offline') as string,
  });
  await using device = await connectDevice(node, credentials);
  await device.nextCall('initialize');
  expect(await node.devices.alert({ deviceId: lamp, ...alert })).toEqual({ status: 'sent', reason: null });
  const shown = { type: 'alert', status: alert.title, message: alert.message, emotion: 'sad' };
  await expect.poll(() => device.frames).toContainEqual(expect.objectContaining(shown));

  const { id } = await node.devices.addServer({ id: 'sums' }, system);
  await expect(node.devices.alert({ deviceId: id, ...alert })).rejects.toMatchObject({ code: 'CONFLICT' });
});
