import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { type AgentDoor, enterStation, openAgentDoor } from '../../../test/support/agent-door.ts';
import { anyEvent } from '../../../test/support/any-event.ts';
import { post, textOf } from '../../../test/support/mcp-client.ts';
import { trialPack } from '../../../test/support/trial-pack.ts';

/** A reader of the ledger waits for the oldest transaction of the whole server, and tests run side by side. */
const patience = { timeout: 20_000 };

test('an old client lists, calls, reads, and is told of changes over its stream', async () => {
  await using door = await openAgentDoor();
  door.registry.addPack(trialPack().pack);
  await enterStation(door.charging, { stationId: 'CP-7' });
  await using client = await connectOld(door, await door.makeKey({ kind: 'agent', role: 'operator' }));
  const told: string[] = [];
  client.setNotificationHandler('notifications/tools/list_changed', () => void told.push('tools'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  await client.ping();
  // oxlint-disable-next-line typescript/no-deprecated -- old clients set it whether or not anything is logged to them
  await client.setLoggingLevel('debug');
  const listed = await client.callTool({ name: 'list_charge_points' });
  expect(listed).toMatchObject({ structuredContent: { charge_points: [{ charge_point_id: 'CP-7' }] } });
  const uri = 'trial://things/T-001';
  expect((await client.readResource({ uri })).contents).toHaveLength(1);
  await client.callTool({ name: 'raise_level', arguments: { pack: 'trial', level: 'operate' } });
  await expect.poll(() => told, patience).toEqual(['tools']);
  await client.subscribeResource({ uri });
  const changed = anyEvent({ kind: 'thing-changed', stationId: null, happenedAt: new Date(), body: { id: 'T-001' } });
  await door.ledger.commit({ events: [changed] });
  await expect.poll(() => told, patience).toEqual(['tools', uri]);
  const proposed = await client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(textOf(proposed)).toContain('A person has to approve it');
});

test('a session takes messages from its own principal alone, and only as long as its stream is open', async () => {
  await using door = await openAgentDoor();
  const root = door.mcp.address.replace(/\/mcp$/, '');
  const keys = await Promise.all([1, 2].map(() => door.makeKey({ kind: 'agent', role: 'viewer' })));
  const [mine, yours] = keys.map((secret) => ({ authorization: `Bearer ${secret}` }));
  const stopping = new AbortController();
  const stream = await fetch(`${root}/sse`, { headers: mine ?? {}, signal: stopping.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const postTo = /data: (\S+)/.exec((await reader?.read())?.value ?? '')?.[1] ?? '';
  expect(postTo).toMatch(/^\/messages\?sessionId=[\w-]{32}$/);
  const send = (headers: Record<string, string> | undefined, text: string, path = postTo) =>
    post(`${root}${path}`, { text, headers: { 'content-type': 'application/json' } }, headers);
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect((await send(mine, ping)).status).toBe(202);
  expect((await reader?.read())?.value).toContain('"result":{}');
  expect((await send(yours, ping)).status).toBe(404);
  expect((await send({}, ping)).status).toBe(404);
  expect((await send(mine, ping, '/messages?sessionId=made-up')).status).toBe(404);
  expect((await send(mine, '{"no":"message"}')).status).toBe(400);
  expect((await send(mine, '{')).status).toBe(400);
  expect((await send(mine, JSON.stringify({ a: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
  stopping.abort();
  await expect.poll(async () => (await send(mine, ping)).status, patience).toBe(404);
});

test('streams are counted, and each address takes its own method', async () => {
  await using door = await openAgentDoor({ limits: { streamsPerPrincipal: 1 } });
  const root = door.mcp.address.replace(/\/mcp$/, '');
  await using _first = await connectOld(door);
  const refused = await fetch(`${root}/sse`);
  expect(refused.status).toBe(429);
  expect((await fetch(`${root}/sse`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${root}/messages`)).status).toBe(405);
});

async function connectOld(door: AgentDoor, secret?: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'old', version: '0' });
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  // oxlint-disable-next-line typescript/no-deprecated -- old clients are what this is about
  const transport = new SSEClientTransport(new URL(door.mcp.address.replace(/mcp$/, 'sse')), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
