import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import { SmallDeviceServer } from '../../test/support/small-device-server.ts';
import { boolean, createDevice, type DeviceOptions, image, integer, keptClientId, string } from './sdk.ts';

const patience = { timeout: 10_000, interval: 10 };

test.each(['websocket', 'mqtt'] as const)(
  'over %s it says hello, lists its tools, and runs them',
  async (transport) => {
    await using server = await SmallDeviceServer.start();
    server.settings = () => ({ websocket: server.websocket(), mqtt: server.mqtt() });
    await using device = deviceAt(server, { transport });
    const colours: object[] = [];
    const channel = integer(0, 255);
    device.addTool(
      'self.light.set_rgb',
      'Sets the RGB colour',
      { r: channel, g: channel, b: channel },
      ({ r, g, b }) => {
        expectTypeOf(r).toEqualTypeOf<number>();
        colours.push({ r, g, b });
        return true;
      },
    );
    device.start();
    await expect.poll(() => server.hellos, patience).toBe(1);
    expect(server.frames[0]).toMatchObject({ type: 'hello', transport: transport === 'mqtt' ? 'udp' : 'websocket' });

    expect((await server.ask({ id: 1, method: 'initialize', params: {} }))['payload']).toMatchObject({
      id: 1,
      result: { serverInfo: { name: 'test-lamp', version: '1.2.3' } },
    });
    const rgb = { type: 'integer', minimum: 0, maximum: 255 };
    expect((await server.ask({ id: 2, method: 'tools/list', params: { cursor: '' } }))['payload']).toMatchObject({
      result: {
        tools: [
          {
            name: 'self.light.set_rgb',
            inputSchema: { type: 'object', properties: { r: rgb, g: rgb, b: rgb }, required: ['r', 'g', 'b'] },
          },
        ],
      },
    });
    const answer = await call(server, 3, 'self.light.set_rgb', { r: 0, g: 255, b: 0 });
    expect(answer).toMatchObject({ result: { content: [{ type: 'text', text: 'true' }], isError: false } });
    expect(colours).toEqual([{ r: 0, g: 255, b: 0 }]);
  },
);

test('booleans, numbers, texts and JSON come back as text, an image as an image, a throw as an error', async () => {
  await using server = await SmallDeviceServer.start();
  await using device = deviceAt(server);
  device
    .addTool('self.a', 'a', { on: boolean(true), times: integer(1, 9, 3), name: string('x') }, (values) => values)
    .addTool('self.number', 'n', {}, () => 7)
    .addTool('self.text', 't', {}, () => 'said "so"')
    .addTool('self.nothing', 'v', {}, () => undefined)
    .addTool('self.picture', 'p', {}, () => image('image/png', new Uint8Array([1, 2, 3])))
    .addTool('self.broken', 'b', {}, async () => {
      await Promise.resolve();
      throw new Error('servo "A" jammed');
    })
    .start();
  await expect.poll(() => server.hellos, patience).toBe(1);
  const said = async (id: number, name: string, given: object = {}) =>
    ((await call(server, id, name, given)) as { result: { content: object[]; isError: boolean } }).result;
  const text = (words: string, isError = false) => ({ content: [{ type: 'text', text: words }], isError });
  expect(await said(1, 'self.a', { times: 4 })).toEqual(text('{"on":true,"times":4,"name":"x"}'));
  expect(await said(2, 'self.number')).toEqual(text('7'));
  expect(await said(3, 'self.text')).toEqual(text('said "so"'));
  expect(await said(4, 'self.nothing')).toEqual(text('true'));
  expect(await said(5, 'self.picture')).toEqual({
    content: [{ type: 'image', mimeType: 'image/png', data: 'AQID' }],
    isError: false,
  });
  expect(await said(6, 'self.broken')).toEqual(text('servo "A" jammed', true));
});

test.each<[string, object, string]>([
  ['self.light', { level: 11 }, 'level has to be a whole number from 0 to 10.'],
  ['self.light', { level: 1.5 }, 'level has to be a whole number from 0 to 10.'],
  ['self.light', { level: '1' }, 'level has to be a whole number from 0 to 10.'],
  ['self.light', {}, 'level has to be a whole number from 0 to 10.'],
  ['self.light', { level: 1, colour: 'red' }, 'There is no argument colour.'],
  ['self.light', [], 'The arguments have to be an object.'],
  ['self.none', {}, 'Unknown tool: self.none'],
])('%s with %j is refused before it runs', async (name, given, message) => {
  await using server = await SmallDeviceServer.start();
  await using device = deviceAt(server);
  let runs = 0;
  device.addTool('self.light', 'l', { level: integer(0, 10) }, () => ++runs).start();
  await expect.poll(() => server.hellos, patience).toBe(1);
  expect(await call(server, 1, name, given)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message } });
  expect(runs).toBe(0);
});

test('calls run one after the other, and what needs no tool is answered meanwhile', async () => {
  await using server = await SmallDeviceServer.start();
  await using device = deviceAt(server);
  const slow = Promise.withResolvers<boolean>();
  const ran: string[] = [];
  device.addTool('self.slow', 's', {}, () => slow.promise);
  device.addTool('self.quick', 'q', {}, () => ran.push('quick') > 0).start();
  await expect.poll(() => server.hellos, patience).toBe(1);
  const both = [call(server, 1, 'self.slow', {}), call(server, 2, 'self.quick', {})];
  await server.ask({ id: 3, method: 'ping' });
  expect(ran).toEqual([]);
  slow.resolve(true);
  await Promise.all(both);
  expect(ran).toEqual(['quick']);
});

test('many tools come on pages, and those for users when they are asked for', async () => {
  await using server = await SmallDeviceServer.start();
  await using device = deviceAt(server);
  for (let index = 0; index < 60; index += 1)
    device.addTool(`self.t${index}`, 'x'.repeat(300), {}, () => true, { isForUsersOnly: index === 0 });
  device.start();
  await expect.poll(() => server.hellos, patience).toBe(1);
  const names: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
    const params = { cursor, withUserTools: true };
    const { payload } = await server.ask({ id: 100 + pages, method: 'tools/list', params });
    expect(JSON.stringify(payload).length).toBeLessThan(8_100);
    const { tools, nextCursor } = (payload as { result: { tools: { name: string }[]; nextCursor?: string } }).result;
    names.push(...tools.map(({ name }) => name));
    cursor = nextCursor;
  }
  expect([names.length, new Set(names).size, pages]).toEqual([60, 60, 3]);
  const { payload } = await server.ask({ id: 99, method: 'tools/list', params: {} });
  expect(JSON.stringify(payload)).not.toContain('"self.t0"');
});

test('it shows its code, is activated, comes back after a loss, and tells of a tool that was added meanwhile', async () => {
  await using server = await SmallDeviceServer.start();
  let isAccepted = false;
  server.activation = () => (isAccepted ? 200 : 202);
  server.settings = () =>
    isAccepted
      ? { websocket: server.websocket() }
      : { activation: { code: '654321', message: 'enter it', challenge: 'c' } };
  const [codes, states]: [string[], string[]] = [[], []];
  await using device = deviceAt(server, {
    onCode(code) {
      codes.push(code);
      isAccepted = true;
    },
    onState: (state) => void states.push(state),
  });
  device.start();
  await expect.poll(() => server.hellos, patience).toBe(1);
  expect(codes).toEqual(['654321']);
  server.dropAll();
  await expect.poll(() => server.hellos, patience).toBe(2);
  expect(states).toEqual(['starting', 'waiting', 'online', 'offline', 'starting', 'online']);
  device.addTool('self.late', 'l', {}, () => true);
  device.notify('notifications/state_changed', { newState: 'idle' });
  const methods = () => server.frames.map(({ payload }) => (payload as { method?: string } | undefined)?.method);
  await expect
    .poll(methods, patience)
    .toEqual(expect.arrayContaining(['notifications/tools/list_changed', 'notifications/state_changed']));
});

test('a server that is not there is named, and asked again', async () => {
  const troubles: string[] = [];
  const settingsUrl = 'http://127.0.0.1:9/xiaozhi/ota/';
  const options = { id: 'aa:bb:cc:dd:ee:03', clientId: 'c', board: 'b', version: '1', settingsUrl };
  await using device = createDevice({ ...options, onTrouble: ({ message }) => void troubles.push(message) });
  device.start();
  await expect.poll(() => troubles.length, patience).toBeGreaterThan(1);
  expect(new Set(troubles)).toEqual(new Set([`Nobody answers at ${settingsUrl}`]));
});

test('a name twice, a range upside down, an id that is none: said at once', () => {
  const options = { clientId: 'c', board: 'b', version: '1', settingsUrl: 'http://127.0.0.1:1/' };
  const device = createDevice({ ...options, id: 'aa:bb:cc:dd:ee:01' });
  device.addTool('self.a', 'a', {}, () => true);
  expect(() => device.addTool('self.a', 'a', {}, () => true)).toThrow('There is a tool self.a already.');
  expect(() => device.addTool('no name', 'a', {}, () => true)).toThrow('is no name for a tool');
  expect(() => integer(5, 1)).toThrow('integer(5, 1) is no range');
  expect(() => integer(0, 1, 2)).toThrow('The default 2 is not within 0 to 1');
  expect(() => createDevice({ ...options, id: 'lamp' })).toThrow('is no address such as');
  expect(() => createDevice({ ...options, id: 'aa:bb:cc:dd:ee:01', settingsUrl: 'http://x/ota' })).toThrow('slash');
});

test('nothing of the server comes with it', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const imported = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, name = '']) => name),
  );
  const outside = imported.filter((name) => !name.startsWith('./') && !name.startsWith('node:'));
  expect(new Set(outside)).toEqual(new Set(['ws', 'mqtt', '../sdk.ts']));
});

test('the client id is made once and kept', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-sdk-'));
  const file = join(folder.path, 'lamp', 'id');
  const made = await keptClientId(file);
  expect(made).toMatch(/^[0-9a-f-]{36}$/);
  expect(await keptClientId(file)).toBe(made);
});

function deviceAt(server: SmallDeviceServer, options: Partial<DeviceOptions> = {}) {
  return createDevice({
    id: 'aa:bb:cc:dd:ee:02',
    clientId: 'client-2',
    board: 'test-lamp',
    version: '1.2.3',
    settingsUrl: server.otaUrl,
    ...options,
  });
}

async function call(server: SmallDeviceServer, id: number, name: string, given: object): Promise<unknown> {
  const { payload } = await server.ask({ id, method: 'tools/call', params: { name, arguments: given } });
  return payload;
}

test('the kit is imported by its name in a checkout, without a build', async () => {
  const program =
    "import { createDevice, integer } from 'sigec-ve/device'; console.log(typeof createDevice, integer(0, 9).schema.type)";
  const repository = join(import.meta.dirname, '..', '..');
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: repository,
  });
  expect(stdout.trim()).toBe('function integer');
});
