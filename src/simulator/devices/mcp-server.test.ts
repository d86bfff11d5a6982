import { expect, test } from 'vitest';
import { displayBoard } from './boards/display.ts';
import { probeBoard } from './boards/probe.ts';
import { chassisBoard } from './boards/robots.ts';
import type { Board } from './device-tool.ts';
import { DeviceMcpServer } from './mcp-server.ts';

const call = (name: unknown, given?: unknown) => ({ method: 'tools/call', params: { name, arguments: given } });
const text = (said: string) => ({ result: { content: [{ type: 'text', text: said }], isError: false } });
const error = (message: string) => ({ error: { message } });

test.each<[row: string, asked: object, answer: object]>([
  ['arguments left out', call('self.dog.forward'), text('true')],
  ['no arguments', call('self.dog.forward', {}), text('true')],
  ['arguments nobody asked for', call('self.dog.forward', { speed: 3 }), text('true')],
  ['a colour', call('self.light.set_rgb', { r: 255, g: 0, b: 12 }), text('true')],
  ['too much', call('self.light.set_rgb', { r: 256, g: 0, b: 0 }), error('Value exceeds maximum allowed: 255')],
  ['too little', call('self.light.set_rgb', { r: -1, g: 0, b: 0 }), error('Value is below minimum allowed: 0')],
  ['a fraction', call('self.light.set_rgb', { r: 1.9, g: 0, b: 0 }), text('true')],
  ['a wrong type', call('self.light.set_rgb', { r: '1', g: 0, b: 0 }), error('Missing valid argument: r')],
  ['a missing one', call('self.light.set_rgb', { r: 1, g: 0 }), error('Missing valid argument: b')],
  ['a wrong type with a default', call('self.led_strip.blink', { times: '3' }), text('1')],
  ['an unknown tool', call('self.none', {}), error('Unknown tool: self.none')],
  ['no name', { method: 'tools/call', params: { arguments: {} } }, error('Missing name')],
  ['no params', { method: 'tools/call' }, error('Missing params')],
  ['a list of arguments', call('self.dog.forward', []), error('Invalid arguments')],
  ['resources/list', { method: 'resources/list' }, error('Method not implemented: resources/list')],
  ['ping', { method: 'ping' }, error('Method not implemented: ping')],
  [
    'an unknown cursor',
    { method: 'tools/list', params: { cursor: 'nope' } },
    error('Failed to add tool  because of payload size limit'),
  ],
  ['a hidden tool', call('self.upgrade_firmware', {}), text('true')],
  ['a long argument', call('self.led_strip.blink', { note: 'x'.repeat(60_000) }), text('1')],
  [
    'initialize',
    { method: 'initialize', params: {} },
    {
      result: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'sigec-probe', version: '2.4.2' },
      },
    },
  ],
])('%s is answered as the firmware does', async (_row, asked, answer) => {
  const device = serverOf(probeBoard());
  expect(JSON.parse(await device.ask({ jsonrpc: '2.0', id: 7, ...asked }))).toEqual({
    jsonrpc: '2.0',
    id: 7,
    ...answer,
  });
});

test.each<[what: string, asked: unknown]>([
  ['an id that is a text', { jsonrpc: '2.0', id: 's1', method: 'ping' }],
  ['no id', { jsonrpc: '2.0', method: 'ping' }],
  ['a list for params', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }],
  ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
  ['another jsonrpc', { jsonrpc: '1.0', id: 1, method: 'ping' }],
  ['a notification', { jsonrpc: '2.0', id: 1, method: 'notifications/initialized' }],
])('%s is dropped in silence', async (_what, asked) => {
  const device = serverOf(probeBoard());
  device.server.receive(asked);
  await device.ask({ jsonrpc: '2.0', id: 2, method: 'ping' });
  expect(device.sent).toHaveLength(1);
});

test('fifty tools come on three pages of less than 8,000 bytes, and the cursor is the first tool of the next', async () => {
  const device = serverOf(probeBoard());
  const pages = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; cursor = pages.at(-1)?.next) {
    const answer = await device.ask({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor } });
    const { result } = JSON.parse(answer) as { result: { tools: { name: string }[]; nextCursor?: string } };
    expect(JSON.stringify(result).length).toBeLessThan(8000);
    pages.push({ first: result.tools[0]?.name, tools: result.tools.length, next: result.nextCursor });
  }
  expect(pages).toEqual([
    { first: 'self.get_device_status', tools: 25, next: 'self.extra.t15' },
    { first: 'self.extra.t15', tools: 21, next: 'self.extra.t36' },
    { first: 'self.extra.t36', tools: 4, next: undefined },
  ]);
});

test('tools for users are listed for whoever asks for them, with their audience', async () => {
  const device = serverOf(displayBoard());
  const names = async (withUserTools: boolean) => {
    const params = { cursor: '', withUserTools };
    const answer = await device.ask({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    const { result } = JSON.parse(answer) as { result: { tools: { name: string; annotations?: unknown }[] } };
    return result.tools.filter(({ annotations }) => annotations !== undefined).map(({ name }) => name);
  };
  expect(await names(false)).toEqual([]);
  expect(await names(true)).toContain('self.reboot');
});

test('a complaint with a quote in it spoils its frame', async () => {
  const device = serverOf(probeBoard());
  const answer = await device.ask({ jsonrpc: '2.0', id: 41, ...call('self.servo.turn', {}) });
  expect(answer).toBe('{"jsonrpc":"2.0","id":41,"error":{"message":"servo "A" jammed"}}');
});

test('a slow tool keeps the next one waiting, and not what needs no tool', async () => {
  const device = serverOf(probeBoard({ secondMs: 20 }));
  device.server.receive({ jsonrpc: '2.0', id: 1, ...call('self.probe.slow', { seconds: 3 }) });
  device.server.receive({ jsonrpc: '2.0', id: 2, ...call('self.dog.forward', {}) });
  device.server.receive({ jsonrpc: '2.0', id: 3, method: 'ping' });
  await expect.poll(() => device.sent.map((frame) => (JSON.parse(frame) as { id: number }).id)).toEqual([3, 1, 2]);
});

test('a picture comes in the form of the firmware', async () => {
  const device = serverOf(displayBoard());
  const answer = await device.ask({ jsonrpc: '2.0', id: 1, ...call('self.screen.snapshot', {}) });
  const { result } = JSON.parse(answer) as { result: { content: { type: string; image: string }[] } };
  expect(JSON.parse(result.content[0]?.image ?? '')).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });
});

test('a camera that was told no address to explain photos says so', async () => {
  const device = serverOf(chassisBoard());
  const answer = await device.ask({ jsonrpc: '2.0', id: 1, ...call('self.camera.take_photo', { question: 'Who?' }) });
  expect(JSON.parse(answer)).toMatchObject(error('Image explain URL or token is not set'));
});

function serverOf(board: Board) {
  const sent: string[] = [];
  let heard = Promise.withResolvers<string>();
  const server = new DeviceMcpServer({
    identity: { id: 'aa:bb:cc:dd:ee:01', clientId: 'c', board: board.name, firmware: '2.4.2', language: 'en' },
    tools: board.tools,
    send(payload) {
      sent.push(payload);
      heard.resolve(payload);
    },
    onCall: () => undefined,
    restart: () => undefined,
  });
  return {
    server,
    sent,
    ask(asked: unknown): Promise<string> {
      heard = Promise.withResolvers<string>();
      server.receive(asked);
      return heard.promise;
    },
  };
}
