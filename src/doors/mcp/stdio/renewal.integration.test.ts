import { PassThrough } from 'node:stream';
import { Client, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { openAgentDoor } from '../../../../test/support/agent-door.ts';
import { eras } from '../../../../test/support/mcp-client.ts';
import { bridgeStdio } from './stdio-bridge.ts';
import type { Trouble } from './trouble.ts';

/** The bridge without a process of its own, with the other ends of its input and output. */
function openBridge(address: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const troubles: Trouble[] = [];
  const ending = new AbortController();
  const ended = bridgeStdio({
    address,
    key: undefined,
    input,
    output,
    signal: ending.signal,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  return {
    input,
    output,
    troubles,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await ended;
    },
  };
}

function hostSide({ input, output }: { input: PassThrough; output: PassThrough }): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    start() {
      output.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        for (let read = buffer.readMessage(); read !== null; read = buffer.readMessage()) transport.onmessage?.(read);
      });
      return Promise.resolve();
    },
    send(message) {
      input.write(serializeMessage(message));
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return transport;
}

test.each(eras)('a product that was started again is found again (%s)', async (era, options) => {
  const first = await openAgentDoor();
  await using bridge = openBridge(first.mcp.address);
  const client = new Client({ name: 'host', version: '0' }, options);
  await client.connect(hostSide(bridge));
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);

  const { port } = first.mcp;
  await first[Symbol.asyncDispose]();
  await expect(client.callTool({ name: 'list_charge_points', arguments: {} })).rejects.toThrow(/does not answer/);
  expect(bridge.troubles).toContain('unreachable');

  await using _second = await openAgentDoor({ config: { mcpServerPort: port } });
  const answer = await client.callTool({ name: 'list_charge_points', arguments: {} });
  expect(answer).toMatchObject({ structuredContent: { total: 0 } });
  if (era === '2026-07-28') return;

  // In the older era that is a new session, and what it says by itself is heard as before.
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
  await client.callTool({ name: 'raise_level', arguments: { pack: 'charging', level: 'operate' } });
  await expect.poll(() => changes, { timeout: 20_000 }).toBe(1);
});

test('a line that is no message is refused, and the next one is served', async () => {
  await using door = await openAgentDoor();
  await using bridge = openBridge(door.mcp.address);
  let said = '';
  bridge.output.setEncoding('utf8').on('data', (text: string) => (said += text));
  bridge.input.write('{"jsonrpc":\n{"hello":"there"}\n');
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'host', version: '0' } };
  bridge.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'initialize', params })}\n`);
  await expect.poll(() => said.trim().split('\n')).toHaveLength(2);
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ error }) => error !== undefined)).toMatchObject({ error: { code: -32_600 } });
  expect(lines.find(({ id }) => id === 'a')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
});
