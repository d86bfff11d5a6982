import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { system } from '#principals/actor.ts';
import { type DeviceNode, openDeviceNode } from '../../../test/support/device-node.ts';
import { LocalChannels } from '../../../test/support/local-channels.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { connectDevice } from '../../../test/support/scripted-device.ts';

const lamp = 'aa:bb:cc:00:00:01';
const turnOn = { name: 'self.lamp.turn_on', description: 'On', inputSchema: { type: 'object', properties: {} } };
const soon = { timeout: 20_000 };

test('a device that is activated and connects at one node is known and called at another', async () => {
  await using nodes = await openTwoNodes();
  const { first, second } = nodes;
  expect(await second.devices.list()).toEqual([]); // it has read all there is
  await using device = await connectDevice(first, await first.activate(lamp));
  await device.introduce([turnOn]);
  await expect.poll(async () => (await second.devices.list()).map(({ tools }) => tools.length), soon).toEqual([1]);
  const calling = second.devices.call({ deviceId: lamp, tool: turnOn.name, arguments: {} });
  device.text((await device.nextCall()).id, 'It shines.');
  expect(await calling).toMatchObject({ status: 'done', text: 'It shines.' });
  const listing = second.devices.refreshTools(lamp);
  device.answer((await device.nextCall('tools/list')).id, { tools: [] });
  expect(await listing).toEqual([]);
  const alert = { title: 'Pátio', message: 'Volta às 18h', emotion: 'neutral' } as const;
  expect(await second.devices.alert({ deviceId: lamp, ...alert })).toMatchObject({ status: 'sent' });
  await expect.poll(() => device.frames, soon).toContainEqual(expect.objectContaining({ message: alert.message }));
});

test('a node that starts leaves the devices of others online', async () => {
  await using nodes = await openTwoNodes();
  await using device = await connectDevice(nodes.first, await nodes.first.activate(lamp));
  await device.introduce([turnOn]);
  await using third = await nodes.join();
  expect((await third.devices.get(lamp)).link).toMatchObject({ isOnline: true });
  expect((await nodes.first.devices.get(lamp)).link).toMatchObject({ isOnline: true });
});

test('a device that is blocked at one node is cut off at the other', async () => {
  await using nodes = await openTwoNodes();
  await using device = await connectDevice(nodes.first, await nodes.first.activate(lamp));
  await device.introduce([turnOn]);
  await nodes.second.devices.change(lamp, { isBlocked: true }, system);
  await device.closed;
  await expect
    .poll(async () => (await nodes.second.devices.get(lamp)).link, soon)
    .toMatchObject({ isOnline: false, reason: 'it may no longer come in' });
});

test('of two connections at two nodes the later one speaks', async () => {
  await using nodes = await openTwoNodes();
  const credentials = await nodes.first.activate(lamp);
  await using before = await connectDevice(nodes.first, credentials);
  await before.introduce([turnOn]);
  await using after = await connectDevice(nodes.second, credentials);
  await after.introduce([turnOn]);
  await before.closed;
  await expect.poll(() => nodes.first.links.find(lamp), soon).toBe(undefined);
  const calling = nodes.first.devices.call({ deviceId: lamp, tool: turnOn.name, arguments: {} });
  after.text((await after.nextCall()).id, 'It shines.');
  expect(await calling).toMatchObject({ status: 'done' });
});

test('devices of a node that is dead are offline, and a call says so', async () => {
  await using nodes = await openTwoNodes();
  await using device = await connectDevice(nodes.first, await nodes.first.activate(lamp));
  await device.introduce([turnOn]);
  await expect.poll(async () => (await nodes.second.devices.get(lamp)).tools.length, soon).toBe(1);
  const ghost = randomUUID(); // a node that was killed: it is in the books, and says nothing any more
  await nodes.database.pool.query(
    `with ghost as (insert into node (id, version, host, started_at, seen_at) values ($1, '0', 'gone', now(), now()))
     update device set link_node = $1, link_epoch = link_epoch + 1`,
    [ghost],
  );
  await expect
    .poll(async () => (await nodes.second.devices.get(lamp)).link, soon)
    .toMatchObject({ isOnline: false, reason: 'server-stopped' });
  expect(await nodes.second.devices.call({ deviceId: lamp, tool: turnOn.name, arguments: {} })).toMatchObject({
    status: 'offline',
  });
});

async function openTwoNodes() {
  const database = await freshDatabase();
  const channels = new LocalChannels();
  const installationKey = randomBytes(32);
  const join = (): Promise<DeviceNode> =>
    openDeviceNode({ among: { database, installationKey, channelOf: (node) => channels.join(node).channel } });
  const [first, second] = [await join(), await join()];
  return {
    database,
    first,
    second,
    join,
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
