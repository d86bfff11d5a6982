import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { Mind, Thought } from '../../src/assistant/conversation/mind.ts';
import { openServers } from '../../src/assistant/servers/open-servers.ts';
import { readServerSettings } from '../../src/assistant/servers/read-settings.ts';
import type { ServerQuestion } from '../../src/assistant/servers/servers.ts';
import { enterStation, openAgentDoor } from '../support/agent-door.ts';
import { talk } from '../support/agent-parts.ts';
import { startForeignMcp } from '../support/foreign-mcp.ts';
import { trialPack } from '../support/trial-pack.ts';

/** Calls what the question names, with the arguments behind it, and says what it heard. */
const obedient: Mind = {
  name: 'obedient',
  isModel: false,
  async *think({ messages, tools }): AsyncGenerator<Thought> {
    const last = messages.at(-1);
    if (last?.role === 'user') {
      const [name, given = '{}'] = last.text.split(/ (?=\{)/);
      const wanted = tools.find(({ tool }) => tool === name);
      const args = JSON.parse(given) as Record<string, unknown>;
      if (wanted === undefined) yield { type: 'text', text: 'I have no such tool.' };
      else yield { type: 'call', call: { id: `${messages.length}`, name: wanted.name, arguments: args } };
    } else yield { type: 'text', text: last?.text ?? '' };
    yield { type: 'end', usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 } };
  },
};

test('two servers, one of them dead: a warning, the other works; the dead one comes up later and is used', {
  timeout: 120_000,
}, async () => {
  await using door = await openAgentDoor();
  await enterStation(door.charging, { stationId: 'CP-7' });
  const key = await door.makeKey({ kind: 'agent', role: 'operator' });
  const port = await freePort();
  const { servers: settings, problems } = await readServerSettings({
    lines: `SSE,${door.mcp.address}\nHTTP,http://127.0.0.1:${port}/mcp`,
    file: '',
    key,
    variables: {},
    ownAddresses: [door.mcp.address],
  });
  expect(problems).toEqual([]);
  const servers = openServers({ settings, retry: { firstMs: 100, maxMs: 500 } });
  await using _closing = { [Symbol.asyncDispose]: () => servers.close() };
  await servers.settled();

  const dead = `127-0-0-1-${port}`;
  expect(servers.states()).toMatchObject([
    { name: 'sigec', isOwn: true, status: 'connected', reason: null },
    { name: dead, isOwn: false, status: 'unreachable', trouble: 'no-answer', toolCount: 0 },
  ]);
  await expect
    .poll(() => servers.states()[1]?.reason)
    .toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:\d+\/mcp\. It is tried again at /);

  const conversation = talk({ mind: obedient, servers, decide: () => 'once' });
  expect(await conversation.ask('list_charge_points')).toMatchObject({ reason: 'done' });
  expect(conversation.shown()).toContain('CP-7');
  await conversation.ask('weather_now');
  expect(conversation.shown()).toBe('I have no such tool.');

  await using weather = await startForeignMcp({
    port,
    tools: [
      { name: 'weather_now', run: () => Promise.resolve({ content: [{ type: 'text', text: '31 °C in Recife' }] }) },
    ],
  });
  await expect.poll(() => servers.states()[1]?.status, { timeout: 30_000 }).toBe('connected');
  expect(await conversation.ask('weather_now')).toMatchObject({ reason: 'done' });
  expect(conversation.shown()).toBe('31 °C in Recife');
  expect(conversation.asked).toMatchObject([
    { because: 'foreign', tool: { name: `${dead}__weather_now`, isForeign: true } },
  ]);
  // Our key is for our own system.
  expect(weather.heard.every(({ authorization }) => authorization === undefined)).toBe(true);
});

test('our own system is reached by every way it offers, and its hints are believed', { timeout: 120_000 }, async () => {
  await using door = await openAgentDoor();
  await enterStation(door.charging, { stationId: 'CP-7' });
  const key = await door.makeKey({ kind: 'agent', role: 'operator' });
  const sse = door.mcp.address.replace(/\/mcp$/, '/sse');
  const { servers: settings } = await readServerSettings({
    lines: `HTTP,${door.mcp.address}\nSSE,${sse}`,
    file: '',
    key,
    variables: {},
    ownAddresses: [door.mcp.address],
  });
  const servers = openServers({ settings });
  await using _closing = { [Symbol.asyncDispose]: () => servers.close() };
  await servers.settled();
  expect(servers.states()).toMatchObject([
    { name: 'sigec', status: 'connected' },
    { name: 'sigec-2', status: 'connected' },
  ]);
  const risks = Object.fromEntries(servers.tools().map(({ name, risk }) => [name, risk]));
  expect(risks).toMatchObject({ list_charge_points: 'reads', apply_proposal: 'proposes', call_tool: 'changes' });

  // What is not listed is called by way of call_tool; decided upon is what is meant.
  const through = servers.tools().find(({ name }) => name === 'call_tool');
  if (through === undefined) throw new Error('There is no call_tool.');
  const meant = await servers.meant(through, { name: 'reset_charge_point', arguments: { charge_point_id: 'CP-7' } });
  expect(meant).toMatchObject({
    tool: { tool: 'reset_charge_point', risk: 'proposes' },
    given: { charge_point_id: 'CP-7' },
  });
  const signal = AbortSignal.timeout(30_000);
  expect(await servers.call(meant.tool, meant.given, { signal })).toMatchObject({ data: { status: 'proposed' } });
  const ping = await servers.meant(through, { name: 'request_charge_point_report' });
  expect(ping).toMatchObject({ tool: { tool: 'request_charge_point_report', risk: 'changes' }, given: {} });
  const nothing = { name: 'no_such_tool' };
  expect(await servers.meant(through, nothing)).toEqual({ tool: through, given: nothing });

  // So what reads is free by that way too, and who is asked about a change sees which one it is.
  const conversation = talk({ mind: obedient, servers });
  await conversation.ask('call_tool {"name":"list_sites"}');
  await conversation.ask('call_tool {"name":"request_charge_point_report","arguments":{"charge_point_id":"CP-7"}}');
  expect(conversation.asked).toMatchObject([
    { because: 'changes', tool: { tool: 'request_charge_point_report' }, arguments: { charge_point_id: 'CP-7' } },
  ]);

  const older = servers.tools().find(({ server, tool }) => server === 'sigec-2' && tool === 'list_charge_points');
  if (older === undefined) throw new Error('The older way offers nothing.');
  expect(await servers.call(older, {}, { signal })).toMatchObject({ data: { total: 1 }, isError: false });
});

test.each(['/mcp', '/sse'])(
  'our own system asks the person of the agent, who approves: it is done once (%s)',
  { timeout: 120_000 },
  async (path) => {
    await using door = await openAgentDoor();
    const { pack, effects } = trialPack();
    door.registry.addPack({ ...pack, tools: pack.tools.map((tool) => ({ ...tool, level: 'observe' })) });
    const key = await door.makeKey({ kind: 'person', role: 'operator', approvesByElicitation: true });
    const address = door.mcp.address.replace(/\/mcp$/, path);
    const { servers: settings } = await readServerSettings({
      lines: `SSE,${address}`,
      file: '',
      key,
      variables: {},
      ownAddresses: [address],
    });
    const servers = openServers({ settings });
    await using _closing = { [Symbol.asyncDispose]: () => servers.close() };
    await servers.settled();
    const through = servers.tools().find(({ tool }) => tool === 'call_tool');
    if (through === undefined) throw new Error('There is no call_tool.');
    const { tool, given } = await servers.meant(through, { name: 'cut_power', arguments: { thing: 'T-1' } });
    expect(tool).toMatchObject({ tool: 'cut_power', risk: 'proposes' });
    const asked: ServerQuestion[] = [];
    const outcome = await servers.call(tool, given, {
      signal: AbortSignal.timeout(60_000),
      onQuestion: async (question) => {
        asked.push(question);
        return { action: 'accept', content: { approve: true } };
      },
    });
    expect(outcome).toMatchObject({ isError: false, data: { status: 'done', targets: ['thing:T-1'] } });
    expect(asked).toMatchObject([{ server: 'sigec', url: undefined }]);
    expect(asked[0]?.message).toContain('One thing would go dark.');
    expect(effects).toEqual(['cut_power T-1']);
  },
);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
