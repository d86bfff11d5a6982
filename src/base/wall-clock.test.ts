import { expect, test } from 'vitest';
import { momentAt, nextMomentAt, shownAt } from './wall-clock.ts';

const recife = 'America/Recife';
const lisbon = 'Europe/Lisbon';

test('a time of day is the next one by the clocks of the place', () => {
  const next = (now: string, time: string) =>
    nextMomentAt(time, { timeZone: recife, now: new Date(now) }).toISOString();
  expect(next('2026-03-01T09:59:00Z', '07:00')).toBe('2026-03-01T10:00:00.000Z');
  expect(next('2026-03-01T10:00:00Z', '07:00')).toBe('2026-03-02T10:00:00.000Z');
});

test('a time that the clock change leaves out comes an hour later, one that comes twice is the second', () => {
  expect(momentAt({ day: '2026-03-29', time: '01:30', timeZone: lisbon }).toISOString()).toBe(
    '2026-03-29T01:30:00.000Z',
  );
  expect(momentAt({ day: '2026-10-25', time: '01:30', timeZone: lisbon }).toISOString()).toBe(
    '2026-10-25T01:30:00.000Z',
  );
});

test('a moment of another day is shown with its weekday', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(shownAt(new Date('2026-03-01T22:05:00Z'), { timeZone: recife, now, language: 'en' })).toBe('19:05');
  expect(shownAt(new Date('2026-03-02T10:00:00Z'), { timeZone: recife, now, language: 'en' })).toBe('Mon 07:00');
  expect(shownAt(new Date('2026-03-02T10:00:00Z'), { timeZone: recife, now, language: 'pt-BR' })).toBe('seg. 07:00');
});
