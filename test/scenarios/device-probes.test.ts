import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceLink } from '../../src/doors/device/links/device-link.ts';
import type { RpcOutcome } from '../../src/doors/device/links/rpc-client.ts';
import { displayBoard } from '../../src/simulator/devices/boards/display.ts';
import { lightBoard } from '../../src/simulator/devices/boards/light.ts';
import { probeBoard } from '../../src/simulator/devices/boards/probe.ts';
import type { Board } from '../../src/simulator/devices/device-tool.ts';
import { SimulatedDevice, type SimulatedTransport } from '../../src/simulator/devices/simulated-device.ts';
import { type DeviceNode, openDeviceNode } from '../support/device-node.ts';

let node: DeviceNode;
beforeAll(async () => {
  node = await openDeviceNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const patience = { timeout: 20_000, interval: 10 };
const shortMs = 300;
let devices = 0;

type Probe = { method: string; params?: unknown };
const call = (name: unknown, given?: unknown): Probe => ({ method: 'tools/call', params: { name, arguments: given } });
const text = (said: string) => ({
  status: 'answered',
  result: { content: [{ type: 'text', text: said }], isError: false },
});
const error = (message: string) => ({ status: 'error', message });
const silence = { status: 'no-answer' };

/** The golden table: what is asked below the checks of the gateway, and what it makes of what comes back. */
const rows: [row: string, asked: Probe, outcome: object][] = [
  [
    'initialize',
    { method: 'initialize', params: {} },
    { status: 'answered', result: { protocolVersion: '2024-11-05', serverInfo: { version: '2.4.2' } } },
  ],
  [
    'tools/list without params',
    { method: 'tools/list' },
    { status: 'answered', result: { nextCursor: 'self.extra.t15' } },
  ],
  [
    'tools/list of a cursor that is none',
    { method: 'tools/list', params: { cursor: 'nope' } },
    error('Failed to add tool  because of payload size limit'),
  ],
  ['a call with no arguments', call('self.dog.forward', {}), text('true')],
  ['a call without arguments', call('self.dog.forward'), text('true')],
  ['a call with others', call('self.dog.forward', { speed: 3 }), text('true')],
  ['a colour', call('self.light.set_rgb', { r: 255, g: 0, b: 12 }), text('true')],
  ['too much', call('self.light.set_rgb', { r: 256, g: 0, b: 0 }), error('Value exceeds maximum allowed: 255')],
  ['too little', call('self.light.set_rgb', { r: -1, g: 0, b: 0 }), error('Value is below minimum allowed: 0')],
  ['a fraction', call('self.light.set_rgb', { r: 1.9, g: 0, b: 0 }), text('true')],
  ['a text for a number', call('self.light.set_rgb', { r: '1', g: 0, b: 0 }), error('Missing valid argument: r')],
  ['one left out', call('self.light.set_rgb', { r: 1, g: 0 }), error('Missing valid argument: b')],
  ['a wrong type with a default', call('self.led_strip.blink', { times: '3' }), text('1')],
  ['an unknown tool', call('self.none', {}), error('Unknown tool: self.none')],
  ['no name', { method: 'tools/call', params: {} }, error('Missing name')],
  ['no params', { method: 'tools/call' }, error('Missing params')],
  ['a list of arguments', call('self.dog.forward', []), error('Invalid arguments')],
  ['an error that is no JSON', call('self.servo.turn', {}), { status: 'broken', text: 'servo "A" jammed' }],
  ['resources/list', { method: 'resources/list' }, error('Method not implemented: resources/list')],
  ['ping', { method: 'ping' }, error('Method not implemented: ping')],
  ['a list for params', { method: 'tools/list', params: [] }, silence],
  ['a notification that wants an answer', { method: 'notifications/initialized' }, silence],
  ['a hidden tool', call('self.get_system_info', {}), { status: 'answered' }],
  ['60 kB', call('self.led_strip.blink', { note: 'x'.repeat(60_000) }), text('1')],
  // The last one: a second later the device starts again.
  ['an upgrade without an address', call('self.upgrade_firmware', {}), text('true')],
];

describe.each<SimulatedTransport>(['websocket', 'mqtt'])('over %s', (transport) => {
  test('every probe ends as the table says, and in time', async () => {
    await using probe = await connected(probeBoard(), transport);
    const link = linkOf(probe);
    for (const [row, { method, params }, outcome] of rows) {
      const startedAt = performance.now();
      const timeoutMs = outcome === silence ? shortMs : 10_000;
      const ended: RpcOutcome = await link.rpc.call(method, params, { timeoutMs });
      expect({ row, ...ended }).toMatchObject({ row, ...outcome });
      if (outcome === silence) expect(performance.now() - startedAt).toBeGreaterThanOrEqual(shortMs - 5);
    }
  });

  test('an id that is a text and a batch are dropped by the device, and hold up nobody', async () => {
    await using probe = await connected(probeBoard(), transport);
    const link = linkOf(probe);
    const ping = { jsonrpc: '2.0', method: 'ping' };
    for (const message of [{ ...ping, id: 's1' }, [{ ...ping, id: 1 }], ping, { method: 'ping', id: 2 }])
      link.channel.send(JSON.stringify(message));
    expect(await link.rpc.call('ping', undefined)).toMatchObject({ status: 'error' });
  });

  test('a device that hangs ends every call in its time, and keeps no other device waiting', async () => {
    await using stuck = await connected(probeBoard(), transport);
    await using lively = await connected(lightBoard(), transport);
    const ask = (device: SimulatedDevice, tool: string, timeoutMs: number, given: Record<string, unknown> = {}) =>
      node.devices.call({ deviceId: device.id, tool, arguments: given, timeoutMs });
    let isHanging = true;
    const hanging = ask(stuck, 'self.probe.hang', 3_000).finally(() => {
      isHanging = false;
    });
    await expect.poll(() => stuck.ran, patience).toEqual(['self.probe.hang']);
    const waiting = ask(stuck, 'self.dog.forward', 500);
    for (let round = 0; round < 20; round += 1)
      expect(await ask(lively, 'self.light.set_rgb', 2_000, { r: round, g: 0, b: 0 })).toMatchObject({
        status: 'done',
      });
    expect(isHanging).toBe(true); // all the while
    expect(await waiting).toMatchObject({ status: 'busy', text: null });
    expect(stuck.ran).toEqual(['self.probe.hang']); // what waited in vain was never sent
    expect(await hanging).toMatchObject({ status: 'no-answer' });
    expect((await waiting).tookMs).toBeLessThan((await hanging).tookMs);
  });

  test('a slow tool delays the next one on its device, and a late answer is nobody’s', async () => {
    await using probe = await connected(probeBoard({ secondMs: 100 }), transport);
    const deviceId = probe.id;
    const slow = { deviceId, tool: 'self.probe.slow', arguments: { seconds: 6 }, timeoutMs: 200 };
    expect(await node.devices.call(slow)).toMatchObject({ status: 'no-answer' });
    const next = await node.devices.call({ deviceId, tool: 'self.led_strip.blink', arguments: { times: 4 } });
    expect(next).toMatchObject({ status: 'done', text: '4' }); // and not the "true" of the slow one
    expect(next.tookMs).toBeGreaterThan(200);
  });

  test('a picture is handed over as a picture', async () => {
    await using display = await connected(displayBoard(), transport);
    const answer = await node.devices.call({ deviceId: display.id, tool: 'self.screen.snapshot', arguments: {} });
    expect(answer).toMatchObject({ status: 'done', images: [{ mimeType: 'image/jpeg' }] });
    expect(
      Buffer.from(answer.images[0]?.data ?? '', 'base64')
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
  });

  test('what no device says is noted, and the connection goes on', async () => {
    await using light = await connected(lightBoard(), transport);
    const translatedFrame = { type: 'mcp', 'carga útil': { jsonrpc: '2.0', id: 1, resultado: {} } };
    for (const frame of ['{"type":"mcp"', JSON.stringify(translatedFrame), '[]', '{"type":"surprise"}'])
      light.send(frame);
    await expect
      .poll(async () => JSON.stringify(await node.events(light.id, 'device-notified')), patience)
      .toContain('carga útil');
    const answer = await node.devices.call({ deviceId: light.id, tool: 'self.light.turn_off', arguments: {} });
    expect(answer).toMatchObject({ status: 'done' });
  });
});

/** A device that has been activated, online, and whose tools are known. */
async function connected(board: Board, transport: SimulatedTransport): Promise<SimulatedDevice & { ran: string[] }> {
  devices += 1;
  const id = `aa:bb:cc:00:01:${devices.toString(16).padStart(2, '0')}`;
  const { clientId, token, mqtt } = await node.activate(id);
  const { clientId: client_id, username, password } = mqtt;
  const ran: string[] = [];
  const device = new SimulatedDevice({
    id,
    board,
    transport,
    clientId,
    otaUrl: 'http://127.0.0.1:9/',
    memory: {
      websocket: { url: `${node.address}/xiaozhi/v1/`, token, version: 1 },
      mqtt: { endpoint: `127.0.0.1:${node.mqttPort}`, client_id, username, password, publish_topic: 'device-server' },
    },
    onEvent: (event) => void (event.kind === 'called' && ran.push(event.tool)),
  });
  await device.connect();
  await expect.poll(async () => (await node.devices.get(id)).toolCount, patience).toBe(board.tools.length);
  return Object.assign(device, { ran });
}

function linkOf({ id }: SimulatedDevice): DeviceLink {
  const link = node.links.find(id);
  if (link === undefined) throw new Error(`${id} is not connected`);
  return link;
}
