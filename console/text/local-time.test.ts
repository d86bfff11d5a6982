import { expect, test } from 'vitest';
import { fromClockOf, fromLocalTime, monthAfter, monthText, toClockOf, toLocalTime } from './local-time.ts';

test('a time goes through a field of the browser and comes back, to the minute', () => {
  const time = '2026-03-01T08:05:00.000Z';
  expect(toLocalTime(time)).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d$/);
  expect(fromLocalTime(toLocalTime(time))).toBe(time);
  expect(toLocalTime(null)).toBe('');
  expect(fromLocalTime('')).toBeNull();
  expect(fromLocalTime('soon')).toBeNull();
});

test('months follow each other over the year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  expect(monthText('2026-03', 'pt-BR')).toBe('março de 2026');
});

test('a time is read by the clock of the place it is meant for, in summer and in winter', () => {
  expect(fromClockOf('America/Recife', '2027-03-01T21:00')).toBe('2027-03-02T00:00:00.000Z');
  expect(toClockOf('America/Recife', '2027-03-02T00:00:00.000Z')).toBe('2027-03-01T21:00');
  expect(fromClockOf('Europe/Lisbon', '2027-07-01T21:00')).toBe('2027-07-01T20:00:00.000Z');
  expect(fromClockOf('Europe/Lisbon', '2027-01-01T21:00')).toBe('2027-01-01T21:00:00.000Z');
  expect(fromClockOf('Europe/Berlin', '2027-03-28T03:00')).toBe('2027-03-28T01:00:00.000Z'); // the first hour of summer
  expect(fromClockOf('America/Recife', '')).toBeNull();
  expect(fromClockOf('America/Recife', 'soon')).toBeNull();
});
