import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#tools/tool.ts';
import { type AgentDoor, enterStation, openAgentDoor } from '../../../../test/support/agent-door.ts';
import { type ClientOptions, eras, modernClient } from '../../../../test/support/mcp-client.ts';

const entry = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'sigec.js'); // keeps what it compiled: the second start is quick

/** Starting a program takes its time on a busy machine, and some hosts start it twice. */
const patience = { timeout: 60_000 };
vi.setConfig({ testTimeout: 120_000 });

let door: AgentDoor;
let secret: string;
const begun: AbortSignal[] = [];
const heard: number[] = [];

const countSlowly = defineTool({
  name: 'count_slowly',
  title: 'Count',
  category: 'stations',
  level: 'observe',
  tier: 'R0',
  description: 'Counts to three and tells how far it is; with wait it never ends, until whoever asked gives up.',
  input: z.object({ wait: z.boolean().default(false).describe('Never end') }),
  output: z.object({ counted: z.int() }),
  async run({ wait }, { signal, report }) {
    if (wait) {
      begun.push(signal);
      await new Promise(() => undefined);
    }
    for (const done of [1, 2, 3]) {
      report?.({ done, total: 3 });
      await vi.waitFor(() => expect(heard).toContain(done), patience); // the host's library drops what comes in one piece with the answer
    }
    return { text: 'Counted.', data: { counted: 3 } };
  },
});

beforeAll(async () => {
  door = await openAgentDoor({ config: { allowedHosts: ['sigec.example'] } });
  door.registry.register(countSlowly, 'charging');
  await enterStation(door.charging, { stationId: 'CP-7' });
  secret = await door.makeKey({ kind: 'agent', role: 'viewer' });
});
afterAll(() => door[Symbol.asyncDispose]());

type Host = Client & AsyncDisposable & { troubles: Error[] };

/** A host that starts our command and speaks with it over its input and output. */
async function startHost(options: ClientOptions, args: string[] = []): Promise<Host> {
  const client = new Client({ name: 'host', version: '0' }, options);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry, 'mcp', 'serve', ...args],
    env: { SIGEC_URL: door.mcp.address, SIGEC_KEY: secret },
    stderr: 'ignore',
  });
  const troubles: Error[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- there is no other way
  client.onerror = (error) => troubles.push(error); // also for a line that is no JSON-RPC
  await client.connect(transport);
  return Object.assign(client, { troubles, [Symbol.asyncDispose]: () => client.close() });
}

test.each(eras)('a host of %s lists and calls tools, and hears nothing but the protocol', async (version, options) => {
  await using host = await startHost(options);
  expect(host.getNegotiatedProtocolVersion()).toBe(version);
  const { tools } = await host.listTools();
  expect(tools.map(({ name }) => name)).toContain('list_charge_points');
  const answer = await host.callTool({ name: 'get_charge_point_status', arguments: { charge_point_id: 'CP-7' } });
  expect(answer).toMatchObject({ structuredContent: { charge_point_id: 'CP-7' } });
  await expect(host.callTool({ name: 'reset_the_world', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  const calls = Array.from({ length: 20 }, () => host.callTool({ name: 'list_charge_points', arguments: {} }));
  expect((await Promise.all(calls)).every(({ isError }) => isError !== true)).toBe(true);
  expect(host.troubles).toEqual([]);
});

test.each(eras)('progress comes through, and giving up ends the call in the product (%s)', async (_era, options) => {
  await using host = await startHost(options);
  heard.length = 0;
  await host.callTool({ name: 'count_slowly', arguments: {} }, { onprogress: ({ progress }) => heard.push(progress) });
  expect(heard).toEqual([1, 2, 3]);

  begun.length = 0;
  const givingUp = new AbortController();
  const call = host.callTool({ name: 'count_slowly', arguments: { wait: true } }, { signal: givingUp.signal });
  await expect.poll(() => begun, patience).toHaveLength(1);
  givingUp.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => begun[0]?.aborted, patience).toBe(true);
  expect((await host.listTools()).tools.length).toBeGreaterThan(0);
});

test.each(eras)('a host that leaves ends what it had begun (%s)', async (_era, options) => {
  begun.length = 0;
  const host = await startHost(options);
  const call = host.callTool({ name: 'count_slowly', arguments: { wait: true } });
  await expect.poll(() => begun, patience).toHaveLength(1);
  await Promise.allSettled([host.close(), call]);
  await expect.poll(() => begun[0]?.aborted, patience).toBe(true);
});

test('what only reads', async () => {
  await using host = await startHost(modernClient, ['--readonly']);
  const { tools } = await host.listTools();
  expect(tools.map(({ name }) => name)).toContain('list_charge_points');
  expect(tools.every(({ name }) => door.registry.get(name)?.tier === 'R0')).toBe(true);
});
