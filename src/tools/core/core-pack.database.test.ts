import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  agent,
  anybody,
  approved,
  callerWith,
  openRegistry,
  operator,
  propose,
  type RegistryAtWork,
  street,
  streetTool,
  testTool,
} from '../../../test/support/tool-registry.ts';
import type { Registry } from '../registry.ts';
import { mcpToolOf } from '../tool.ts';
import { corePackOf } from './tool-tools.ts';

const description = (text: string) => `${text} It is here to be found, and for nothing else.`;
const tools = () => [
  testTool({
    name: 'reset_station',
    title: 'Restart a station',
    description: description('Restarts what is stuck.'),
    tier: 'R1',
  }),
  testTool({
    name: 'list_sessions',
    title: 'Find sessions',
    category: 'sessions',
    description: description('Who charged.'),
  }),
  testTool({ name: 'look', aliases: ['see'] }),
];

test.each(corePackOf({} as Registry).tools.map((tool) => [tool.name, tool] as const))(
  'what agents see of %s has not changed unnoticed',
  async (name, tool) => {
    const seen = `${JSON.stringify(mcpToolOf(tool), null, 2)}\n`;
    await expect(seen).toMatchFileSnapshot(join('__snapshots__', `${name}.snap`));
  },
);

test('tools are found by words of their name, title, category and description, also misspelt and begun', async () => {
  await using at = await openRegistry({ tools: [...tools(), streetTool(street(), { level: 'operate' })] });
  const find = async (query: string, context = agent) => {
    const { data } = await at.registry.execute('search_tools', { query }, context);
    return (data['tools'] as { name: string; pack: string }[])
      .filter(({ pack }) => pack === 'test')
      .map(({ name }) => name);
  };
  expect((await find('restart'))[0]).toBe('reset_station');
  expect((await find('sesions'))[0]).toBe('list_sessions');
  expect((await find('stuck station'))[0]).toBe('reset_station');
  expect((await find('charg'))[0]).toBe('list_sessions');
  expect(await find('cut'), 'also from a higher level').toContain('cut');
  expect(await find('zzzz')).toEqual([]);
  expect(await find('restart', anybody()), 'only what the caller may use').toEqual([]);
  expect(await find('restart', { ...agent, pack: 'other' })).toEqual([]);
  expect(await find('restart', { ...agent, isReadOnly: true })).toEqual([]);
  expect((await at.registry.execute('search_tools', { query: 'zzzz' }, agent)).text).toContain('No tool fits');
});

test('a tool is described whole, by any of its names, to whoever may use it', async () => {
  await using at = await openRegistry({ tools: [...tools(), streetTool(street())] });
  const { data } = await at.registry.execute('describe_tool', { name: 'cut' }, agent);
  const { inputSchema, outputSchema, contentHash } = at.registry.get('cut') ?? {};
  expect(data).toMatchObject({
    name: 'cut',
    pack: 'test',
    level: 'observe',
    tier: 'R2',
    needs_approval: true,
    source: 'built-in',
    input_schema: inputSchema,
    output_schema: outputSchema,
    content_hash: contentHash,
  });
  expect((await at.registry.execute('describe_tool', { name: 'see' }, agent)).data['name']).toBe('look');
  for (const [name, context] of [
    ['nothing', agent],
    ['cut', callerWith({ role: 'viewer' })],
    ['cut', { ...agent, pack: 'other' }],
    ['cut', { ...agent, isReadOnly: true }],
  ] as const)
    await expect(at.registry.execute('describe_tool', { name }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a call that is passed on goes by the rules of the tool it names, and both are written down', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [...tools(), streetTool(here, { level: 'operate' })] });
  const call = (name: string, given: object, context = agent) =>
    at.registry.execute('call_tool', { name, arguments: given }, context);
  expect(await call('see', { id: 'CP-7' })).toEqual({
    text: 'Done.',
    data: { tool: 'look', text: 'Done.', data: { ok: true } },
  });
  const proposed = await call('cut', { id: 'CP-7' });
  expect(proposed.data).toMatchObject({ tool: 'cut', data: { status: 'proposed' } });
  expect(here.runs, 'a person decides, however it is called').toEqual([]);
  const dry = await call('cut', { dry_run: true });
  expect(dry.data).toMatchObject({ data: { status: 'dry-run' } });

  await expect(call('reset_station', {}, callerWith({ role: 'viewer' }))).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  await expect(call('reset_station', {}, anybody())).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  await expect(call('look', { wrong: 1 })).rejects.toThrow('look was not run. wrong is not an argument');
  await expect(call('look', {}, { ...agent, pack: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // Disclosure decides what is shown: what was found by search is called, and policy has the say.
  const found = await call('cut', {}, { ...agent, sessionId: 'S-1' });
  expect(found.data).toMatchObject({ data: { status: 'proposed' } });
  expect((await at.audit()).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    ...[
      'tool:look done',
      'tool:call_tool done',
      'tool:cut done',
      'tool:call_tool done',
      'tool:cut done',
      'tool:call_tool done',
    ],
    ...['tool:reset_station refused', 'tool:call_tool refused', 'tool:reset_station refused', 'tool:call_tool refused'],
    ...['tool:look refused', 'tool:call_tool refused', 'tool:look failed', 'tool:call_tool failed'],
    ...['tool:cut done', 'tool:call_tool done'],
  ]);
});

test('a call is not passed on in circles, nor by an address that only reads', async () => {
  await using at = await openRegistry({ tools: tools() });
  const inner = { name: 'call_tool', arguments: { name: 'look' } };
  await expect(at.registry.execute('call_tool', inner, agent)).rejects.toThrow('call_tool does not call itself');
  expect(await at.audit()).toHaveLength(1);
  const reading = { ...agent, isReadOnly: true };
  await expect(at.registry.execute('call_tool', { name: 'look' }, reading)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('secrets that are passed on are not written down by either name', async () => {
  await using at = await openRegistry({ tools: tools() });
  const given = { name: 'look', arguments: { password: 'hunter2', deep: { api_key: 'k-1' } } };
  await expect(at.registry.execute('call_tool', given, agent)).rejects.toThrow('is not an argument');
  expect(JSON.stringify(await at.audit())).not.toMatch(/hunter2|k-1/);
});

test('a level is raised where there is a session, and only there', async () => {
  await using at = await openRegistry({ tools: [testTool({}), testTool({ name: 'later', level: 'operate' })] });
  const given = { pack: 'test', level: 'operate' };
  await expect(at.registry.execute('raise_level', given, agent)).rejects.toThrow('There is no session here');
  const session = { ...agent, sessionId: 'S-1' };
  expect(await at.registry.execute('raise_level', given, session)).toEqual({
    text: 'More tools are listed now: 1.',
    data: { ...given, new_tools: ['later'] },
  });
  await expect(at.registry.execute('later', {}, session)).resolves.toBeDefined();
});

test('an agent follows what it proposed, takes it back, and sees nothing of others', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const [ready, waiting] = [await approved(at), await propose(at)];
  const other = callerWith({ id: 'key-2' });
  const get = (id: string, context = agent) => at.registry.execute('get_proposal', { proposal_id: id }, context);
  expect(await get(waiting)).toMatchObject({
    text: 'It waits for a person.',
    data: { proposal_id: waiting, state: 'proposed', details: { running: ['S-1'] } },
  });
  expect((await get(ready)).text).toBe('A person has approved it: call apply_proposal.');
  const list = async (context = agent, given: object = {}) =>
    listed(await at.registry.execute('list_proposals', given, context));
  expect(await list()).toEqual([waiting, ready]); // newest first
  expect(await list(agent, { state: 'approved' })).toEqual([ready]);
  expect(await list(other)).toEqual([]);
  await expect(get(waiting, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const name of ['apply_proposal', 'cancel_proposal'])
    await expect(at.registry.execute(name, { proposal_id: ready }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const taken = await at.registry.execute('cancel_proposal', { proposal_id: waiting }, agent);
  expect(taken.data).toMatchObject({ state: 'cancelled' });
  await at.registry.execute('apply_proposal', { proposal_id: ready }, agent);
  expect((await get(ready)).data).toMatchObject({ state: 'applied', result: { ok: true } });
});

test('applying with a key twice is answered twice and done once', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const given = { proposal_id: await approved(at), idempotency_key: 'apply-this-once' };
  const first = await at.registry.execute('apply_proposal', given, agent);
  expect(await at.registry.execute('apply_proposal', given, agent)).toEqual(first);
  expect(here.runs).toHaveLength(1);
  expect((await at.registry.proposals.get(given.proposal_id, operator)).state).toBe('applied');
});

function listed({ data }: Awaited<ReturnType<RegistryAtWork['registry']['execute']>>): string[] {
  return (data['proposals'] as { proposal_id: string }[]).map(({ proposal_id }) => proposal_id);
}
