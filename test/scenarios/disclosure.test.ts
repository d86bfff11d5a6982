import { expect, test } from 'vitest';
import { type AgentDoor, enterStation, openAgentDoor } from '../support/agent-door.ts';
import { type ConnectedClient, connect, textOf } from '../support/mcp-client.ts';
import { asker, climbingPack } from '../support/tools-view.ts';

/** For what arrives by itself. */
const patience = { timeout: 10_000 };

type Names = { tools: { name: string }[]; count: number };
const namesOf = (body: unknown) => (body as Names).tools.map(({ name }) => name);

/** What the registry has of a pack up to a level, told apart from what a session is shown. */
function upTo(door: AgentDoor, pack: string, level: string): string[] {
  const levels =
    door.registry
      .packs()
      .find(({ name }) => name === pack)
      ?.levels.map(({ name }) => name) ?? [];
  const within = levels.slice(0, levels.indexOf(level) + 1);
  return door.registry
    .listAll()
    .filter((tool) => tool.pack === pack && within.includes(tool.level))
    .map(({ name }) => name);
}

test('charging over REST: few tools, 403, a level by hand, more tools, context, unlock, delete', async () => {
  await using door = await openAgentDoor();
  await enterStation(door.charging, { stationId: 'CP-7' });
  const ask = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'operator' }));
  const observe = upTo(door, 'charging', 'observe');
  const operate = upTo(door, 'charging', 'operate');
  const advanced = upTo(door, 'charging', 'advanced');
  expect(observe.length).toBeLessThan(operate.length);

  // A new session sees the first level.
  const few = await ask('GET', '/mcp/tools?session_id=s-1');
  expect(few.body['count']).toBe(observe.length);
  expect(namesOf(few.body)).toEqual(observe);

  // What lies beyond is refused, with the level that has it; a refused call counts as no interaction.
  const reset = { arguments: { charge_point_id: 'CP-7', type: 'Soft' } };
  const early = await ask('POST', '/mcp/tools/reset_charge_point/call?session_id=s-1', reset);
  expect(early).toMatchObject({
    status: 403,
    body: { success: false, code: 'NOT_ALLOWED', details: { level: 'operate', pack: 'charging' } },
  });
  expect((await ask('GET', '/mcp/sessions/s-1/context')).body).toMatchObject({ interaction_count: 0 });

  // Reading never climbs, however often.
  for (let times = 0; times < 10; times += 1)
    expect((await ask('POST', '/mcp/tools/list_charge_points/call?session_id=s-1')).status).toBe(200);
  const read = await ask('GET', '/mcp/sessions/s-1/context');
  expect(read.body).toEqual({
    session_id: 's-1',
    pack: 'charging',
    current_level: 'observe',
    unlocked_tools: [],
    interaction_count: 10,
    available_tools: observe,
    expires_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
  });
  expect(Date.parse(String(read.body['expires_at']))).toBeGreaterThan(Date.now());

  // By hand it does.
  expect(await ask('POST', '/mcp/sessions/s-1/upgrade', { level: 'everything' })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', details: { accepts: ['observe', 'operate', 'advanced'] } },
  });
  expect((await ask('POST', '/mcp/sessions/s-1/upgrade', { level: 7 })).status).toBe(400);
  const raised = await ask('POST', '/mcp/sessions/s-1/upgrade', { level: 'operate' });
  expect(raised).toMatchObject({ status: 200, body: { session_id: 's-1', new_level: 'operate' } });
  expect(raised.body['new_tools']).toEqual(operate.filter((name) => !observe.includes(name)));
  expect(namesOf((await ask('GET', '/mcp/tools?session_id=s-1')).body)).toEqual(operate);

  // Shown is not allowed: the call becomes a proposal, as everywhere.
  const late = await ask('POST', '/mcp/tools/reset_charge_point/call?session_id=s-1', reset);
  expect(late).toMatchObject({ status: 202, body: { success: true, data: { status: 'proposed' } } });

  // One tool of the level above, by itself.
  const beyond = advanced.find((name) => !operate.includes(name)) ?? '';
  const unlocked = await ask('POST', '/mcp/sessions/s-1/unlock', { tool: beyond });
  expect(unlocked.body).toMatchObject({ current_level: 'operate', unlocked_tools: [beyond] });
  expect(namesOf((await ask('GET', '/mcp/tools?session_id=s-1')).body)).toEqual([...operate, beyond].toSorted());
  expect((await ask('POST', '/mcp/sessions/s-1/unlock', { tool: 'reset_the_world' })).status).toBe(404);

  // Forgotten, it begins again.
  expect(await ask('DELETE', '/mcp/sessions/s-1')).toMatchObject({ status: 200, body: { session_id: 's-1' } });
  expect((await ask('GET', '/mcp/sessions/s-1/context')).body).toMatchObject({
    current_level: 'observe',
    unlocked_tools: [],
    interaction_count: 0,
  });

  // Without a session, everything that policy allows.
  expect((await ask('POST', '/mcp/tools/reset_charge_point/call', reset)).status).toBe(202);
});

test('a session is its principal’s alone', async () => {
  await using door = await openAgentDoor();
  const mine = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'operator' }));
  const theirs = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'operator' }));
  await mine('POST', '/mcp/sessions/s-1/upgrade', { level: 'advanced' });
  const attempts = [
    theirs('GET', '/mcp/tools?session_id=s-1'),
    theirs('GET', '/mcp/sessions/s-1/context'),
    theirs('POST', '/mcp/sessions/s-1/upgrade', { level: 'observe' }),
    theirs('POST', '/mcp/sessions/s-1/unlock', { tool: 'list_charge_points' }),
    theirs('POST', '/mcp/tools/list_charge_points/call?session_id=s-1'),
    theirs('DELETE', '/mcp/sessions/s-1'),
    asker(door.mcp.address)('GET', '/mcp/sessions/s-1/context'),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect(status).toBe(403);
    expect(body['code']).toBe('NOT_ALLOWED');
  }
  expect((await mine('GET', '/mcp/sessions/s-1/context')).body).toMatchObject({
    current_level: 'advanced',
    unlocked_tools: [],
    interaction_count: 0,
  });
});

test('a session that the server names belongs to whoever asked for it', async () => {
  await using door = await openAgentDoor();
  const ask = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'viewer' }));
  const made = await ask('POST', '/mcp/sessions');
  expect(made).toMatchObject({ status: 201, body: { current_level: 'observe', pack: 'charging' } });
  const id = String(made.body['session_id']);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await asker(door.mcp.address)('GET', `/mcp/sessions/${id}/context`)).status).toBe(403);
});

test('a viewer’s session may be raised, and still shows nothing that the key may not use', async () => {
  await using door = await openAgentDoor();
  const ask = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'viewer' }));
  await ask('POST', '/mcp/sessions/s-1/upgrade', { level: 'advanced' });
  const { body } = await ask('GET', '/mcp/tools?session_id=s-1');
  expect(namesOf(body).every((name) => door.registry.get(name)?.tier === 'R0')).toBe(true);
  expect((await ask('POST', '/mcp/sessions/s-1/unlock', { tool: 'reset_charge_point' })).status).toBe(404);
  const reset = { arguments: { charge_point_id: 'CP-7', type: 'Soft' } };
  expect((await ask('POST', '/mcp/tools/reset_charge_point/call?session_id=s-1', reset)).status).toBe(403);
});

test('a pack that climbs by itself does so after three calls and after seven', async () => {
  await using door = await openAgentDoor();
  door.registry.addPack(climbingPack());
  const ask = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'viewer' }));
  const count = async () => (await ask('GET', '/mcp/tools?session_id=s-1&pack=shelf')).body['count'];
  const call = async (name: string) => (await ask('POST', `/mcp/tools/${name}/call?session_id=s-1`)).status;
  const shown = [];
  for (let times = 0; times < 8; times += 1) {
    shown.push(await count());
    expect(await call('basic_1')).toBe(200);
  }
  expect([...shown, await count()]).toEqual([3, 3, 3, 6, 6, 6, 6, 9, 9]);
  expect((await ask('GET', '/mcp/sessions/s-1/context?pack=shelf')).body).toMatchObject({
    current_level: 'advanced',
    interaction_count: 8,
  });
  // Another pack of the same session has not moved.
  expect((await ask('GET', '/mcp/sessions/s-1/context?pack=charging')).body).toMatchObject({
    current_level: 'observe',
    interaction_count: 0,
  });
});

test('a refused call does not bring a session nearer to the next level, a wrong one does', async () => {
  await using door = await openAgentDoor();
  door.registry.addPack(climbingPack());
  const ask = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'viewer' }));
  const call = (name: string, given = {}) =>
    ask('POST', `/mcp/tools/${name}/call?session_id=s-1`, { arguments: given });
  for (let times = 0; times < 5; times += 1) expect((await call('shopping_1')).status).toBe(403);
  for (let times = 0; times < 3; times += 1) expect((await call('basic_1', { copies: 0 })).status).toBe(422);
  expect((await call('shopping_1')).status).toBe(200);
});

/** A host of the older era, whose session is a disclosure session; it hears when its list changes. */
async function startSession(door: AgentDoor, secret: string) {
  const client = await connect(door.mcp.address, {}, secret);
  const heard = { changes: 0 };
  client.setNotificationHandler('notifications/tools/list_changed', () => void (heard.changes += 1));
  const sessionId = (client.transport as { sessionId?: string } | undefined)?.sessionId ?? '';
  expect(sessionId).not.toBe('');
  return Object.assign(client, { heard, sessionId });
}

async function packTools(door: AgentDoor, client: ConnectedClient, pack: string): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).filter((name) => door.registry.get(name)?.pack === pack);
}

test('charging over MCP of 2025: few tools, a refusal that says how, raise_level, more tools, and the same session over REST', async () => {
  await using door = await openAgentDoor();
  await enterStation(door.charging, { stationId: 'CP-7' });
  const secret = await door.makeKey({ kind: 'agent', role: 'operator' });
  await using client = await startSession(door, secret);
  const ask = asker(door.mcp.address, secret);
  const essentials = door.registry
    .packs()
    .find(({ name }) => name === 'charging')
    ?.essentials?.toSorted();
  const operate = upTo(door, 'charging', 'operate');
  const reset = { name: 'reset_charge_point', arguments: { charge_point_id: 'CP-7', type: 'Soft' } };
  expect(await packTools(door, client, 'charging')).toEqual(essentials);

  const early = await client.callTool(reset);
  expect(early.isError).toBe(true);
  expect(textOf(early)).toMatch(/belongs to the level operate .*raise_level/);
  for (let times = 0; times < 10; times += 1) await client.callTool({ name: 'list_charge_points', arguments: {} });
  expect(await packTools(door, client, 'charging')).toEqual(essentials);
  expect(client.heard.changes).toBe(0);

  await client.callTool({ name: 'raise_level', arguments: { pack: 'charging', level: 'operate' } });
  await expect.poll(() => client.heard.changes, patience).toBe(1);
  expect(await packTools(door, client, 'charging')).toEqual(operate);
  expect(await client.callTool(reset)).toMatchObject({ structuredContent: { status: 'proposed' } });

  // REST sees the same session, and what it changes the host hears of.
  const context = `/mcp/sessions/${client.sessionId}/context`;
  expect((await ask('GET', context)).body).toMatchObject({ current_level: 'operate', interaction_count: 11 });
  expect((await ask('POST', `/mcp/sessions/${client.sessionId}/upgrade`, { level: 'advanced' })).status).toBe(200);
  await expect.poll(() => client.heard.changes, patience).toBe(2);
  expect(await packTools(door, client, 'charging')).toEqual(upTo(door, 'charging', 'advanced'));
  await ask('DELETE', `/mcp/sessions/${client.sessionId}`);
  await expect.poll(() => client.heard.changes, patience).toBe(3);
  expect(await packTools(door, client, 'charging')).toEqual(essentials);
});

test('over MCP of 2025 another principal does not reach a session, by either door', async () => {
  await using door = await openAgentDoor();
  await using client = await startSession(door, await door.makeKey({ kind: 'agent', role: 'operator' }));
  const theirs = await door.makeKey({ kind: 'program', role: 'administrator' });
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  const response = await fetch(door.mcp.address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${theirs}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': client.sessionId,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(response.status).toBe(404);
  const ask = asker(door.mcp.address, theirs);
  expect((await ask('GET', `/mcp/sessions/${client.sessionId}/context`)).status).toBe(403);
  expect((await ask('POST', `/mcp/sessions/${client.sessionId}/upgrade`, { level: 'advanced' })).status).toBe(403);
});

test('over MCP of 2025 a pack that climbs by itself tells the host each time', async () => {
  await using door = await openAgentDoor();
  door.registry.addPack(climbingPack());
  await using client = await startSession(door, await door.makeKey({ kind: 'agent', role: 'viewer' }));
  const shown = [];
  for (let times = 0; times < 8; times += 1) {
    shown.push((await packTools(door, client, 'shelf')).length);
    await client.callTool({ name: 'basic_1', arguments: {} });
  }
  expect(shown).toEqual([3, 3, 3, 6, 6, 6, 6, 9]);
  await expect.poll(() => client.heard.changes, patience).toBe(2);
});
