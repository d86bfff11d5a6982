import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '#assistant/conversation/turn-event.ts';
import { serversOf } from '../../../../test/support/agent-parts.ts';
import { recordedTerminal } from '../../../../test/support/terminal.ts';
import { texts } from '../text/text.ts';
import { argumentWords, callWords, durationWords } from './call-words.ts';
import type { Chat } from './chat.ts';
import { resumedLines } from './resumed-lines.ts';
import { prompts, resources, servers, tools } from './slash/servers.ts';
import { TurnView } from './turn-view.ts';
import { usageLine } from './usage-words.ts';

const started = (id: string, name: string, given: object = {}): TurnEvent =>
  ({
    type: 'call-started',
    call: { id, name, arguments: given },
    server: 'sigec',
    tool: name,
    title: `title of ${name}`,
  }) as TurnEvent;
const ended = (callId: string, isError = false): TurnEvent => ({
  type: 'call-ended',
  callId,
  isError,
  text: 'x',
  tookMs: 38,
});
const over = (reason: string, about?: string): TurnEvent =>
  ({ type: 'ended', ending: { reason, about } }) as unknown as TurnEvent;

function shown(
  events: readonly TurnEvent[],
  { isQuiet = false, screen }: { isQuiet?: boolean; screen?: { columns: number; rows: number } } = {},
) {
  const terminal = recordedTerminal(screen === undefined ? {} : { screen });
  const view = new TurnView(terminal, { isQuiet });
  view.begin();
  for (const event of events) view.show(event);
  view.pause();
  return { ...terminal.shown, view };
}

describe('an answer while it comes about', () => {
  test('is written as it comes, with a line for each tool beside it', () => {
    const { out, err, view } = shown([
      { type: 'text', text: 'Looking' },
      started('1', 'list_stations', { status: 'faulted' }),
      ended('1'),
      { type: 'text', text: 'Two.' },
      over('done'),
    ]);
    expect(out).toContain('Looking');
    expect(err).toBe('  ⏵ 1 list_stations  status: faulted  38 ms\n');
    expect(view.answer).toBe('Looking\n\nTwo.');
    expect(view.calls).toMatchObject([{ ended: { tookMs: 38 } }]);
  });

  test('a tool that failed is marked, and one that nobody asked is not shown', () => {
    const { err } = shown([started('1', 'a'), started('2', 'b'), ended('2', true), ended('2'), ended('9'), ended('1')]);
    expect(err).toBe(`  ✗ 2 b  ${texts.en.chat.callFailed}, 38 ms\n  ⏵ 1 a  38 ms\n`);
  });

  test('after a text that ended its line no line is added', () => {
    expect(shown([{ type: 'text', text: 'a\n' }, started('1', 'x'), { type: 'text', text: 'b' }]).view.answer).toBe(
      'a\nb',
    );
    expect(shown([started('1', 'x'), { type: 'text', text: 'b' }]).view.answer).toBe('b');
  });

  test.each([
    ['done', undefined, ''],
    ['cancelled', undefined, 'cancelled\n'],
    ['failed', 'The model is away.', 'The model is away.\n'],
  ])('that ended %s tells %s', (reason, about, err) => {
    expect(shown([over(reason, about)]).err).toBe(err);
    expect(shown([over(reason, about)], { isQuiet: true }).err).toBe('');
  });

  test('warnings and what was left out are told', () => {
    const events = [
      { type: 'warning', text: 'careful' },
      { type: 'compacted', messagesBefore: 9, messagesAfter: 3 },
    ] as unknown as TurnEvent[];
    expect(shown(events).err).toBe(`careful\n${texts.en.chat.compacted('9', '3')}\n`);
    expect(shown(events, { isQuiet: true }).err).toBe('');
  });

  test('is kept to oneself where it is quiet', () => {
    const { out, err, view } = shown([{ type: 'text', text: 'x' }, started('1', 'a'), ended('1'), over('done')], {
      isQuiet: true,
    });
    expect([out, err, view.answer]).toEqual(['', '', 'x\n\n']);
  });

  test('proposals are kept for whoever decides', () => {
    expect(shown([{ type: 'proposal-made', proposal: { id: 'p' } } as TurnEvent]).view.proposals).toEqual([
      { id: 'p' },
    ]);
  });

  test('on a screen, a long call is cut and how far it is is shown', () => {
    const screen = { columns: 60, rows: 10 };
    const progress = (more: object) => ({ type: 'call-progress', callId: '1', done: 5, ...more }) as TurnEvent;
    const { out } = shown(
      [
        started('1', 'list', { search: 'x'.repeat(100), more: 'y'.repeat(30) }),
        progress({ total: 10, about: 'half' }),
        progress({}),
        progress({ total: 0 }),
        progress({ done: 20, total: 10 }),
        ended('1'),
      ],
      { screen },
    );
    expect(out).toContain('[##########          ] 50%  half');
    expect(out).toContain('[####################] 100%');
    expect(out).toContain('list  5');
    expect(out).toContain('…');
  });
});

test('a call is told by what it was passed on to, shortly', () => {
  expect(callWords({ call: { id: '1', name: 'call_tool', arguments: {} }, title: 'reset' })).toBe('reset');
  expect(argumentWords({ id: 'CP-7', list: [1], none: undefined, long: 'x'.repeat(41), fits: 'y'.repeat(40) })).toBe(
    `id: CP-7, list: [1], none: null, long: ${'x'.repeat(39)}…, fits: ${'y'.repeat(40)}`,
  );
  expect([
    durationWords({ language: 'en' }, 999),
    durationWords({ language: 'en' }, 1000),
    durationWords({ language: 'pt-BR' }, 2149),
  ]).toEqual(['999 ms', '1.0 s', '2,1 s']);
});

describe('a conversation that is taken up again', () => {
  const chatOf = (messages: object[]) =>
    ({
      conversation: { id: '12345678-x', title: 'T', messages },
      terminal: recordedTerminal({ screen: { columns: 30, rows: 9 } }),
    }) as unknown as Chat;

  test('shows where it stood', () => {
    const said = ['one', 'two\nmore', 'three', 'four', 'x'.repeat(40)].map((text, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      text,
    }));
    const lines = resumedLines(chatOf([...said, { role: 'tool', text: 'hidden' }, { role: 'assistant', text: ' ' }]));
    expect(lines).toHaveLength(6);
    expect(lines.join('\n')).not.toMatch(/one|more|hidden/);
    expect(lines.at(-1)).toMatch(/^.{1,26}$/);
    expect(lines[2]).toBe('  two');
  });

  test('shows nothing where nothing was said', () => {
    expect(resumedLines(chatOf([]))).toEqual([]);
  });
});

test('an answer that somebody charges for tells what it took', () => {
  const chat = (isModel: boolean, price?: object) =>
    ({
      terminal: recordedTerminal(),
      agent: { mind: { isModel }, prices: { currency: 'USD' } },
      price,
    }) as unknown as Chat;
  const ending = (inputTokens: number, outputTokens: number) =>
    ({ usage: { inputTokens, outputTokens }, tookMs: 1500 }) as never;
  expect(usageLine(chat(false), ending(1, 1))).toBeUndefined();
  expect(usageLine(chat(true), ending(0, 0))).toBeUndefined();
  expect(usageLine(chat(true), ending(1234, 0))).toMatch(/1,234.* · 1\.5 s$/);
  expect(usageLine(chat(true), ending(1234, 56))).not.toContain('USD');
  expect(usageLine(chat(true, { input: 1, output: 2 }), ending(1_000_000, 0))).toContain('USD');
});

describe('what is asked of servers', () => {
  function chatOf(other: object = {}) {
    const terminal = recordedTerminal({ screen: { columns: 100, rows: 20 } });
    const done: unknown[] = [];
    const states = [
      { name: 'sigec', status: 'connected', toolCount: 2, address: 'http://a', changedTools: [] },
      {
        name: 'other',
        status: 'unreachable',
        trouble: null,
        retryAt: null,
        toolCount: 0,
        address: 'http://b',
        changedTools: ['x'],
        reason: 'gone',
      },
    ];
    const base = serversOf(
      {
        name: 'list',
        description: 'Lists stations. And more.',
        risk: 'reads',
        inputSchema: {
          type: 'object',
          properties: { id: { type: 'string', description: 'Which' }, n: {} },
          required: ['id'],
        },
      },
      { name: 'reset', description: 'Restarts.', risk: 'changes' },
    );
    const all = {
      ...base,
      states: () => states,
      changed: () => [
        { tool: 'x', description: 'one\ntwo', isNew: true },
        { tool: 'y', description: 'z', isNew: false },
      ],
      accept: async (name: string) => done.push(['accept', name]),
      retry: async (name: string) => done.push(['retry', name]),
      resources: async () => [
        { uri: 'x://1', server: 'other', name: 'n', description: '' },
        { uri: 'x://2', server: 'sigec', name: 'n', description: 'd' },
      ],
      readResource: async (server: string, uri: string) => `${server} ${uri}`,
      prompts: async () => [
        {
          name: 'ask',
          server: 'sigec',
          description: 'Asks',
          arguments: [
            { name: 'a', required: true },
            { name: 'b', required: false },
          ],
        },
      ],
      prompt: async (_server: string, _name: string, given: object) => JSON.stringify(given),
      ...other,
    };
    const chat = {
      terminal,
      agent: { servers: all },
      conversation: { isTainted: false },
      ask: async (text: string) => done.push(['ask', text]),
    } as unknown as Chat;
    return { chat, done, out: () => terminal.shown.out };
  }

  test.each([
    ['servers', servers, []],
    ['servers sigec', servers, ['sigec']],
    ['servers accept sigec', servers, ['accept', 'sigec']],
    ['servers retry other', servers, ['retry', 'other']],
    ['tools', tools, []],
    ['tools list', tools, ['list']],
    ['tools RESTARTS', tools, ['RESTARTS']],
    ['tools nothing', tools, ['nothing']],
    ['resources', resources, []],
    ['resources x://1', resources, ['x://1']],
    ['resources x://9', resources, ['x://9']],
    ['prompts', prompts, []],
    ['prompts ask', prompts, ['ask', 'a=1', 'b=2=3']],
  ] as const)('/%s', async (_line, slash, words) => {
    const { chat, done, out } = chatOf();
    await slash.run(chat, [...words], words.join(' '));
    expect({ out: out(), done }).toMatchSnapshot();
  });

  test.each([
    [servers, ['nobody']],
    [servers, ['accept', 'nobody']],
    [servers, ['other', 'sigec']],
    [prompts, ['nothing']],
    [prompts, ['ask']],
    [prompts, ['ask', 'b=1']],
    [prompts, ['ask', 'a=1', 'x']],
  ] as const)('%o with %o is wrong', async (slash, words) => {
    await expect(slash.run(chatOf().chat, [...words], '')).rejects.toThrow(/./);
  });

  test('a prompt that others wrote is foreign text, one of ours is not', async () => {
    for (const isOwn of [true, false]) {
      const { chat } = chatOf({ states: () => [{ name: 'sigec', isOwn }] });
      await prompts.run(chat, ['ask', 'a=1'], '');
      expect(chat.conversation.isTainted).toBe(!isOwn);
    }
  });

  test('nothing is there', async () => {
    const empty = { states: () => [], resources: async () => [], prompts: async () => [] };
    for (const [slash, words] of [
      [servers, []],
      [resources, []],
      [prompts, []],
    ] as const) {
      const { chat, out } = chatOf(empty);
      await slash.run(chat, [...words], words.join(' '));
      expect(out().split('\n')).toHaveLength(2);
    }
    await expect(resources.run(chatOf(empty).chat, ['x://9'], '')).rejects.toThrow(/./);
  });

  test('completes what can be asked for', async () => {
    const { chat } = chatOf();
    expect(await servers.complete?.(chat)).toEqual(['accept', 'retry', 'add', 'remove', 'sigec', 'other']);
    expect(await tools.complete?.(chat)).toEqual(['list', 'reset']);
  });
});
