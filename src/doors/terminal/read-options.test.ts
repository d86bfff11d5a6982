import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { dayWords, hoursWords } from './access-words.ts';
import { orNull, readAmount, readHours, readPlaces } from './read-options.ts';
import { texts } from './text/text.ts';

const terminal = recordedTerminal();

test.each([
  [['always'], null],
  [['06:00-22:00'], [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], hours: '06:00-22:00' }]],
  [['Mon-Wed,sun 22:00-06:00'], [{ days: ['mon', 'tue', 'wed', 'sun'], hours: '22:00-06:00' }]],
])('opening hours %j', (given, hours) => {
  expect(readHours(terminal, given)).toEqual(hours);
});

test.each(['', 'fri-mon 06:00-22:00', 'mon 6-22', 'mon- 06:00-22:00', 'always'])('no opening hours: %j', (given) => {
  expect(() => readHours(terminal, ['mon 06:00-22:00', given])).toThrow(/--hours cannot be/);
});

test.each([
  [['mon', 'tue', 'wed', 'thu', 'fri'], 'Mon–Fri', 'seg–sex'],
  [['sat', 'sun', 'holiday'], 'Sat, Sun, holidays', 'sáb, dom, feriados'],
  [['sun', 'mon'], 'Mon, Sun', 'seg, dom'],
  [['mon', 'tue', 'wed', 'sat'], 'Mon–Wed, Sat', 'seg–qua, sáb'],
] as const)('days %j', (days, english, portuguese) => {
  expect(dayWords(texts.en, days)).toBe(english);
  expect(dayWords(texts['pt-BR'], days)).toBe(portuguese);
});

test('a site without hours is always open, one with none never', () => {
  expect([hoursWords(texts.en, null), hoursWords(texts.en, [])]).toEqual(['always', 'never']);
});

test('an empty value takes away, an absent one says nothing', () => {
  expect([orNull(''), orNull(undefined), orNull('x')]).toEqual([null, undefined, 'x']);
});

test('places are everywhere, named ones, or not spoken of', () => {
  expect(readPlaces(terminal, {})).toBeUndefined();
  expect(readPlaces(terminal, { everywhere: true })).toBe('everywhere');
  expect(readPlaces(terminal, { site: ['a'] })).toEqual({ siteIds: ['a'], stationIds: [] });
});

test.each(['12,50', '12.50'])('an amount as %s stays decimal text', (value) => {
  expect(readAmount(terminal, { name: '--credit', value })).toBe('12.50');
});

test.each(['-1', '1.23456', '1e3', '1.000,00', ''])('no amount: %j', (value) => {
  expect(() => readAmount(terminal, { name: '--credit', value })).toThrow(/--credit cannot be/);
});
