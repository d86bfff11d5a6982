import { describe, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { DeviceLink } from './device-link.ts';
import type { RpcClient } from './rpc-client.ts';
import { keepTools, listTools, type WelcomeNeeds, welcome } from './welcome.ts';

type Answer = { status: string; result?: unknown; [more: string]: unknown };
const answered = (result: unknown): Answer => ({ status: 'answered', result });
const tool = (name: string, more: object = {}) => ({
  name,
  description: 'd',
  inputSchema: { type: 'object' },
  ...more,
});
const signal = new AbortController().signal;

/** A device that gives these answers, one after the other, the last one again and again. */
function linkOf(answers: Record<string, Answer[]>, transport = 'websocket') {
  const asked: [string, unknown][] = [];
  const notes: string[] = [];
  const notified: string[] = [];
  const rpc = {
    call: async (method: string, params: unknown) => {
      asked.push([method, params]);
      const queue = answers[method] ?? [];
      return (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 'offline', reason: 'gone' };
    },
    notify: (method: string) => notified.push(method),
  } as unknown as RpcClient;
  const link = {
    deviceId: 'aa',
    rpc,
    channel: { transport },
    note: (text: string) => notes.push(text),
  } as unknown as DeviceLink;
  return { link, rpc, asked, notes, notified };
}

function needsOf(known: object[] = [], vision: WelcomeNeeds['vision'] = null) {
  const told: unknown[][] = [];
  const book = {
    described: async (...args: unknown[]) => told.push(['described', ...args]),
    keepTools: async (...args: unknown[]) => told.push(['keepTools', ...args]),
    visionToken: async () => 'token',
    get: async () => ({ tools: known }),
  };
  return { needs: { book, vision, log: silentLog } as unknown as WelcomeNeeds, told };
}

describe('the tools of a device', () => {
  const listed = (answers: Answer[], isServer = false) => {
    const { rpc, asked } = linkOf({ 'tools/list': answers });
    return listTools({ rpc, isServer }).then((listing) => ({
      ...listing,
      asked,
      names: listing.tools.map(({ name }) => name),
    }));
  };

  test('are read page by page', async () => {
    const pages = [answered({ tools: [tool('a')], nextCursor: '2' }), answered({ tools: [tool('b'), tool('a')] })];
    const { names, isWhole, problem, asked } = await listed([...pages]);
    expect([names, isWhole, problem]).toEqual([['a', 'b'], true, null]);
    expect(asked.map(([, params]) => params)).toEqual([
      { cursor: '', withUserTools: true },
      { cursor: '2', withUserTools: true },
    ]);
    expect((await listed(pages, true)).asked.map(([, params]) => params)).toEqual([{}, { cursor: '2' }]);
  });

  test('count once where two have the same name, the first of them, and that is told', async () => {
    const twice = [tool('a'), tool('a', { description: 'another' })];
    const { tools, problem } = await listed([answered({ tools: twice })]);
    expect(tools).toMatchObject([{ name: 'a', description: 'd' }]);
    expect(problem).toBe('The device lists a tool twice under one name, and the first one counts: a.');
    const shouting = [tool('do as I say'), tool('do as I say', { description: 'now' })];
    expect((await listed([answered({ tools: shouting })])).problem).toMatch(/the first one counts\.$/);
  });

  test.each<[string, Answer, string]>([
    ['an error', { status: 'error', message: 'x' }, 'The device answered tools/list with an error.'],
    ['something broken', { status: 'broken', problem: 'no JSON' }, 'The device answered tools/list with no JSON.'],
    ['nothing', { status: 'no-answer', reason: 'It is late.' }, 'It is late.'],
    ['no list', answered({}), 'The device answered tools/list without tools.'],
    ['no object', answered('x'), 'The device answered tools/list without tools.'],
  ])('are not whole after %s', async (_what, answer, problem) => {
    expect(await listed([answered({ tools: [tool('a')], nextCursor: '2' }), answer])).toMatchObject({
      names: ['a'],
      isWhole: false,
      problem,
    });
  });

  test('are not whole where pages go on for ever', async () => {
    expect((await listed([answered({ tools: [], nextCursor: 'x' })])).problem).toContain('the same page');
    const pages = Array.from({ length: 70 }, (_, page) => answered({ tools: [], nextCursor: String(page) }));
    const endless = await listed(pages);
    expect([endless.problem, endless.asked.length]).toEqual(['The device lists more than 64 pages of tools.', 64]);
  });

  test('are 512 at most', async () => {
    const many = (count: number) =>
      listed([answered({ tools: Array.from({ length: count }, (_, number) => tool(`t${number}`)), nextCursor: '' })]);
    expect(await many(512)).toMatchObject({ problem: null, isWhole: true });
    const over = await many(513);
    expect([over.tools.length, over.problem]).toEqual([
      512,
      'The device lists more than 512 tools; the rest is left out.',
    ]);
  });

  test.each([
    [tool('x'.repeat(128)), true],
    [tool('x'.repeat(129)), false],
    [tool(''), false],
    [tool('a', { name: 7 }), false],
    [tool('a', { description: 'x'.repeat(8192) }), true],
    [tool('a', { description: 'x'.repeat(8193) }), false],
    [tool('a', { description: 7 }), false],
    [tool('a', { inputSchema: [] }), false],
    [tool('a', { inputSchema: { x: 'x'.repeat(32 * 1024) } }), false],
    [{ name: 'a' }, true],
    ['a', false],
  ])('%o can be used: %s', async (item, isUsable) => {
    const { tools, problem } = await listed([answered({ tools: [item] })]);
    expect([tools.length, problem === null]).toEqual(isUsable ? [1, true] : [0, false]);
  });

  test.each([
    [['user'], true],
    [['user', 'user'], true],
    [['user', 'assistant'], false],
    [[], false],
    ['user', false],
    [undefined, false],
  ])('for %o are for users only: %s', async (audience, isForUsersOnly) => {
    expect((await listed([answered({ tools: [tool('a', { annotations: { audience } })] })])).tools).toMatchObject([
      { isForUsersOnly },
    ]);
    expect((await listed([answered({ tools: [tool('a')] })])).tools).toMatchObject([{ isForUsersOnly: false }]);
  });
});

describe('the tools that are kept', () => {
  const kept = async (answers: Answer[], known: object[] = []) => {
    const { link, notes } = linkOf({ 'tools/list': answers });
    const { needs, told } = needsOf(known);
    const isWhole = await keepTools(link, needs);
    return { isWhole, notes, names: told.map(([, , tools]) => (tools as { name: string }[]).map(({ name }) => name)) };
  };

  test('are those of a whole list', async () => {
    expect(await kept([answered({ tools: [tool('a')] })], [tool('old')])).toEqual({
      isWhole: true,
      notes: [],
      names: [['a']],
    });
  });

  test('stay where a list broke off', async () => {
    const broken = [answered({ tools: [tool('a')], nextCursor: '2' }), { status: 'no-answer', reason: 'Late.' }];
    expect(await kept(broken, [tool('a'), tool('old')])).toEqual({
      isWhole: false,
      notes: ['Late.'],
      names: [['a', 'old']],
    });
    expect(await kept([{ status: 'no-answer', reason: 'Late.' }], [tool('old')])).toMatchObject({
      isWhole: false,
      names: [],
    });
  });
});

describe('a device that connects', () => {
  const about = { serverInfo: { name: 'n'.repeat(130), version: 'v'.repeat(70) } };
  const greeted = async (
    answers: Answer[],
    { transport = 'websocket', vision = null as WelcomeNeeds['vision'] } = {},
  ) => {
    const made = linkOf({ initialize: answers, 'tools/list': [answered({ tools: [] })] }, transport);
    const { needs, told } = needsOf([], vision);
    await welcome(made.link, needs, signal);
    return {
      ...made,
      told,
      hellos: made.asked.filter(([method]) => method === 'initialize').map(([, params]) => params),
    };
  };

  test('is described and asked for its tools', async () => {
    const { told, notified, notes, hellos } = await greeted([answered(about)]);
    expect(told).toEqual([
      ['described', 'aa', { board: 'n'.repeat(120), firmware: 'v'.repeat(60) }],
      ['keepTools', 'aa', []],
    ]);
    expect([notified, notes]).toEqual([['notifications/initialized'], []]);
    expect(hellos).toMatchObject([{ protocolVersion: '2024-11-05', capabilities: {} }]);
  });

  test('hears where photos go; a server does not', async () => {
    const vision = { url: 'http://x' };
    expect((await greeted([answered(about)], { vision })).hellos).toMatchObject([
      { capabilities: { vision: { url: 'http://x', token: 'token' } } },
    ]);
    expect((await greeted([answered(about)], { vision, transport: 'endpoint' })).hellos).toMatchObject([
      { protocolVersion: '2025-06-18', capabilities: {} },
    ]);
  });

  test('may still be starting up', async () => {
    const late = { status: 'no-answer', reason: 'x' };
    expect((await greeted([late, { status: 'busy', reason: 'x' }, answered(about)])).told).toHaveLength(2);
    const never = await greeted([late]);
    expect([never.hellos.length, never.notes, never.told]).toEqual([3, ['initialize was not answered, 3 times'], []]);
  });

  test('that is gone is left alone', async () => {
    const { told, notes, notified } = await greeted([{ status: 'offline', reason: 'gone' }]);
    expect([told, notes, notified]).toEqual([[], [], []]);
  });

  test.each<[Answer, string]>([
    [{ status: 'error', message: 'x' }, 'initialize was answered with an error'],
    [answered({}), 'initialize was answered without name and version'],
    [answered({ serverInfo: { name: 'n' } }), 'initialize was answered without name and version'],
    [answered({ serverInfo: 'x' }), 'initialize was answered without name and version'],
  ])('that answers %o is asked for its tools all the same', async (answer, note) => {
    const { notes, told } = await greeted([answer]);
    expect([notes, told]).toEqual([[note], [['keepTools', 'aa', []]]]);
  });
});
