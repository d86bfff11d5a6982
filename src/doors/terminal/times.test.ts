import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { parseDuration } from './read-options.ts';
import { localTime, relativeTime, shownTime } from './times.ts';

const now = new Date('2026-03-01T12:00:00Z');

test('a local time says its zone and means the same moment', () => {
  const shown = localTime('2026-03-01T08:00:05.700Z');
  expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$/);
  expect(new Date(shown).toISOString()).toBe('2026-03-01T08:00:05.000Z');
});

test.each([
  ['2026-03-01T11:59:30Z', undefined, undefined],
  ['2026-03-01T11:57:00Z', '3 min. ago', 'há 3 min.'],
  ['2026-03-01T09:01:00Z', '2 hr. ago', 'há 2 h'],
  ['2026-02-26T12:00:00Z', '3 days ago', 'há 3 dias'],
  ['2026-03-03T13:00:00Z', 'in 2 days', 'em 2 dias'],
])('%s is %s, or %s', (time, english, portuguese) => {
  expect(relativeTime(time, { now, language: 'en' })).toBe(english);
  expect(relativeTime(time, { now, language: 'pt-BR' })).toBe(portuguese);
});

test('people read how long ago it was, programs the time', () => {
  const time = '2026-03-01T11:57:00Z';
  const screen = { columns: 80, rows: 24 };
  expect(shownTime(recordedTerminal({ now: now.toISOString(), screen }), time)).toBe('3 min. ago');
  expect(shownTime(recordedTerminal({ now: now.toISOString() }), time)).toBe(localTime(time));
  expect(shownTime(recordedTerminal(), null)).toBe('never');
});

test.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['90d', 7_776_000_000],
  ['1w', 604_800_000],
  ['0s', undefined],
  ['90', undefined],
  ['-1h', undefined],
  ['1h30m', undefined],
  ['', undefined],
])('the duration %s is %s ms', (given, ms) => {
  expect(parseDuration(given)).toBe(ms);
});
