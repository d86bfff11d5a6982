import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Principal } from '#contract/principal.ts';
import { SigecError } from '#errors.ts';
import type { AuditEntry } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import { may } from '#principals/may.ts';
import type { CallContext } from './call-tool.ts';
import type { Pack } from './pack.ts';
import { createRegistry, type Registry } from './registry.ts';
import { defineTool, type Tool, type ToolDefinition } from './tool.ts';

test('tools are found by name, alias, category and pack, in the order of their names', () => {
  const { registry } = open([
    tool({ name: 'b' }),
    tool({ name: 'a', category: 'sessions', aliases: ['alpha'] }),
    tool({ name: 'c' }),
  ]);
  expect(registry.listAll().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(registry.listByCategory('stations').map(({ name }) => name)).toEqual(['b', 'c']);
  expect(registry.categories()).toEqual(['sessions', 'stations']);
  expect(registry.get('alpha')).toMatchObject({ name: 'a', pack: 'test' });
  expect(registry.get('nothing')).toBeUndefined();
  expect(registry.toMcpFormat().map((each) => Object.keys(each))[0]).toEqual([
    ...['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  ]);
});

test('a tool that was taken out is gone under every name, and can come back', () => {
  const one = tool({ name: 'one', aliases: ['uno'] });
  const { registry } = open([one]);
  expect(registry.unregister('one')).toBe(true);
  expect(registry.unregister('one')).toBe(false);
  expect(registry.get('uno')).toBeUndefined();
  registry.register(one, 'test');
  expect(registry.get('uno')?.name).toBe('one');
});

test('a name that is taken, or one that some provider refuses, stops the start', () => {
  expect(() => open([tool({ name: 'same' }), tool({ name: 'other', aliases: ['same'] })])).toThrow(
    'The tool name same is taken twice.',
  );
  expect(() => open([tool({ name: 'dots.are.not.portable' })])).toThrow('does not match');
  expect(() => open([tool({ level: 'nowhere' })])).toThrow('the level nowhere is none of its pack');
  expect(() => open([tool({ description: 'Short.' })])).toThrow('the description does not say');
});

test('the first level is shown unless one pack is asked for, and only what the caller may use', () => {
  const { registry } = open([
    tool({ name: 'seen' }),
    tool({ name: 'later', level: 'operate' }),
    tool({ name: 'act', tier: 'R1' }),
  ]);
  const shown = (context: CallContext): string[] => registry.listFor(context).map(({ name }) => name);
  expect(shown(anybody())).toEqual(['seen']);
  expect(shown({ ...anybody(), pack: 'test' })).toEqual(['later', 'seen']);
  expect(shown({ ...anybody(), pack: 'other' })).toEqual([]);
  expect(shown(key({ role: 'operator' }))).toEqual(['act', 'seen']);
  expect(shown(key({ role: 'operator', scopes: ['stations:read'] }))).toEqual(['seen']);
  expect(shown(key({ role: 'operator', scopes: ['sessions'] }))).toEqual([]);
});

test('a call that is done is answered, and written down with who asked', async () => {
  const { registry, audit } = open([tool({ name: 'look', aliases: ['see'], subject: ({ id }) => id ?? 'none' })]);
  const answer = await registry.execute('see', { id: 'CP-7' }, key({ role: 'viewer' }));
  expect(answer).toEqual({ text: 'Done.', data: { ok: true } });
  expect(audit).toEqual([
    {
      ...{ principal: 'key-1', door: 'mcp', action: 'tool:look', subject: 'CP-7', outcome: 'done' },
      details: { arguments: { id: 'CP-7' }, tier: 'R0', toolHash: registry.get('look')?.contentHash },
    },
  ]);
});

test('arguments are kept without secrets, hidden characters or bulk', async () => {
  const { registry, audit } = open([tool({})]);
  const deep = { a: { b: { c: { d: { e: 'x' } } } } };
  const given = {
    id: 'A\u0000\u202eB',
    password: 'hunter2',
    idTag: '04AABB',
    list: Array(99).fill('y'.repeat(999)),
    deep,
  };
  await expect(registry.execute('look', given, anybody())).rejects.toThrow('is not an argument');
  expect(audit[0]?.details['arguments']).toEqual({
    ...{ id: 'AB', password: '[redacted]', idTag: '[redacted]' },
    ...{ list: Array(30).fill(`${'y'.repeat(199)}…`), deep: { a: { b: { c: { d: '[too deep]' } } } } },
  });
});

test.each<[what: string, definition: Partial<Definition>, context: () => CallContext, code: string, sentence: string]>([
  ['somebody without a key', { tier: 'R1' }, () => anybody(), 'NOT_SIGNED_IN', 'needs a key of role operator'],
  ['too low a role', { tier: 'R1' }, () => key({ role: 'viewer' }), 'NOT_ALLOWED', 'needs the role operator'],
  ['a key for something else', {}, () => key({ scopes: ['sessions'] }), 'NOT_ALLOWED', 'needs the scope stations:read'],
  ['an agent with R4', { tier: 'R4' }, () => key({ role: 'administrator' }), 'NOT_ALLOWED', 'only for a person'],
  ['everybody with R2', { tier: 'R2' }, () => key({ role: 'operator' }), 'NOT_ALLOWED', "a person's approval"],
  ['everybody with R3', { tier: 'R3' }, () => key({ role: 'administrator' }), 'NOT_ALLOWED', "a person's approval"],
])('%s is refused, and that is written down', async (_who, definition, context, code, sentence) => {
  let ran = false;
  const run: Definition['run'] = () => {
    ran = true;
    return Promise.resolve({ text: 'Done.', data: { ok: true } });
  };
  const { registry, audit } = open([tool({ ...definition, run })]);
  await expect(registry.execute('look', {}, context())).rejects.toThrow(sentence);
  expect(ran).toBe(false);
  expect(audit).toMatchObject([{ outcome: 'refused', action: 'tool:look', details: { error: code } }]);
});

test('a tool that is not there, or not at this address, is unknown', async () => {
  const { registry, audit } = open([tool({})]);
  await expect(registry.execute('\u202enothing', {}, anybody())).rejects.toMatchObject({
    ...{
      name: 'SigecError',
      code: 'NOT_FOUND',
      message: 'There is no tool named nothing here. List the tools to see their names.',
    },
  });
  await expect(registry.execute('look', {}, { ...anybody(), pack: 'other' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['tool:nothing', 'failed'],
    ['tool:look', 'failed'],
  ]);
});

test('a tool that takes too long is stopped and told so', async () => {
  let seen: AbortSignal | undefined;
  const never: Definition['run'] = (_input, { signal }) => {
    seen = signal;
    return new Promise(() => {});
  };
  const { registry, audit } = open([tool({ timeoutMs: 20, run: never })]);
  await expect(registry.execute('look', {}, anybody())).rejects.toThrow(
    'look was not done within 0.02 seconds and was stopped.',
  );
  expect(seen?.aborted).toBe(true);
  expect(audit).toMatchObject([{ outcome: 'failed', details: { error: 'INTERNAL' } }]);
});

test('a caller who gives up reaches the tool', async () => {
  const giving = new AbortController();
  const untilAborted: Definition['run'] = (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      giving.abort();
    });
  const { registry } = open([tool({ run: untilAborted })]);
  await expect(registry.execute('look', {}, { ...anybody(), signal: giving.signal })).rejects.toThrow(
    'look was cancelled before it was done',
  );
  await expect(registry.execute('look', {}, { ...anybody(), signal: giving.signal })).rejects.toThrow(
    'look was cancelled before it was done',
  );
});

test('closing ends the calls under way, each of them written down', async () => {
  const started = Promise.withResolvers<void>();
  const never: Definition['run'] = () => {
    started.resolve();
    return new Promise(() => {});
  };
  const { registry, audit } = open([tool({ run: never })]);
  const call = registry.execute('look', {}, anybody()).catch((thrown: unknown) => thrown);
  await started.promise;
  await registry.close();
  expect(audit).toMatchObject([{ outcome: 'failed' }]);
  expect(await call).toMatchObject({ message: 'look was cancelled before it was done.' });
});

test('what nobody foresaw is told by a reference that stands in log and audit', async () => {
  const fault = new TypeError('secret detail');
  const { registry, audit, logged } = open([tool({ run: () => Promise.reject(fault) })]);
  const told = await registry.execute('look', {}, anybody()).catch((thrown: unknown) => thrown as SigecError);
  const { reference } = logged[0] as { reference: string };
  expect(logged).toEqual([{ tool: 'look', err: fault, reference }]);
  expect(told).toMatchObject({
    code: 'INTERNAL',
    message: `look failed by a fault of ours. An operator finds it in the log under ${reference}.`,
  });
  expect(audit).toMatchObject([{ outcome: 'failed', details: { error: 'INTERNAL', reference } }]);
});

test('an answer that could not be written down is not given', async () => {
  const away = new SigecError('DATABASE_AWAY', 'The database does not answer.');
  const { registry } = open([tool({})], { commit: () => Promise.reject(away) });
  await expect(registry.execute('look', {}, anybody())).rejects.toBe(away);
  const broken = open([tool({})], { commit: () => Promise.reject(new Error('duplicate key')) });
  await expect(broken.registry.execute('look', {}, anybody())).rejects.toThrow('in the log under');
});

const input = z.object({ id: z.string().optional().describe('Which') });
const output = z.object({ ok: z.boolean() });
type Definition = ToolDefinition<typeof input, typeof output>;

function tool(definition: Partial<Definition>): Tool {
  return defineTool({
    ...{ name: 'look', title: 'Look', description: 'Looks at what is asked for; only here to be tested.' },
    ...{ category: 'stations', level: 'observe', tier: 'R0', input, output },
    run: () => Promise.resolve({ text: 'Done.', data: { ok: true } }),
    ...definition,
  });
}

type Opened = { registry: Registry; audit: AuditEntry[]; logged: object[] };

function open(tools: Tool[], ledger?: Parameters<typeof createRegistry>[0]['ledger']): Opened {
  const audit: AuditEntry[] = [];
  const logged: object[] = [];
  const recorder: typeof ledger = {
    commit(entry) {
      audit.push(...(entry.audit ?? []));
      return Promise.resolve({ status: 'recorded' });
    },
  };
  const log: Log = { debug() {}, info() {}, warn() {}, error: (facts) => logged.push(facts) };
  const registry = createRegistry({
    ledger: ledger ?? recorder,
    log,
    may: (principal, need) => may(principal, need, { isReadingOpen: true }),
  });
  const levels: Pack['levels'] = [
    { name: 'observe', about: 'See' },
    { name: 'operate', about: 'Act' },
  ];
  registry.addPack({ name: 'test', title: 'Test', instructions: 'Look.', levels, tools });
  return { registry, audit, logged };
}

function anybody(): CallContext {
  return { actor: { principal: null, door: 'mcp' }, signal: AbortSignal.timeout(10_000) };
}

function key(principal: Partial<Principal>): CallContext {
  const whole: Principal = { id: 'key-1', name: 'a key', kind: 'agent', role: 'viewer', scopes: [], ...principal };
  return { ...anybody(), actor: { principal: whole, door: 'mcp' } };
}
