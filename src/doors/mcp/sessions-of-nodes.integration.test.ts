import { expect, test } from 'vitest';
import { type AgentDoor, openAgentDoor } from '../../../test/support/agent-door.ts';
import { anyEvent } from '../../../test/support/any-event.ts';
import { LocalChannels } from '../../../test/support/local-channels.ts';
import { legacySession, post, streamOf } from '../../../test/support/mcp-client.ts';
import { trialPack } from '../../../test/support/trial-pack.ts';

const operator = { kind: 'agent', role: 'operator' } as const;
const person = { kind: 'person', role: 'operator', approvesByElicitation: true } as const;

/** A reader of the ledger waits for the oldest transaction of the whole server, and tests run side by side. */
const patience = { timeout: 20_000 };

test('a session goes on at another node, which tells the stream of the first what it changed', async () => {
  await using nodes = await openTwoNodes();
  const session = await nodes.begin(operator);
  await using stream = await streamOf(nodes.first, { headers: { ...session.headers, accept: 'text/event-stream' } });
  const raised = await nodes.ask(nodes.second, session, 'tools/call', {
    name: 'raise_level',
    arguments: { pack: 'trial', level: 'operate' },
  });
  expect(raised).toMatchObject({ status: 200 });
  expect(await stream.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
  for (const node of [nodes.first, nodes.second])
    expect(JSON.stringify((await nodes.ask(node, session, 'tools/list')).body)).toContain('cut_power');
});

test('what is subscribed to at one node is told on the stream at the other', async () => {
  await using nodes = await openTwoNodes();
  const session = await nodes.begin(operator);
  await using stream = await streamOf(nodes.first, { headers: { ...session.headers, accept: 'text/event-stream' } });
  await nodes.ask(nodes.second, session, 'resources/subscribe', { uri: 'trial://things/T-007' });
  await expect
    .poll(async () => {
      await nodes.change('T-007');
      return stream.received;
    }, patience)
    .toBeGreaterThan(0);
  expect(await stream.next()).toMatchObject({
    method: 'notifications/resources/updated',
    params: { uri: 'trial://things/T-007' },
  });
});

test('a person is asked by a node where the session did not begin, and answers through the one where it did', async () => {
  await using nodes = await openTwoNodes();
  const session = await nodes.begin(person, { elicitation: {} });
  await nodes.ask(nodes.second, session, 'tools/call', {
    name: 'raise_level',
    arguments: { pack: 'trial', level: 'operate' },
  });
  const call = {
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'cut_power', arguments: { thing: 'T-1' } },
  };
  await using stream = await streamOf(nodes.second, {
    method: 'POST',
    headers: session.headers,
    body: JSON.stringify(call),
  });
  const asked = (await stream.next()) as { id: number; method: string };
  expect(asked).toMatchObject({ method: 'elicitation/create' });
  const answer = { jsonrpc: '2.0', id: asked.id, result: { action: 'accept', content: { approve: true } } };
  expect(await post(nodes.first, { headers: session.headers, text: JSON.stringify(answer) })).toMatchObject({
    status: 202,
  });
  expect(await stream.next()).toMatchObject({ id: 7, result: { structuredContent: { status: 'done' } } });
});

test('a session that is ended at one node is over at all', async () => {
  await using nodes = await openTwoNodes();
  const session = await nodes.begin(operator);
  expect(await nodes.ask(nodes.second, session, 'ping')).toMatchObject({ status: 200 });
  expect((await fetch(nodes.second, { method: 'DELETE', headers: session.headers })).status).toBe(200);
  await expect.poll(async () => (await nodes.ask(nodes.first, session, 'ping')).status, patience).toBe(404);
  expect(await nodes.ask(nodes.second, session, 'ping')).toMatchObject({ status: 404 });
});

test('another key finds no session at another node either, nor does another address', async () => {
  await using nodes = await openTwoNodes();
  const session = await nodes.begin(operator);
  const authorization = `Bearer ${await nodes.door.makeKey(operator)}`;
  const stranger = { ...session, headers: { ...session.headers, authorization } };
  expect(await nodes.ask(nodes.second, stranger, 'ping')).toMatchObject({ status: 404 });
  expect(await nodes.ask(`${nodes.second}/x/trial`, session, 'ping')).toMatchObject({ status: 404 });
  expect(await nodes.ask(nodes.second, session, 'ping')).toMatchObject({ status: 200 });
});

type Key = Parameters<AgentDoor['makeKey']>[0];

/** Two doors over one database, each with a registry of its own. */
async function openTwoNodes() {
  const channels = new LocalChannels();
  const door = await openAgentDoor({ others: channels.join('first').channel });
  const another = await door.beside(channels.join('second').channel);
  for (const { registry } of [door, another]) registry.addPack(trialPack().pack);
  return {
    door,
    first: door.mcp.address,
    second: another.mcp.address,
    async begin(key: Key, capabilities = {}) {
      return legacySession(door.mcp.address, { authorization: `Bearer ${await door.makeKey(key)}` }, capabilities);
    },
    ask: (address: string, { headers }: { headers: Record<string, string> }, method: string, params: object = {}) =>
      post(address, { headers, text: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) }),
    change: (id: string) =>
      door.ledger.commit({
        events: [anyEvent({ kind: 'thing-changed', stationId: null, happenedAt: new Date(), body: { id } })],
      }),
    [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
  };
}
