import { once } from 'node:events';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Log } from '#base/log.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { type AgentDoor, enterStation, openAgentDoor } from '../../../test/support/agent-door.ts';
import {
  type ConnectedClient,
  connect,
  eras,
  modern,
  modernClient,
  post,
  textOf,
} from '../../../test/support/mcp-client.ts';

test.each(eras)('a client of %s lists and calls the tools', async (version, options) => {
  await using door = await openAgentDoor();
  await enterStation(door.charging, { stationId: 'CP-7' });
  await using client = await connect(door.mcp.address, options);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect(client.getInstructions()).toContain('Begin with list_charge_points');

  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(['get_charge_point_status', 'list_charge_points', 'search_tools']));
  expect(names.length).toBeLessThanOrEqual(40);
  expect(tools[names.indexOf('list_charge_points')]).toMatchObject({
    inputSchema: { additionalProperties: false },
    annotations: { readOnlyHint: true },
  });

  const listed = await client.callTool({ name: 'list_charge_points' });
  expect(listed).toMatchObject({ structuredContent: { total: 1, charge_points: [{ charge_point_id: 'CP-7' }] } });
  expect(JSON.parse(textOf(listed, 1))).toEqual(listed.structuredContent);

  const status = await client.callTool({ name: 'get_charge_point_status', arguments: { charge_point_id: 'CP-7' } });
  expect(textOf(status)).toMatch(/^Online since .* 1 connector: 1 faulted\.$/);
});

test.each(eras)('a wrong value is an answer for the model to act upon (%s)', async (_version, options) => {
  await using door = await openAgentDoor();
  await using client = await connect(door.mcp.address, options);
  const answer = await client.callTool({ name: 'list_charge_points', arguments: { status: 'Broken' } });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toMatch(/^list_charge_points was not run\. status accepts one of: "available", "occupied"/);
  const unknown = await client.callTool({ name: 'get_charge_point_status', arguments: { charge_point_id: 'X' } });
  expect(unknown.isError).toBe(true);
  expect(textOf(unknown)).toContain('Call list_charge_points');
});

test.each(eras)('a tool nobody has is an error of the protocol (%s)', async (_version, options) => {
  await using door = await openAgentDoor();
  await using client = await connect(door.mcp.address, options);
  await expect(client.callTool({ name: 'reset_the_world', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  await expect(client.listTools({ cursor: 'made-up' })).rejects.toMatchObject({ code: -32_602 });
});

test.each(eras)('a fault of ours is told by a reference, without its inside (%s)', async (_version, options) => {
  const logged: object[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error: (facts) => logged.push(facts) };
  await using door = await openAgentDoor({ log });
  addTool(door, () => Promise.reject(new Error('select * from secrets')));
  await using client = await connect(door.mcp.address, options);
  const answer = await client.callTool({ name: 'probe', arguments: {} });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer)).not.toContain('secrets');
  expect(textOf(answer)).toContain((logged[0] as { reference: string }).reference);
});

test.each(eras)('a client of %s that gives up ends the call', async (_version, options) => {
  await using door = await openAgentDoor();
  const started = Promise.withResolvers<AbortSignal>();
  addTool(door, (_input, { signal }) => {
    started.resolve(signal);
    return new Promise(() => {});
  });
  await using client = await connect(door.mcp.address, options);
  const giving = new AbortController();
  const call = client.callTool({ name: 'probe', arguments: {} }, { signal: giving.signal });
  const signal = await started.promise;
  giving.abort();
  await expect(call).rejects.toThrow();
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
});

test('the order and content of a list stay the same from one listing to the next', async () => {
  await using door = await openAgentDoor();
  await using client = await connect(door.mcp.address, modernClient);
  const lists = [await client.listTools(), await client.listTools()].map(({ tools }) => JSON.stringify(tools));
  expect(lists[0]).toBe(lists[1]);
});

test('a list may be kept for a while, by nobody but its caller', async () => {
  await using door = await openAgentDoor();
  const answer = await post(door.mcp.address, modern('tools/list'));
  expect(answer.body).toMatchObject({ result: { ttlMs: 60_000, cacheScope: 'private' } });
});

test('every call is audited with who asked, what for and how it ended', async () => {
  await using door = await openAgentDoor();
  const secret = await door.makeKey({ kind: 'agent', role: 'viewer' });
  await using client = await connect(door.mcp.address, {}, secret);
  await client.callTool({ name: 'list_charge_points', arguments: { limit: 5 } });
  await client.callTool({ name: 'list_charge_points', arguments: { limit: 0 } });
  await client.callTool({ name: 'get_charge_point_status', arguments: { charge_point_id: 'X' } });
  await using nobody = await connect(door.mcp.address, {});
  await nobody.callTool({ name: 'list_charge_points' });
  const audit = await door.audit();
  expect(audit.map(({ action, subject, outcome }) => [action, subject, outcome])).toEqual([
    ['tool:list_charge_points', null, 'done'],
    ['tool:list_charge_points', null, 'refused'],
    ['tool:get_charge_point_status', 'X', 'failed'],
    ['tool:list_charge_points', null, 'done'],
  ]);
  expect(audit[0]).toMatchObject({ door: 'mcp', details: { arguments: { limit: 5 }, tier: 'R0' } });
  expect(audit[3]?.principal).toBe('anonymous:mcp');
  expect(audit[0]?.principal).not.toBe('anonymous:mcp');
});

test('one pack has an address of its own, where the tools of others are unknown', async () => {
  await using door = await openAgentDoor();
  const levels = [{ name: 'observe', about: 'See' }] as const;
  const tools = [probe(() => Promise.resolve({ text: 'Here.', data: {} }))];
  door.registry.addPack({ name: 'other', title: 'Other', instructions: 'Probe.', levels, tools });
  await using everywhere = await connect(door.mcp.address, {});
  expect(await namesAt(everywhere)).toEqual(expect.arrayContaining(['probe', 'list_charge_points']));
  expect(textOf(await everywhere.callTool({ name: 'probe' }))).toBe('Here.');
  await using here = await connect(`${door.mcp.address}/x/charging`, {});
  const shown = await namesAt(here);
  expect(shown).toEqual(expect.arrayContaining(['list_charge_points', 'search_tools']));
  expect(shown).not.toContain('probe');
  await expect(here.callTool({ name: 'probe' })).rejects.toMatchObject({ code: -32_602 });
  expect((await post(`${door.mcp.address}/x/nothing`, modern('tools/list'))).status).toBe(404);
});

test('a key limited to something else sees nothing but the way to find tools, and may call nothing', async () => {
  await using door = await openAgentDoor();
  await using client = await connect(
    door.mcp.address,
    {},
    await door.makeKey({ kind: 'agent', role: 'viewer', scopes: ['keys:read'] }),
  );
  expect(await namesAt(client)).toEqual(expect.arrayContaining(['search_tools', 'list_proposals']));
  expect(await namesAt(client)).not.toContain('list_charge_points');
  const answer = await client.callTool({ name: 'list_charge_points' });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain('needs the scope stations:read');
});

test.each(eras)('closing ends calls that are under way, and they are audited (%s)', async (_version, options) => {
  await using door = await openAgentDoor();
  const started = Promise.withResolvers<void>();
  addTool(door, () => {
    started.resolve();
    return new Promise(() => {});
  });
  await using client = await connect(door.mcp.address, options);
  const call = client.callTool({ name: 'probe', arguments: {} }).catch((thrown: unknown) => thrown);
  await started.promise;
  await door.mcp.close();
  await door.registry.close();
  expect(await call).toMatchObject({ isError: true, content: [{ text: 'probe was cancelled before it was done.' }] });
  expect(await door.audit()).toMatchObject([{ action: 'tool:probe', outcome: 'failed' }]);
});

async function namesAt(client: ConnectedClient): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

const nothing = z.object({});
type Run = Parameters<typeof defineTool<typeof nothing, typeof nothing>>[0]['run'];

function probe(run: Run): Tool {
  const about = { title: 'Probe', description: 'Does what a test wants it to do, and is only there for it.' };
  const place = { category: 'stations', level: 'observe', tier: 'R0' } as const;
  return defineTool({ name: 'probe', ...about, ...place, input: nothing, output: nothing, run });
}

function addTool(door: AgentDoor, run: Run): void {
  door.registry.register(probe(run), 'charging');
}
