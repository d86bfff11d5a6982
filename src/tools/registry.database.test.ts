import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { anybody, callerWith, openRegistry, type TestRun, testTool } from '../../test/support/tool-registry.ts';
import { corePack } from './address.ts';
import type { CallContext } from './context.ts';
import type { RegisteredTool } from './registry.ts';

test('tools are found by name, alias, category and pack, in the order of their names', async () => {
  await using at = await openRegistry({
    tools: [
      testTool({ name: 'b' }),
      testTool({ name: 'a', category: 'sessions', aliases: ['alpha'] }),
      testTool({ name: 'c' }),
    ],
  });
  const { registry } = at;
  expect(ofTest(registry.listAll())).toEqual(['a', 'b', 'c']);
  expect(ofTest(registry.listByCategory('stations'))).toEqual(['b', 'c']);
  expect(registry.categories()).toEqual(['proposals', 'sessions', 'stations', 'tools']);
  expect(registry.get('alpha')).toMatchObject({ name: 'a', pack: 'test' });
  expect(registry.get('nothing')).toBeUndefined();
  expect(registry.toMcpFormat().map((each) => Object.keys(each))[0]).toEqual([
    ...['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  ]);
});

test('a tool that was taken out is gone under every name, and can come back', async () => {
  const one = testTool({ name: 'one', aliases: ['uno'] });
  await using at = await openRegistry({ tools: [one] });
  const { registry } = at;
  expect(registry.unregister('one')).toBe(true);
  expect(registry.unregister('one')).toBe(false);
  expect(registry.get('uno')).toBeUndefined();
  registry.register(one, 'test');
  expect(registry.get('uno')?.name).toBe('one');
});

test('a name that is taken, or a tool that would not work with every agent, stops the start', async () => {
  await using at = await openRegistry({ tools: [testTool({ name: 'same' })] });
  const { registry } = at;
  const adding = (definition: Parameters<typeof testTool>[0]) => () => registry.register(testTool(definition), 'test');
  expect(adding({ name: 'other', aliases: ['same'] })).toThrow('The tool name same is taken twice.');
  expect(adding({ name: 'call_tool' })).toThrow('The tool name call_tool is taken twice.');
  expect(adding({ name: 'twice', aliases: ['twice'] })).toThrow('The tool name twice is taken twice.');
  expect(adding({ name: 'dots.are.not.portable' })).toThrow('does not match');
  expect(adding({ level: 'nowhere' })).toThrow('the level nowhere is none of its pack');
  expect(adding({ description: 'Short.' })).toThrow('the description does not say');
  expect(adding({ tier: 'R1', annotations: { readOnlyHint: true } })).toThrow('say that it only reads');
  expect(adding({ tier: 'R2', annotations: { destructiveHint: false } })).toThrow('say that it destroys nothing');
  expect(ofTest(registry.listAll())).toEqual(['same']);
});

test('the first level is shown unless one pack is asked for, and only what the caller may use', async () => {
  await using at = await openRegistry({
    tools: [
      testTool({ name: 'seen' }),
      testTool({ name: 'later', level: 'operate' }),
      testTool({ name: 'act', tier: 'R1' }),
      testTool({ name: 'cut', tier: 'R2', level: 'operate' }),
    ],
  });
  const shown = async (context: CallContext): Promise<string[]> => ofTest(await at.registry.listFor(context));
  expect(await shown(anybody())).toEqual(['seen']);
  expect(await shown({ ...anybody(), pack: 'test' })).toEqual(['later', 'seen']);
  expect(await shown({ ...anybody(), pack: 'other' })).toEqual([]);
  expect(await shown(callerWith())).toEqual(['act', 'seen']);
  expect(await shown({ ...callerWith(), pack: 'test' })).toEqual(['act', 'cut', 'later', 'seen']);
  expect(await shown({ ...callerWith(), pack: 'test', isReadOnly: true })).toEqual(['later', 'seen']);
  expect(await shown(callerWith({ scopes: ['stations:read'] }))).toEqual(['seen']);
  expect(await shown(callerWith({ scopes: ['stations', 'test:operate'] }))).toEqual(['act', 'cut', 'later', 'seen']);
  expect(await shown(callerWith({ scopes: ['sessions'] }))).toEqual([]);
});

test('beside other packs the essentials alone are listed, until a session asks for more', async () => {
  const tools = [testTool({ name: 'first' }), testTool({ name: 'more' }), testTool({ name: 'act', level: 'operate' })];
  await using at = await openRegistry({ tools, pack: { essentials: ['first'] } });
  const shown = async (context: CallContext): Promise<string[]> => ofTest(await at.registry.listFor(context));
  const session = { ...callerWith(), sessionId: 'S-1' };
  expect(await shown(callerWith())).toEqual(['first']);
  expect(await shown({ ...callerWith(), pack: 'test' })).toEqual(['act', 'first', 'more']);
  expect(await shown(session)).toEqual(['first']);
  expect(await shown({ ...session, pack: 'test' })).toEqual(['first', 'more']);
  await at.registry.disclosure.upgrade('test', 'operate', { sessionId: 'S-1', actor: session.actor });
  expect(await shown(session)).toEqual(['act', 'first', 'more']);
});

test('every address offers the core tools; one that only reads offers those that only read', async () => {
  await using at = await openRegistry({ tools: [testTool({})] });
  const shown = async (context: CallContext): Promise<string[]> =>
    (await at.registry.listFor(context)).flatMap(({ name, pack }) => (pack === corePack ? [name] : []));
  const reading = ['describe_tool', 'get_proposal', 'list_proposals', 'search_tools'];
  const all = ['apply_proposal', 'call_tool', 'cancel_proposal', ...reading].toSorted();
  expect(await shown(callerWith())).toEqual(all);
  expect(await shown({ ...callerWith(), pack: 'test' })).toEqual(all);
  expect(await shown({ ...callerWith(), sessionId: 'S-1' })).toEqual([...all, 'raise_level'].toSorted());
  expect(await shown({ ...callerWith(), pack: 'test', isReadOnly: true })).toEqual(reading);
});

test('a call that is done is answered, and written down with who asked', async () => {
  await using at = await openRegistry({
    tools: [testTool({ name: 'look', aliases: ['see'], subject: ({ id }) => id ?? 'none' })],
  });
  const answer = await at.registry.execute('see', { id: 'CP-7' }, callerWith({ role: 'viewer' }));
  expect(answer).toEqual({ text: 'Done.', data: { ok: true } });
  expect(await at.audit()).toEqual([
    {
      principal: 'key-1',
      door: 'mcp',
      action: 'tool:look',
      subject: 'CP-7',
      outcome: 'done',
      details: { arguments: { id: 'CP-7' }, tier: 'R0', toolHash: at.registry.get('look')?.contentHash, did: 'ran' },
    },
  ]);
});

test('arguments are kept without secrets, hidden characters or bulk', async () => {
  await using at = await openRegistry({ tools: [testTool({})] });
  const deep = { a: { b: { c: { d: { e: 'x' } } } } };
  const given = { id: 'A\u202eB', password: 'hunter2', idTag: '04AABB', list: Array(99).fill('y'.repeat(399)), deep };
  await expect(at.registry.execute('look', given, anybody())).rejects.toThrow('is not an argument');
  expect((await at.audit())[0]?.details['arguments']).toEqual({
    id: 'AB',
    password: '[redacted]',
    idTag: '[redacted]',
    list: [...Array<string>(30).fill(`${'y'.repeat(199)}…`), '[69 more]'],
    deep: { a: { b: { c: { d: '[too deep]' } } } },
  });
});

test.each<[who: string, definition: Parameters<typeof testTool>[0], context: CallContext, code: string, says: string]>([
  ['somebody without a key', { tier: 'R1' }, anybody(), 'NOT_SIGNED_IN', 'needs a key of role operator'],
  ['nobody who proposes', { tier: 'R2' }, anybody(), 'NOT_SIGNED_IN', 'needs a key of role operator'],
  ['too low a role', { tier: 'R1' }, callerWith({ role: 'viewer' }), 'NOT_ALLOWED', 'needs the role operator'],
  ['a viewer who proposes', { tier: 'R3' }, callerWith({ role: 'viewer' }), 'NOT_ALLOWED', 'needs the role operator'],
  ['a key for something else', {}, callerWith({ scopes: ['sessions'] }), 'NOT_ALLOWED', 'the scope stations:read'],
  [
    'a key for less',
    { tier: 'R3' },
    callerWith({ scopes: ['stations:operate'] }),
    'NOT_ALLOWED',
    'the scope stations:administer',
  ],
])('%s is refused, and that is written down', async (_who, definition, context, code, sentence) => {
  let ran = false;
  const run: TestRun = () => {
    ran = true;
    return Promise.resolve({ text: 'Done.', data: { ok: true } });
  };
  await using at = await openRegistry({ tools: [testTool({ ...definition, run })] });
  await expect(at.registry.execute('look', {}, context)).rejects.toThrow(sentence);
  expect(ran).toBe(false);
  expect(await at.audit()).toMatchObject([{ outcome: 'refused', action: 'tool:look', details: { error: code } }]);
});

test('a tool that is not there, or not at this address, is unknown', async () => {
  await using at = await openRegistry({ tools: [testTool({}), testTool({ name: 'act', tier: 'R1' })] });
  await expect(at.registry.execute('\u202enothing', {}, anybody())).rejects.toMatchObject({
    name: 'SigecError',
    code: 'NOT_FOUND',
    message: 'There is no tool named nothing here. List the tools to see their names.',
  });
  await expect(at.registry.execute('look', {}, { ...anybody(), pack: 'other' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(at.registry.execute('act', {}, { ...callerWith(), isReadOnly: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await at.audit()).map(({ action, outcome }) => [action, outcome])).toEqual([
    ['tool:nothing', 'failed'],
    ['tool:look', 'failed'],
    ['tool:act', 'failed'],
  ]);
});

test('a tool that takes too long is stopped and told so', async () => {
  const seen: AbortSignal[] = [];
  const never: TestRun = (_input, { signal }) => {
    seen.push(signal);
    return new Promise(() => {});
  };
  await using at = await openRegistry({
    tools: [testTool({ timeoutMs: 20, run: never }), testTool({ name: 'act', tier: 'R1', timeoutMs: 20, run: never })],
  });
  await expect(at.registry.execute('look', {}, anybody())).rejects.toThrow(
    'look was not done within 0.02 seconds and was stopped. Try again, or ask for less at once.',
  );
  await expect(at.registry.execute('act', {}, callerWith())).rejects.toThrow(
    'It may have had an effect: look before you try again.',
  );
  expect(seen.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(await at.audit()).toMatchObject([
    { outcome: 'failed', details: { error: 'INTERNAL' } },
    { outcome: 'failed', details: { error: 'INTERNAL' } },
  ]);
});

test('a caller who gives up reaches the tool', async () => {
  const giving = new AbortController();
  const untilAborted: TestRun = (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      giving.abort();
    });
  await using at = await openRegistry({ tools: [testTool({ run: untilAborted })] });
  const given = { ...anybody(), signal: giving.signal };
  await expect(at.registry.execute('look', {}, given)).rejects.toThrow('look was cancelled before it was done');
  await expect(at.registry.execute('look', {}, given)).rejects.toThrow('look was cancelled before it was done');
});

test('closing ends the calls under way, each of them written down', async () => {
  const started = Promise.withResolvers<void>();
  const never: TestRun = () => {
    started.resolve();
    return new Promise(() => {});
  };
  await using at = await openRegistry({ tools: [testTool({ run: never })] });
  const call = at.registry.execute('look', {}, anybody()).catch((thrown: unknown) => thrown);
  await started.promise;
  await at.registry.close();
  expect(await at.audit()).toMatchObject([{ outcome: 'failed' }]);
  expect(await call).toMatchObject({ message: 'look was cancelled before it was done.' });
});

test('what nobody foresaw is told by a reference that stands in log and audit', async () => {
  const fault = new TypeError('secret detail');
  await using at = await openRegistry({ tools: [testTool({ run: () => Promise.reject(fault) })] });
  const told = await at.registry.execute('look', {}, anybody()).catch((thrown: unknown) => thrown as SigecError);
  const { reference } = at.logged[0] as { reference: string };
  expect(at.logged).toEqual([{ tool: 'look', err: fault, reference }]);
  expect(told).toMatchObject({
    code: 'INTERNAL',
    message: `look failed by a fault of ours. An operator finds it in the log under ${reference}.`,
  });
  expect(await at.audit()).toMatchObject([{ outcome: 'failed', details: { error: 'INTERNAL', reference } }]);
});

test('an answer that could not be written down is not given', async () => {
  const away = new SigecError('DATABASE_AWAY', 'The database does not answer.');
  let thrown: Error = away;
  await using at = await openRegistry({
    tools: [testTool({})],
    ledger: () => ({ commit: () => Promise.reject(thrown) }),
  });
  await expect(at.registry.execute('look', {}, anybody())).rejects.toBe(away);
  thrown = new Error('duplicate key');
  await expect(at.registry.execute('look', {}, anybody())).rejects.toThrow('in the log under');
});

function ofTest(tools: readonly RegisteredTool[]): string[] {
  return tools.flatMap(({ name, pack }) => (pack === 'test' ? [name] : []));
}
