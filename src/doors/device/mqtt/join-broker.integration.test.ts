import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Aedes } from 'aedes';
import { connect } from 'mqtt';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type Credentials, type DeviceNode, openDeviceNode } from '../../../../test/support/device-node.ts';
import { LocalChannels } from '../../../../test/support/local-channels.ts';
import { freshDatabase } from '../../../../test/support/postgres.ts';
import { scriptedOverMqtt } from '../../../../test/support/scripted-device.ts';
import { talkingOf } from '../talk/open-talk.ts';
import { joinBroker } from './join-broker.ts';

const lamp = 'aa:bb:cc:00:00:01';
const on = { name: 'self.lamp.turn_on', description: 'On', inputSchema: { type: 'object', properties: {} } };

/** Somebody else's broker: lets everybody in, and subscribes its clients to what is for them, since devices do not. */
async function openForeignBroker() {
  const broker = await Aedes.createBroker();
  broker.on('clientReady', (client) =>
    client.subscribe({ topic: `devices/p2p/${client.id}`, qos: 0 }, () => undefined),
  );
  const server = createServer((socket) => broker.handle(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await closed;
    },
  };
}

async function join({ book, links }: DeviceNode, url: string, isOurs = () => true) {
  const door = await joinBroker({
    book,
    links,
    url,
    log: silentLog,
    talking: talkingOf({ log: silentLog }),
    soundHost: '127.0.0.1',
    lookAroundMs: 400,
    isOurs,
  });
  return { ...door, [Symbol.asyncDispose]: () => door.close() };
}

type Door = Awaited<ReturnType<typeof join>>;

function accountOf(door: Door, { deviceId, token, mqtt }: Credentials) {
  return door.account({ deviceId, websocketToken: token, mqtt });
}

test('a device at a broker of somebody else is found, asked for its tools and called', async () => {
  await using node = await openDeviceNode();
  await using foreign = await openForeignBroker();
  await using door = await join(node, foreign.url);
  await using device = await scriptedOverMqtt(foreign.url, accountOf(door, await node.activate(lamp)));
  const probe = await device.nextCall('ping');
  device.say({ jsonrpc: '2.0', id: probe.id, error: { message: 'Method not implemented: ping' } });
  await device.introduce([on]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  expect((await node.devices.get(lamp)).link).toMatchObject({ isOnline: true, transport: 'mqtt' });
  const calling = node.devices.call({ deviceId: lamp, tool: on.name, arguments: {} });
  device.text((await device.nextCall('tools/call')).id, 'true');
  expect(await calling).toMatchObject({ status: 'done', text: 'true' });
});

test('of several nodes at one broker one speaks with its devices; another takes over when that is its part', async () => {
  await using database = await freshDatabase();
  const channels = new LocalChannels();
  const among = {
    database,
    installationKey: randomBytes(32),
    channelOf: (node: string) => channels.join(node).channel,
  };
  await using first = await openDeviceNode({ among });
  await using second = await openDeviceNode({ among });
  await using foreign = await openForeignBroker();
  let speaker = first;
  await using door = await join(first, foreign.url, () => speaker === first);
  await using _other = await join(second, foreign.url, () => speaker === second);
  await using device = await scriptedOverMqtt(foreign.url, accountOf(door, await first.activate(lamp)));
  device.say({ jsonrpc: '2.0', method: 'notifications/here' });
  await device.introduce([on]);
  const soon = { timeout: 20_000 };
  await expect.poll(async () => (await second.devices.get(lamp)).tools.length, soon).toBe(1);
  expect(second.links.find(lamp)).toBe(undefined);
  const calling = second.devices.call({ deviceId: lamp, tool: on.name, arguments: {} });
  device.text((await device.nextCall('tools/call')).id, 'true');
  expect(await calling).toMatchObject({ status: 'done' });

  speaker = second;
  await expect.poll(() => first.links.find(lamp), soon).toBe(undefined);
  device.say({ jsonrpc: '2.0', method: 'notifications/here' });
  await expect.poll(() => second.links.find(lamp), soon).not.toBe(undefined);
});

test('a device that is heard no more is offline', async () => {
  await using node = await openDeviceNode();
  await using foreign = await openForeignBroker();
  await using door = await join(node, foreign.url);
  const device = await scriptedOverMqtt(foreign.url, accountOf(door, await node.activate(lamp)));
  const probe = await device.nextCall('ping');
  device.say({ jsonrpc: '2.0', id: probe.id, error: { message: 'Method not implemented: ping' } });
  await device.introduce([on]);
  await expect.poll(async () => (await node.devices.get(lamp)).tools.length).toBe(1);
  device.drop();
  await expect.poll(async () => (await node.devices.get(lamp)).link.isOnline).toBe(false);
  expect((await node.devices.get(lamp)).link.reason).toBe('nothing was heard from it');
});

test('whoever publishes as a device without its topic is not heard, and the try is an event', async () => {
  await using node = await openDeviceNode();
  await using foreign = await openForeignBroker();
  await using door = await join(node, foreign.url);
  const own = accountOf(door, await node.activate(lamp));
  const others = accountOf(door, await node.activate('aa:bb:cc:00:00:02'));
  const [, , token] = others.publishTopic.split('/');
  const stranger = connect(foreign.url, { clientId: randomUUID(), reconnectPeriod: 0 });
  const forged = JSON.stringify({ type: 'hello', version: 3, transport: 'udp', features: { mcp: true } });
  await stranger.publishAsync(`device-server/aa_bb_cc_00_00_01/${token}`, forged);
  await stranger.publishAsync('device-server/aa_bb_cc_00_00_01/guess', forged);
  await expect
    .poll(async () => (await node.events(lamp, 'device-refused')).map(({ body }) => body['reason']))
    .toEqual(expect.arrayContaining(['other-device', 'wrong-token']));
  expect(node.links.count('mqtt')).toBe(0);
  await stranger.publishAsync(own.publishTopic, forged); // and with it, it is
  await expect.poll(() => node.links.count('mqtt')).toBe(1);
  await stranger.endAsync(true);
});

test('a broker that goes away takes its devices with it', async () => {
  await using node = await openDeviceNode();
  const foreign = await openForeignBroker();
  await using door = await join(node, foreign.url);
  const device = await scriptedOverMqtt(foreign.url, accountOf(door, await node.activate(lamp)));
  device.send(JSON.stringify({ type: 'hello', version: 3, transport: 'udp', features: { mcp: true } }));
  await expect.poll(() => node.links.count('mqtt')).toBe(1);
  await foreign[Symbol.asyncDispose]();
  await expect.poll(async () => (await node.devices.get(lamp)).link.reason).toBe('the broker is away');
});
