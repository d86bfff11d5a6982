import { expect, test } from 'vitest';
import { type AgentDoor, openAgentDoor } from '../../../test/support/agent-door.ts';
import {
  connect,
  type LegacySession,
  legacySession,
  modern,
  modernClient,
  post,
  type Stream,
  streamOf,
} from '../../../test/support/mcp-client.ts';
import { trialPack } from '../../../test/support/trial-pack.ts';
import type { Limits } from './limits.ts';

const operator = { kind: 'agent', role: 'operator' } as const;

/** A reader of the ledger waits for the oldest transaction of the whole server, and tests run side by side. */
const patience = { timeout: 20_000 };

test('raising the level shows more tools, and the standing stream is told', async () => {
  await using door = await openTrialDoor();
  await using client = await connect(door.mcp.address, {}, await door.makeKey(operator));
  const told = Promise.withResolvers<void>();
  client.setNotificationHandler('notifications/tools/list_changed', () => told.resolve());
  expect(await names(client)).toContain('raise_level');
  expect(await names(client)).not.toContain('cut_power');
  const early = await client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(early).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('operate') as string }] });
  await client.callTool({ name: 'raise_level', arguments: { pack: 'trial', level: 'operate' } });
  await told.promise;
  expect(await names(client)).toContain('cut_power');
  const later = await client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(later.structuredContent).toMatchObject({ status: 'proposed' });
});

test('a level raised over REST reaches the session, and no other', async () => {
  await using door = await openTrialDoor();
  const authorization = `Bearer ${await door.makeKey(operator)}`;
  const [raised, other] = await Promise.all([1, 2].map(() => legacySession(door.mcp.address, { authorization })));
  if (raised === undefined || other === undefined) throw new Error('no sessions');
  await using stream = await openStream(door, raised);
  await using quiet = await openStream(door, other);
  const upgrade = await fetch(`${door.mcp.address}/sessions/${raised.id}/upgrade?pack=trial`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ level: 'operate' }),
  });
  expect(upgrade.status).toBe(200);
  expect(await stream.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
  expect(JSON.stringify(await raised.ask('tools/list'))).toContain('cut_power');
  expect(JSON.stringify(await other.ask('tools/list'))).not.toContain('cut_power');
  door.registry.changes.publish({ kind: 'prompts' }); // what everybody is told
  expect(await quiet.next()).toMatchObject({ method: 'notifications/prompts/list_changed' });
});

test('in the newer era the address names the session, and another key is refused', async () => {
  await using door = await openTrialDoor();
  const authorization = `Bearer ${await door.makeKey(operator)}`;
  const upgrade = await fetch(`${door.mcp.address}/sessions/mine/upgrade?pack=trial`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ level: 'operate' }),
  });
  expect(upgrade.status).toBe(200);
  const listAt = (address: string, key: string) => post(address, modern('tools/list'), { authorization: key });
  const named = `${door.mcp.address}?session_id=mine`;
  const mine = await listAt(named, authorization);
  expect(mine.body).toMatchObject({ result: { ttlMs: 0 } });
  expect(JSON.stringify(mine.body)).toContain('"cut_power"');
  expect(JSON.stringify((await listAt(door.mcp.address, authorization)).body)).not.toContain('"cut_power"');
  const stranger = `Bearer ${await door.makeKey(operator)}`;
  expect((await listAt(named, stranger)).body).toMatchObject({ error: { code: -32_602 } });
});

test('a session is its principal’s, and its address’s', async () => {
  await using door = await openTrialDoor();
  const [mine, yours] = [await door.makeKey(operator), await door.makeKey(operator)];
  const session = await legacySession(door.mcp.address, { authorization: `Bearer ${mine}` });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const send = (address: string, headers: Record<string, string>) => post(address, { text: list, headers });
  expect((await send(door.mcp.address, session.headers)).status).toBe(200);
  const { authorization: _mine, ...nobody } = session.headers;
  for (const headers of [nobody, { ...nobody, authorization: `Bearer ${yours}` }])
    expect((await send(door.mcp.address, headers)).status).toBe(404);
  expect((await send(`${door.mcp.address}/x/charging`, session.headers)).status).toBe(404);
  expect((await send(door.mcp.address, { ...session.headers, 'mcp-session-id': 'made-up' })).status).toBe(404);
  const { 'mcp-session-id': _id, ...unnamed } = session.headers;
  expect((await send(door.mcp.address, unnamed)).status).toBe(400);
});

test('a session that was ended is gone, with what it had reached', async () => {
  await using door = await openTrialDoor();
  const authorization = `Bearer ${await door.makeKey(operator)}`;
  const session = await legacySession(door.mcp.address, { authorization });
  await session.ask('tools/call', { name: 'raise_level', arguments: { pack: 'trial', level: 'operate' } });
  const ended = await fetch(door.mcp.address, { method: 'DELETE', headers: session.headers });
  expect(ended.status).toBe(200);
  expect((await fetch(door.mcp.address, { method: 'DELETE', headers: session.headers })).status).toBe(404);
  const context = async () => {
    const answer = await fetch(`${door.mcp.address}/sessions/${session.id}/context?pack=trial`, {
      headers: { authorization },
    });
    return answer.status === 404 ? 'gone' : ((await answer.json()) as { level?: string }).level;
  };
  await expect.poll(context, patience).not.toBe('operate');
});

test('of too many sessions the one that lay idle longest goes; where all are in use, the next is refused', async () => {
  await using door = await openTrialDoor({ sessionsPerPrincipal: 2 });
  const first = await legacySession(door.mcp.address);
  const second = await legacySession(door.mcp.address);
  await first.ask('ping');
  const third = await legacySession(door.mcp.address);
  expect(await second.ask('ping')).toMatchObject({ error: { message: 'There is no such session.' } });
  expect(await first.ask('ping')).toMatchObject({ result: {} });
  await using _one = await openStream(door, first);
  await using _other = await openStream(door, third);
  const refused = await post(door.mcp.address, { headers: jsonHeaders, text: initialize });
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { message: expect.stringContaining('End one with DELETE') as string } },
  });
  const other = `Bearer ${await door.makeKey(operator)}`;
  expect(
    (await post(door.mcp.address, { headers: jsonHeaders, text: initialize }, { authorization: other })).status,
  ).toBe(200);
});

test('a session that nobody uses ends; one with a stream stays', async () => {
  await using door = await openTrialDoor({ idleSessionMs: 300 });
  const [idle, streaming] = [await legacySession(door.mcp.address), await legacySession(door.mcp.address)];
  await using _stream = await openStream(door, streaming);
  await expect
    .poll(() => idle.ask('ping').then(({ error }) => error?.['code']), { interval: 700, timeout: 20_000 })
    .toBe(-32_001);
  expect(await streaming.ask('ping')).toMatchObject({ result: {} });
});

test('a host that lost its line gets what it missed', async () => {
  await using door = await openTrialDoor();
  const session = await legacySession(door.mcp.address);
  {
    await using stream = await openStream(door, session);
    door.registry.unregister('look');
    await stream.next();
  }
  const lastEventId = '_GET_stream:0';
  await using again = await openStream(door, session, { 'last-event-id': lastEventId });
  expect(await again.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
  const stray = await fetch(door.mcp.address, {
    headers: { ...session.headers, accept: 'text/event-stream', 'last-event-id': 'nonsense' },
  });
  expect(stray.status).toBe(400);
});

test.each(['legacy', 'modern'])('a stream ends when its key is revoked (%s)', async (era) => {
  await using door = await openTrialDoor({ recheckMs: 50 });
  const authorization = `Bearer ${await door.makeKey(operator)}`;
  await using stream =
    era === 'modern'
      ? await openListening(door, { authorization })
      : await openStream(door, await legacySession(door.mcp.address, { authorization }));
  await door.revokeKeys();
  await expect(stream.ended).resolves.toBeUndefined();
});

test.each(['legacy', 'modern'])('a stream has a longest time, and a key a number of them (%s)', async (era) => {
  await using door = await openTrialDoor({ streamsPerPrincipal: 1, streamMs: 1_500 });
  const session = await legacySession(door.mcp.address);
  const another = await legacySession(door.mcp.address);
  await using stream = era === 'modern' ? await openListening(door) : await openStream(door, session);
  const refused = await fetch(door.mcp.address, { headers: { ...another.headers, accept: 'text/event-stream' } });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('streams open');
  await stream.ended;
  await using next = await openStream(door, another);
  expect(next.received).toBe(0);
});

test('a second stream of a session takes over from the first', async () => {
  await using door = await openTrialDoor();
  const session = await legacySession(door.mcp.address);
  await using first = await openStream(door, session);
  await using second = await openStream(door, session);
  await first.ended;
  door.registry.unregister('look');
  expect(await second.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
});

test('closing ends standing streams at once', async () => {
  await using door = await openTrialDoor();
  await using stream = await openStream(door, await legacySession(door.mcp.address));
  await using listening = await openListening(door);
  await door.mcp.close();
  await expect(Promise.all([stream.ended, listening.ended])).resolves.toHaveLength(2); // they would stand for ever
});

test('a client of the newer era needs no session', async () => {
  await using door = await openTrialDoor();
  await using client = await connect(door.mcp.address, modernClient);
  expect(await names(client)).not.toContain('raise_level');
  expect((await fetch(door.mcp.address)).status).toBe(405);
});

async function openTrialDoor(limits: Partial<Limits> = {}): Promise<AgentDoor> {
  const door = await openAgentDoor({ limits });
  door.registry.addPack(trialPack().pack);
  return door;
}

async function names(client: { listTools(): Promise<{ tools: { name: string }[] }> }): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
});

function openStream(
  { mcp }: AgentDoor,
  { headers }: LegacySession,
  more: Record<string, string> = {},
): Promise<Stream> {
  return streamOf(mcp.address, { headers: { ...headers, accept: 'text/event-stream', ...more } });
}

async function openListening({ mcp }: AgentDoor, more: Record<string, string> = {}): Promise<Stream> {
  const { text, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const stream = await streamOf(mcp.address, { method: 'POST', headers: { ...headers, ...more }, body: text });
  await stream.next(); // the acknowledgement
  return stream;
}
