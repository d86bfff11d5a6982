import { expect, test } from 'vitest';
import type { CallQuestion } from '#assistant/allowances/decide-call.ts';
import type { ServerQuestion } from '#assistant/servers/servers.ts';
import { recordedTerminal } from '../../../../test/support/terminal.ts';
import { personAt } from './person.ts';

const question: CallQuestion = {
  id: 'call-1',
  tool: {
    name: 'weather__now',
    server: 'weather',
    tool: 'now',
    title: 'Now',
    description: 'Tells\u001b[2J the weather.',
    inputSchema: {},
    risk: 'unknown',
    isForeign: true,
    hash: 'h',
  },
  arguments: { city: 'Recife\u001b[31m' },
  because: 'foreign',
  choices: ['once', 'session', 'always', 'deny'],
};
const { signal } = new AbortController();

function sitting(typed: string[] | undefined, given: { isAllowing?: boolean; language?: 'en' | 'pt-BR' } = {}) {
  const terminal = recordedTerminal({
    language: given.language ?? 'en',
    ...(typed !== undefined && { typed, screen: { columns: 80, rows: 24 } }),
  });
  const unasked: string[] = [];
  const steps: string[] = [];
  const person = personAt({
    terminal,
    isAttended: typed !== undefined,
    isAllowing: given.isAllowing === true,
    view: { pause: () => steps.push('pause'), resume: () => steps.push('resume') },
    onUnasked: (tool) => unasked.push(tool),
  });
  return { person, terminal, unasked, steps };
}

test.each([
  ['y', 'once'],
  ['yes', 'once'],
  ['s', 'session'],
  ['always', 'always'],
  ['n', 'deny'],
  ['', 'deny'],
])('"%s" means %s', async (typed, decision) => {
  const { person, steps } = sitting([typed]);
  expect(await person.decide(question, signal)).toBe(decision);
  expect(steps).toEqual(['pause', 'resume']);
});

test('in Portuguese the letters are those of Portuguese words', async () => {
  const { person, terminal } = sitting(['c'], { language: 'pt-BR' });
  expect(await person.decide(question, signal)).toBe('session');
  expect(terminal.shown.err).toContain('Permitir? [s]im [c]onversa s[e]mpre [n]ão [d]etalhes');
});

test('details show all of it without commanding the terminal, and ask again', async () => {
  const { person, terminal } = sitting(['d', 'maybe', 'y']);
  expect(await person.decide(question, signal)).toBe('once');
  expect(terminal.shown.err).toContain('Tells the weather.');
  expect(terminal.shown.err).toContain('"city"');
  expect(terminal.shown.err).toContain('Type one of the letters');
  expect(terminal.shown.err).not.toContain('\u001b');
});

test('what may not be given for long is not offered, and the letter for it does not count', async () => {
  const { person, terminal } = sitting(['a', 's', 'n']);
  const once: CallQuestion = { ...question, because: 'tainted', choices: ['once', 'deny'] };
  expect(await person.decide(once, signal)).toBe('deny');
  expect(terminal.shown.err).not.toContain('[a]lways');
});

test('whoever leaves has allowed nothing', async () => {
  const { person } = sitting([]);
  expect(await person.decide(question, signal)).toBe('deny');
});

test('where nobody can be asked nothing is done, unless it was allowed before, and never after foreign text', async () => {
  const alone = sitting(undefined);
  expect(await alone.person.decide(question, signal)).toBe('deny');
  expect(alone.unasked).toEqual(['weather__now']);
  const allowing = sitting(undefined, { isAllowing: true });
  expect(await allowing.person.decide(question, signal)).toBe('once');
  expect(await allowing.person.decide({ ...question, because: 'tainted' }, signal)).toBe('deny');
  expect(await allowing.person.answer(form({}), signal)).toEqual({ action: 'cancel' });
});

function form(properties: object, required: string[] = []): ServerQuestion {
  const schema = { properties, required };
  return { server: 'sigec', isForeign: false, message: 'Restart\u001b[2J it?', schema, url: undefined };
}

test.each([
  ['y', { action: 'accept', content: { approve: true } }],
  ['n', { action: 'decline' }],
  ['', { action: 'cancel' }],
])('a question of yes or no, answered with "%s"', async (typed, answer) => {
  const { person, terminal } = sitting([typed]);
  expect(await person.answer(form({ approve: { type: 'boolean', default: false } }, ['approve']), signal)).toEqual(
    answer,
  );
  expect(terminal.shown.err).toContain('sigec asks:');
  expect(terminal.shown.err).toContain('Restart it?');
  expect(terminal.shown.err).not.toContain('\u001b');
});

test('a form is filled in field by field, and what does not fit is asked again', async () => {
  const fields = {
    site: { type: 'string', title: 'Site' },
    hours: { type: 'integer', default: 2 },
    power: { type: 'number' },
    size: { type: 'string', enum: ['small', 'large'] },
    note: { type: 'string' },
  };
  const { person, terminal } = sitting(['Recife', '', 'much', '7,4', 'huge', 'Large', '']);
  expect(await person.answer(form(fields, ['site', 'power', 'size']), signal)).toEqual({
    action: 'accept',
    content: { site: 'Recife', hours: 2, power: 7.4, size: 'large' },
  });
  expect(terminal.shown.err.match(/does not fit/g)).toHaveLength(2);
});

test.each([
  ['en', 'weather is not part of your system. What you answer goes to whoever runs it: no passwords, keys or codes.'],
  [
    'pt-BR',
    'weather não faz parte do seu sistema. A resposta vai para quem o opera: nada de senhas, chaves ou códigos.',
  ],
] as const)('a question of somebody else says whose it is (%s)', async (language, warning) => {
  const { person, terminal } = sitting([''], { language });
  const url = 'https://sigec.example.evil.example/pay?x=1';
  const asked = { ...form({}), server: 'weather', isForeign: true, schema: undefined, url };
  expect(await person.answer(asked, signal)).toEqual({ action: 'decline' });
  expect(terminal.shown.err).toContain(warning);
  expect(terminal.shown.err).toMatch(/(at|em) sigec\.example\.evil\.example\n/);
});

test('a form that is left is not sent', async () => {
  const { person } = sitting(['Recife']);
  const fields = { site: { type: 'string' }, power: { type: 'number' } };
  expect(await person.answer(form(fields, ['site', 'power']), signal)).toEqual({ action: 'cancel' });
});

test('an address is shown, and nothing is said to have happened there unless the person says so', async () => {
  const asked = { ...form({}), schema: undefined, url: 'https://example.org/pay' };
  const { person, terminal } = sitting(['y', '']);
  expect(await person.answer(asked, signal)).toEqual({ action: 'accept', content: {} });
  expect(await person.answer(asked, signal)).toEqual({ action: 'decline' });
  expect(terminal.shown.err).toContain('https://example.org/pay');
});
