import { expect, test } from 'vitest';
import type { KnownDevice } from '#devices/devices.ts';
import { shelfDevice, shelfTool } from '../../../../test/support/device-shelf.ts';
import { announced, green, lightTool, openDevicesDoor } from '../../../../test/support/devices-door.ts';
import { agent, callTool, refusalOf } from '../../../../test/support/tool-calls.ts';

test('the registry follows the book: accepted, changed, accepted again, renamed, blocked, removed', async () => {
  await using at = await openDevicesDoor();
  const names = () =>
    at.door.registry
      .listAll()
      .filter(({ source }) => source === 'device:aa:bb:cc:dd:ee:01')
      .map(({ name, tier }) => `${name} ${tier}`);
  const put = (tool: object, device: Partial<KnownDevice> = {}) =>
    at.shelf.put(shelfDevice({ ...device, tools: [shelfTool(tool)] }));
  const expectNames = async (...wanted: string[]) => {
    await expect.poll(names).toEqual(wanted);
  };
  put({ trust: 'new' });
  await expectNames();
  put({});
  await expectNames(`${lightTool} R1`);
  put({ trust: 'changed', hash: 'h2' });
  await expectNames();
  put({ hash: 'h2', tier: 'R2' });
  await expectNames(`${lightTool} R2`);
  put({ hash: 'h2', toolName: 'device_hall_set' }, { name: 'Hall' });
  await expectNames('device_hall_set R1');
  put({ hash: 'h3', toolName: 'device_hall_set' }, { name: 'Hall' });
  await callTool(at.door, 'device_hall_set', green).catch(() => undefined);
  await expect.poll(() => refusalOf(at.door, 'device_hall_set', green)).toBe('not refused');
  put({ hash: 'h3', toolName: 'device_hall_set' }, { name: 'Hall', state: 'blocked' });
  await expectNames();
  put({});
  await expectNames(`${lightTool} R1`);
  at.shelf.take('aa:bb:cc:dd:ee:01');
  await expectNames();
});

test('what a person took back is not called, even while the registry has not heard of it', async () => {
  await using at = await openDevicesDoor();
  at.shelf.put(shelfDevice());
  await announced(at, lightTool);
  at.shelf.isAway = true;
  expect(await refusalOf(at.door, lightTool, green)).toMatch(/^DATABASE_AWAY/);
  at.shelf.put(shelfDevice({ tools: [shelfTool({ trust: 'changed', hash: 'h2' })] }));
  await new Promise((resolve) => setImmediate(resolve)); // the registry has tried, and could not read
  at.shelf.isAway = false;
  expect(at.door.registry.get(lightTool)).toBeDefined();
  expect(await refusalOf(at.door, lightTool, green)).toMatch(
    /^NOT_ALLOWED What the device says of this tool has changed/,
  );
  expect(at.shelf.calls).toEqual([]);
});

test('a crowd of announced tools is not listed, but found, described and called', async () => {
  await using at = await openDevicesDoor();
  const listed = async () =>
    (await at.door.registry.listFor({ actor: agent, pack: 'devices' })).filter(({ source }) => source !== 'built-in');
  const some = (count: number) =>
    Array.from({ length: count }, (_, n) => shelfTool({ name: `self.t${n}`, toolName: `device_t${n}` }));
  at.shelf.put(shelfDevice({ tools: some(50) }));
  await announced(at, 'device_t49');
  expect(await listed()).toHaveLength(50);
  at.shelf.put(shelfDevice({ tools: some(51) }));
  await announced(at, 'device_t50');
  expect(await listed()).toEqual([]);
  expect((await callTool(at.door, 'search_tools', { query: 'lobby light t50' })).data).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'device_t50' })]) as object[],
  });
  await callTool(at.door, 'device_t50', green);
  expect(at.shelf.calls).toHaveLength(1);
  const found = async () =>
    ((await callTool(at.door, 'search_tools', { query: 'lobby t50' })).data['tools'] as { name: string }[]).some(
      ({ name }) => name === 'device_t50',
    );
  at.shelf.put(shelfDevice({ tools: some(2) }));
  await expect.poll(found).toBe(false);
  at.shelf.put(shelfDevice({ tools: some(51) }));
  await expect.poll(found).toBe(true); // gone, and there again
});

test.each(['turn on the light', 'acender a luz', 'acender lâmpada', 'set the color', 'lights'])(
  'search_tools finds the accepted tool of a lamp by "%s"',
  async (query) => {
    await using at = await openDevicesDoor();
    at.shelf.put(shelfDevice());
    await announced(at, lightTool);
    const { tools } = (await callTool(at.door, 'search_tools', { query, limit: 3 })).data as { tools: object[] };
    expect(tools).toContainEqual(expect.objectContaining({ name: lightTool }));
  },
);

test('self. may be left out, or put before a name that has none', async () => {
  await using at = await openDevicesDoor();
  at.shelf.put(shelfDevice());
  await announced(at, lightTool);
  for (const tool of ['light.set_rgb', 'self.light.set_rgb', lightTool])
    await callTool(at.door, 'call_device_tool', { device: 'Lobby light', tool, arguments: green });
  expect(at.shelf.calls.map(({ tool }) => tool)).toEqual(Array.from({ length: 3 }, () => 'self.light.set_rgb'));
});
