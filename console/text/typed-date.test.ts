import { expect, test } from 'vitest';
import { dateText, dayAndTimeOf, dayOf } from './typed-date.ts';

test('a day is written as its language writes it, and read back', () => {
  for (const language of ['en', 'pt-BR']) {
    expect(dayOf(dateText('2026-03-01', language), language)).toBe('2026-03-01');
    expect(dayAndTimeOf(dateText('2026-03-01T21:05', language), language)).toBe('2026-03-01T21:05');
  }
  expect(dateText('2026-03-01T21:05', 'pt-BR')).toBe('01/03/2026 21:05');
});

test('short ways of typing a day and a time are understood', () => {
  expect(dayOf('2026-3-1', 'en')).toBe('2026-03-01');
  expect(dayOf('1/3/2026', 'pt-BR')).toBe('2026-03-01');
  expect(dayAndTimeOf('2026-03-01T21:00', 'pt-BR')).toBe('2026-03-01T21:00');
  expect(dayAndTimeOf('1/3/2026 7h', 'pt-BR')).toBe('2026-03-01T07:00');
  expect(dayAndTimeOf('2026-03-01', 'en')).toBe('2026-03-01T00:00');
});

test('what is no day, or a day that two readers take for two, is none', () => {
  expect(dayOf('3/4/2026', 'en')).toBeNull();
  expect(dayOf('2026-02-30', 'en')).toBeNull();
  expect(dayOf('31/02/2026', 'pt-BR')).toBeNull();
  expect(dayOf('soon', 'en')).toBeNull();
  expect(dayAndTimeOf('2026-03-01 25:00', 'en')).toBeNull();
  expect(dayAndTimeOf('', 'en')).toBeNull();
});
