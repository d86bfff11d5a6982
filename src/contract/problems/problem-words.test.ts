import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish, inWords, problemWords, sentenceOf } from './problem-words.ts';

const all = Object.entries(problemWords);

test.each(all)('%s exists in both languages, and they name the same values', (_code, [en, ptBR]) => {
  expect([en.trim(), ptBR.trim()]).not.toContain('');
  expect(namesIn(ptBR)).toEqual(namesIn(en));
});

test.each(all)('values fill every place of %s, in either language', (code, [en]) => {
  const values = Object.fromEntries(namesIn(en).map((name) => [name, `<${name}>`]));
  for (const language of ['en', 'pt-BR'] as const) {
    const words = inWords({ code, values }, { language });
    expect(words).not.toMatch(/[{}]|undefined/);
    for (const value of Object.values(values)) expect(words).toContain(value);
  }
});

test('no code is used by two subjects', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['problem-words*.ts'] });
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const codes = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}'?([\w-]+)'?: \[/gm)].map(([, code]) => code ?? ''),
  );
  expect(codes.toSorted()).toEqual(Object.keys(problemWords).toSorted());
});

test('a sentence within a sentence is said in the same language', () => {
  const why = sentenceOf('refused-driver-not-here', { place: sentenceOf('at-site', { siteId: 'congonhas' }) });
  const said = sentenceOf('reserve-token-refused', { stationId: 'CP-1', why });
  expect(inEnglish(said)).toContain('Its driver may not charge at site congonhas;');
  expect(inWords(said, { language: 'pt-BR' })).toContain('O motorista dele não pode carregar no local congonhas;');
});

test('moments are shown as the reader has them, names one after the other', () => {
  const times = { from: '2026-03-01T10:00:00.000Z', until: '2026-03-01T11:00:00.000Z' };
  const said = sentenceOf('reserve-evse-reserved', { stationId: 'CP-1', evseId: 1, reservationId: 7, ...times });
  const time = (moment: string) => moment.slice(11, 13);
  expect(inWords(said, { language: 'pt-BR', time })).toContain('reservado de 10 até 11 (reserva 7)');
  expect(inEnglish(said)).toContain(times.from);
  expect(inEnglish(sentenceOf('reserve-no-evse', { stationId: 'CP-1', evseId: 3, known: [1, 2] }))).toContain('1, 2.');
});

test.each([
  ['a code of another version', { code: 'not-known-yet', values: {} }],
  ['a name that every object has', { code: 'constructor', values: {} }],
  ['a value that is missing', { code: 'no-site', values: {} }],
  ['a value that every object has', { code: 'no-site', values: { toString: 'x' } }],
  ['a value of another kind', { code: 'no-site', values: { siteId: null } }],
  ['a sentence inside that is unknown', { code: 'no-site', values: { siteId: { code: 'nobody', values: {} } } }],
])('%s is left to the English sentence', (_what, said) => {
  expect(inWords(said, { language: 'pt-BR' })).toBeNull();
});

function namesIn(words: string): string[] {
  return [...new Set([...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted();
}

test('what a proposal would do is said whole in both languages', () => {
  const effect = sentenceOf('effect-reset-waits-many', {
    what: sentenceOf('place-whole'),
    sessions: sentenceOf('many-sessions', { count: 2 }),
  });
  expect(inEnglish(effect)).toBe(
    'Restarts the whole charge point once the 2 sessions that are running there have ended.',
  );
  expect(inWords(effect, { language: 'pt-BR' })).toBe(
    'Reinicia a estação inteira quando terminarem as 2 sessões em andamento ali.',
  );
});
