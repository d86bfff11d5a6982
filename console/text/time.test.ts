import { expect, test } from 'vitest';
import { clockTime, dayTime, dayTimeSpan, duration, exactTime, nearTime } from './time.ts';

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const minutes = 60_000;

test('less than a minute has no number, also when the clock of the server is ahead', () => {
  expect(duration(noon, noon + 59_000, 'en')).toBeNull();
  expect(duration(noon, noon - 30_000, 'en')).toBeNull();
});

test('durations are whole units of the largest that fits, in the language of the page', () => {
  expect(duration(noon, noon + 12.9 * minutes, 'en')).toBe('12 min');
  expect(duration(noon, noon + 47 * 60 * minutes, 'pt-BR')).toBe('47 h');
  expect(duration(noon, noon + 4 * 24 * 60 * minutes, 'pt-BR')).toBe('4 dias');
});

test('times are of 24 hours and name their zone', () => {
  const afternoon = '2026-03-01T18:05:09.000Z';
  for (const language of ['en', 'pt-BR']) {
    expect(clockTime(afternoon, language)).toMatch(/^\d\d:\d\d:09 \S+$/);
    expect(clockTime(afternoon, language)).not.toMatch(/[AP]M/);
    expect(dayTime(afternoon, language)).toMatch(/\d\d:05 \S+$/);
    expect(dayTimeSpan(afternoon, '2026-03-01T18:35:00.000Z', language)).toMatch(/\d\d:05.*\d\d:35 \S+$/);
    expect(exactTime(afternoon, language)).toMatch(/2026.*\d\d:\d\d:09 \S+$/);
  }
});

test('a moment of the next days has its weekday, unless it is today', () => {
  const morning = new Date(2026, 2, 1, 9, 0).getTime();
  expect(nearTime(new Date(2026, 2, 1, 18, 5).getTime(), 'en', morning)).toBe('18:05');
  expect(nearTime(new Date(2026, 2, 2, 7, 0).getTime(), 'en', morning)).toBe('07:00 (Mon)');
  expect(nearTime(new Date(2026, 2, 2, 7, 0).getTime(), 'pt-BR', morning)).toBe('07:00 (seg.)');
});
